import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { LinkedReport, linkedReport, LinkToken, openReportLink } from './report-link.ts';

export const getReportLink = operation({
  name: 'get_report_link',
  summary: 'Get what the link of a scheduled report shows: its name, days and end. No login needed.',
  http: 'GET /report-links/{token}',
  effect: 'read',
  permission: 'public',
  mcp: 'hidden',
  secretInput: ['token'],
  input: z.strictObject({ token: LinkToken }),
  output: LinkedReport,
  refuses: [notFound],
  run: async (context, { token }) => linkedReport(context, await openReportLink(context, token)),
});
