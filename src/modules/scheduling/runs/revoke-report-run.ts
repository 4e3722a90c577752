import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { missing } from '../../../operation/fault.ts';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { readRun, ReportRun, runRevoked } from './report-run.ts';

export const revokeReportRun = operation({
  name: 'revoke_report_run',
  summary: 'Revoke the links of one run of a scheduled report. They stop working at once.',
  http: 'POST /report-runs/{id}/revoke',
  effect: 'write',
  permission: 'reports:read',
  mcp: 'action',
  noUndo: 'ended',
  input: z.strictObject({
    id: Id('report_run'),
    link_id: Id('report_link').optional().describe('Only this link. Default: all of the run.'),
  }),
  output: ReportRun,
  refuses: [notFound],
  emits: [runRevoked],
  async run(context, { id, link_id: link }) {
    const { db, organization, now } = context;
    const before = await readRun(context, id);
    if (link !== undefined && !before.links.some((one) => one.id === link)) throw missing('/link_id', 'link');
    const open = before.links.filter((one) => one.status !== 'revoked' && (link === undefined || one.id === link));
    if (open.length === 0) return before;
    context.before(encoderOf(ReportRun)(before));
    db.later(sql`
      update report_links set revoked_at = ${now},
        mail_status = case when mail_status = 'queued' then 'cancelled' else mail_status end,
        mail_ended_at = coalesce(mail_ended_at, ${now})
      where organization_id = ${organization} and run_id = ${id} and revoked_at is null
        and id = any(${open.map((one) => one.id)}::uuid[])`);
    // The file goes with its last link.
    db.later(sql`
      delete from report_files where organization_id = ${organization} and run_id = ${id}
        and not exists (select from report_links where organization_id = ${organization} and run_id = ${id}
          and revoked_at is null)`);
    const row = await readRun(context, id);
    context.emit(runRevoked(row));
    return row;
  },
});
