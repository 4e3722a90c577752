import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { FileOutput } from '../../../wire/index.ts';
import { LinkToken, openReportLink } from './report-link.ts';

export const getReportLinkFile = operation({
  name: 'get_report_link_file',
  summary: 'Get the file of a scheduled report by its link. No login needed.',
  http: 'GET /report-links/{token}/file',
  effect: 'read',
  permission: 'public',
  mcp: 'hidden',
  cost: 2,
  secretInput: ['token'],
  input: z.strictObject({ token: LinkToken }),
  output: FileOutput,
  refuses: [notFound],
  async run(context, { token }) {
    const { id } = await openReportLink(context, token);
    const { db, organization } = context;
    const row = await db.maybe<{ filename: string; content_type: string; content: Buffer }>(sql`
      select run.filename, run.content_type, file.content
      from report_links as link
      join report_runs as run on run.organization_id = link.organization_id and run.id = link.run_id
      join report_files as file on file.organization_id = run.organization_id and file.run_id = run.id
      where link.organization_id = ${organization} and link.id = ${id}`);
    if (row === undefined) throw notFound();
    return { ...row, content: row.content.toString('base64'), encoding: 'base64' as const };
  },
});
