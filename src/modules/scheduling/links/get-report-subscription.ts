import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { LinkedReport, linkedReport, LinkToken, openReportLink } from './report-link.ts';

const Subscription = LinkedReport.pick({
  organization: true,
  name: true,
  language: true,
  set_up_by: true,
  unsubscribed: true,
});

export const getReportSubscription = operation({
  name: 'get_report_subscription',
  summary: 'Get which scheduled report a link unsubscribes from, even after it has ended. No login needed.',
  http: 'GET /report-links/{token}/subscription',
  effect: 'read',
  permission: 'public',
  mcp: 'hidden',
  secretInput: ['token'],
  input: z.strictObject({ token: LinkToken }),
  output: Subscription,
  refuses: [notFound],
  run: async (context, { token }) => linkedReport(context, await openReportLink(context, token, { evenEnded: true })),
});
