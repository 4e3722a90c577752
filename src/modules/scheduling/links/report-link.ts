import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import type { ActorOrganization } from '../../../operation/actor.ts';
import { notFound } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { Day, ForeignName, Id, Instant } from '../../../wire/index.ts';

const tokenBytes = 32;
const tokenMax = 200;

/** Token of a link. A malformed one is not refused as such: it is unknown, like one that has ended. */
export const LinkToken = z.string().min(1).max(tokenMax);

export function newToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, hash: tokenHash(token) };
}

function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** What whoever holds a link is told of its report. */
export const LinkedReport = z.object({
  organization: z.string(),
  name: ForeignName,
  language: z.string(),
  time_zone: z.string(),
  from: Day.nullable(),
  to: Day.nullable(),
  filename: z.string().nullable(),
  size: z.int().nullable(),
  made_at: Instant,
  expires_at: Instant,
  set_up_by: ForeignName,
  unsubscribed: z.boolean(),
});
export type LinkedReport = z.output<typeof LinkedReport>;

export const linkOpened = event(
  'report_link.opened',
  z.object({
    id: Id('report_link'),
    schedule_id: Id('scheduled_report'),
    run_id: Id('report_run'),
    email: z.string(),
    times_opened: z.int(),
  }),
);

type Opened = {
  readonly id: string;
  readonly expiresAt: string;
  readonly locale: string;
  readonly organizationName: string;
};

/**
 * Goes on as whoever holds a link, in the organisation that it leads to, with no right but to what hangs on the link.
 * Unknown, expired and revoked links, and those of a closed organisation, are not found. A link serves for good
 * to unsubscribe.
 */
export async function openReportLink(
  context: Context,
  token: string,
  { evenEnded = false }: { readonly evenEnded?: boolean } = {},
): Promise<Opened> {
  const { db, now } = context;
  const hash = tokenHash(token);
  db.scope({ credential: hash.toString('hex') });
  const found = await db.maybe<ActorOrganization & { link: string; expires_at: string }>(sql`
    select link, expires_at, id, name, "baseCurrency", timezone, locale from presented_report_links
    where token_hash = ${hash} and (${evenEnded} or (revoked_at is null and expires_at > ${now}))`);
  if (found === undefined) throw notFound();
  const { link, expires_at: expiresAt, ...organization } = found;
  const nobody = { userId: '', memberId: '', permissions: new Set<string>() };
  context.enter({ ...nobody, kind: 'client', credentialId: link, name: 'Link to a report', organization });
  return { id: link, expiresAt, locale: organization.locale, organizationName: organization.name };
}

/** The report behind a link that was opened. */
export async function linkedReport(context: Context, opened: Opened): Promise<LinkedReport> {
  const { db, organization, actor } = context;
  const row = await db.one<Omit<LinkedReport, 'organization' | 'language' | 'time_zone'> & { language: string | null }>(
    sql`
    select schedule.name, schedule.language, run.first_day as "from", run.last_day as "to", run.filename, run.size,
      run.created_at as made_at, link.expires_at, schedule.updated_by->>'name' as set_up_by,
      recipient.status = 'unsubscribed' as unsubscribed
    from report_links as link
    join report_runs as run on run.organization_id = link.organization_id and run.id = link.run_id
    join scheduled_reports as schedule on schedule.organization_id = run.organization_id
      and schedule.id = run.schedule_id
    join report_recipients as recipient on recipient.organization_id = link.organization_id
      and recipient.id = link.recipient_id
    where link.organization_id = ${organization} and link.id = ${opened.id}`,
  );
  return {
    ...row,
    organization: opened.organizationName,
    language: row.language ?? opened.locale,
    time_zone: actor.organization?.timezone ?? 'UTC',
  };
}
