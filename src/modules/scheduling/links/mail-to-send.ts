import type { Db } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import type { ReportName } from '../../reports/index.ts';

export const reportMailJob = 'send_report_mail';

/** Payload of such a job: the token is in it, so it is kept sealed and only until it is sent. */
export type ReportMailOrder = { readonly link_id: string; readonly token: string };

/** A mail as the job that sends it needs it. */
export type ReportMail = {
  readonly email: string;
  readonly name: string;
  readonly report: ReportName;
  readonly set_up_by: string;
  readonly language: string | null;
  readonly attach: boolean;
  readonly from: string | null;
  readonly to: string | null;
  readonly skipped: number;
  readonly skipped_from: string | null;
  readonly filename: string;
  readonly content_type: string;
  readonly content: Buffer | null;
  readonly expires_at: string;
};

type Which = { readonly organization: string; readonly id: string; readonly now: string };

/** Undefined where it was sent, given up or called off, or its link has ended. */
export function reportMailToSend(db: Db, { organization, id, now }: Which): Promise<ReportMail | undefined> {
  return db.maybe<ReportMail>(sql`
    select link.email, schedule.name, schedule.report, schedule.updated_by->>'name' as set_up_by, schedule.language,
      schedule.attach, run.first_day as "from", run.last_day as "to", run.skipped, run.skipped_from, run.filename,
      run.content_type, case when schedule.attach then file.content end as content, link.expires_at
    from report_links as link
    join report_runs as run on run.organization_id = link.organization_id and run.id = link.run_id
    join scheduled_reports as schedule on schedule.organization_id = run.organization_id
      and schedule.id = run.schedule_id
    join report_files as file on file.organization_id = run.organization_id and file.run_id = run.id
    where link.organization_id = ${organization} and link.id = ${id} and link.mail_status = 'queued'
      and link.revoked_at is null and link.expires_at > ${now}`);
}
