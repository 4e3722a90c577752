import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { digestOfEntry, redactionMark } from './chain.ts';

/** Values of an entry that may describe a record. */
export type AuditFields = { readonly input: unknown; readonly before: unknown; readonly after: unknown };
export type EntryOf = AuditFields & { readonly id: string; readonly target: string };

/** The lines about records, by their ids on the wire. */
export function entriesOf({ db, organization }: Context, targets: readonly string[]): Promise<EntryOf[]> {
  return db.many<EntryOf>(sql`
    select id, target_id as target, input, before, after from audit_log
    where organization_id = ${organization} and target_id = any(${targets}::text[]) order by id`);
}

/**
 * Makes lines say less. Their links stay as they were sealed, and beside each line stands what it says now, under a
 * mark of this installation: so the chain still proves that nothing else was changed.
 */
export async function redactEntries(context: Context, entries: readonly EntryOf[]): Promise<void> {
  if (entries.length === 0) return;
  const { db, organization, secrets } = context;
  const made = sql`unnest(${entries.map(({ id }) => id)}::uuid[], ${textsOf(entries, 'input')}::text[],
    ${textsOf(entries, 'before')}::text[], ${textsOf(entries, 'after')}::text[]) as made (id, input, before, after)`;
  const rows = await db.many<{ id: string; digest: Buffer }>(sql`
    select entry.id, ${digestOfEntry} as digest from (
      select (json_populate_record(audit_log, json_build_object('input', made.input::jsonb,
        'before', made.before::jsonb, 'after', made.after::json))).*
      from ${made} join audit_log on audit_log.organization_id = ${organization} and audit_log.id = made.id) as entry`);
  const marks = rows.map((row) => redactionMark(secrets.audit, { organization, ...row }));
  db.later(sql`
    insert into audit_redactions (organization_id, audit_id, digest, mark)
    select ${organization}, id, digest, mark from unnest(${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ digest }) => digest)}::bytea[], ${marks}::bytea[]) as redacted (id, digest, mark)
    on conflict (organization_id, audit_id)
      do update set digest = excluded.digest, mark = excluded.mark, redacted_at = now()`);
  db.later(sql`
    update audit_log set input = made.input::jsonb, before = made.before::jsonb, after = made.after::json
    from ${made} where audit_log.organization_id = ${organization} and audit_log.id = made.id`);
}

function textsOf(entries: readonly EntryOf[], part: keyof AuditFields): (string | null)[] {
  return entries.map(({ [part]: value }) => (value === null ? null : JSON.stringify(value)));
}
