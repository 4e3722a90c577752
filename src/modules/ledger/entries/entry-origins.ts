import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { paperColumn, type PaperOfEntry } from './paper.ts';

/** Source of an entry, and the accounts that it debits and credits. */
export type EntryOrigin = {
  readonly postedAt: string;
  readonly author: string;
  readonly paper: PaperOfEntry | null;
  /** Codes of accounts, each once and in order. */
  readonly debited: readonly string[];
  readonly credited: readonly string[];
};

const batchSize = 1_000;

/** The origins of entries by id, some at a time: a file has tens of thousands, more than one statement has time for. */
export async function entryOrigins(
  { db, organization }: Pick<Context, 'db' | 'organization'>,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, EntryOrigin>> {
  const ids = [...new Set(entryIds)];
  const origins = new Map<string, EntryOrigin>();
  for (let start = 0; start < ids.length; start += batchSize) {
    const rows = await db.many<EntryOrigin & { id: string }>(sql`
      select e.id, e.posted_at as "postedAt", e.created_by ->> 'name' as author, ${paperColumn} as paper, sides.*
      from journal_entries as e
      cross join lateral (
        select coalesce(array_agg(distinct a.code) filter (where l.amount > 0), '{}') as debited,
          coalesce(array_agg(distinct a.code) filter (where l.amount < 0), '{}') as credited
        from journal_lines as l
        join accounts as a on a.organization_id = l.organization_id and a.id = l.account_id
        where l.organization_id = e.organization_id and l.entry_id = e.id) as sides
      where e.organization_id = ${organization} and e.id = any(${ids.slice(start, start + batchSize)}::uuid[])`);
    for (const { id, ...origin } of rows) origins.set(id, origin);
  }
  return origins;
}
