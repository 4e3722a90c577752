import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { linkOpened, LinkToken, openReportLink } from './report-link.ts';

export const openReportLinkPage = operation({
  name: 'open_report_link',
  summary: 'Open the page of a scheduled report’s link: records when, and how many times.',
  http: 'POST /report-links/{token}/open',
  effect: 'write',
  permission: 'public',
  mcp: 'hidden',
  secretInput: ['token'],
  input: z.strictObject({ token: LinkToken }),
  output: z.object({ opened: z.literal(true) }),
  refuses: [notFound],
  emits: [linkOpened],
  async run(context, { token }) {
    const { id } = await openReportLink(context, token);
    const { db, organization, now } = context;
    const row = await db.one<Parameters<typeof linkOpened>[0]>(sql`
      update report_links as link set last_opened_at = ${now}, times_opened = link.times_opened + 1
      from report_runs as run
      where link.organization_id = ${organization} and link.id = ${id}
        and run.organization_id = link.organization_id and run.id = link.run_id
      returning link.id, run.schedule_id, link.run_id, link.email, link.times_opened`);
    context.emit(linkOpened(row));
    return { opened: true as const };
  },
});
