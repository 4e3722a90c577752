import { type Sql, sql } from '../db/sql.ts';
import type { Context } from './operation.ts';
import type { Secrets } from './secrets.ts';
import { seal, unseal } from './seal.ts';

export type NewJob = {
  readonly kind: string;
  readonly payload: object;
  /** The payload holds what nobody may read off the table, such as the link in a mail: it is stored sealed. */
  readonly secret?: boolean;
  /** RFC 3339. Now unless said. */
  readonly runAt?: string;
};

/** Narrower than a context, so that job handlers can queue as well, which need not wake a worker. */
type Queueing = Pick<Context, 'db' | 'organization' | 'newId' | 'now' | 'secrets'> & Partial<Pick<Context, 'queued'>>;

/** Queues work for after the commit, in the same transaction: with the change, or not at all. Answers the job's id. */
export function enqueue(context: Queueing, { kind, payload, secret = false, runAt = context.now }: NewJob): string {
  const id = context.newId();
  const text = JSON.stringify(payload);
  const sealed = secret ? seal(context.secrets.sealing, aboutJob(id), Buffer.from(text)) : undefined;
  const stored = sealed === undefined ? text : JSON.stringify({ sealed: sealed.toString('base64') });
  context.db.later(sql`
    insert into jobs (id, organization_id, kind, payload, run_at, created_at, updated_at)
    values (${id}, ${context.organization === '' ? null : context.organization}, ${kind}, ${stored}, ${runAt},
      ${context.now}, ${context.now})`);
  if (runAt <= context.now) context.queued?.(kind);
  return id;
}

/** The same, unless a job of its kind waits for the organisation already that runs then or later. */
export function enqueueOnce(context: Queueing, { kind, payload, runAt = context.now }: Omit<NewJob, 'secret'>): void {
  const { db, organization, now } = context;
  db.later(sql`
    insert into jobs (id, organization_id, kind, payload, run_at, created_at, updated_at)
    select ${context.newId()}, ${organization}, ${kind}, ${JSON.stringify(payload)}, ${runAt}, ${now}, ${now}
    where not exists (select from jobs
      where organization_id = ${organization} and kind = ${kind} and state = 'queued' and run_at >= ${runAt})`);
}

/** A stored job's payload as it was queued, opened where it is sealed. */
export function payloadOf(secrets: Secrets, job: { readonly id: string; readonly payload: object }): unknown {
  const { payload } = job;
  if (!('sealed' in payload) || typeof payload.sealed !== 'string') return payload;
  return JSON.parse(unseal(secrets.sealing, aboutJob(job.id), Buffer.from(payload.sealed, 'base64')).toString());
}

/** Columns with the state and the last failure of a queued mail. Finished jobs are purged, so they may be null. */
export function mailStatus(job: Sql): Sql {
  return sql`coalesce((select case state when 'done' then 'sent' when 'queued' then 'queued'
      when 'running' then 'queued' else 'failed' end
      from jobs where jobs.id = ${job}), 'sent') as mail_status,
    (select error from jobs where jobs.id = ${job}) as mail_error`;
}

function aboutJob(id: string): string {
  return `job ${id}`;
}
