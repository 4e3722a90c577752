import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import type { MergesOf } from '../../operation/merging.ts';
import type { Context } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Client } from './client.ts';
import { taxIdKey } from '../../wire/tax-id.ts';

export const ClientMerge = z.object({
  id: Id('client').describe('The client that was merged.'),
  merged_into_id: Id('client'),
  client: Client.describe('The surviving client.'),
  moved: z.record(z.string(), z.int()).describe('Number of records moved, by kind.'),
});

export type Pair = { readonly from: Client; readonly into: Client };

export type KeptMerge = {
  readonly id: string;
  readonly from_id: string;
  readonly into_id: string;
  readonly into_version: number;
  /** Nobody was erased since. */
  readonly is_whole: boolean;
};

/** Notes a merge with both clients as they are, before either is written. Answers its id. */
export function keepMerge(context: Context, { from, into }: Pair, survivor: Client): string {
  const { db, organization, actor, now } = context;
  const id = context.newId();
  const rowOf = (client: Client) => sql`(select to_jsonb(c) from clients as c
    where c.organization_id = ${organization} and c.id = ${client.id})`;
  db.later(sql`
    insert into client_merges (organization_id, id, from_id, into_id, from_row, into_row, from_tax_ids, into_tax_ids,
      into_version, merged_at, merged_by)
    values (${organization}, ${id}, ${from.id}, ${into.id}, ${rowOf(from)}, ${rowOf(into)},
      ${from.tax_ids.map(taxIdKey)}::text[], ${into.tax_ids.map(taxIdKey)}::text[], ${survivor.version}, ${now},
      ${JSON.stringify(actorStamp(actor))})`);
  return id;
}

/** Sums and the ledger only follow from the rest. */
export const clientMerges: MergesOf = {
  rows: sql`client_merge_rows`,
  obstacles: sql`client_merge_obstacles`,
  derived: ['client_months', 'client_currency_months', 'client_flows', 'journal_lines'],
};

export function lastMerge({ db, organization }: Context, fromId: string): Promise<KeptMerge | undefined> {
  return db.maybe<KeptMerge>(sql`
    select id, from_id, into_id, into_version, from_row is not null and into_row is not null as is_whole
    from client_merges where organization_id = ${organization} and from_id = ${fromId} and undone_at is null
    order by id desc limit 1`);
}

/** Forgets what clients were before they were merged, once one of them is erased. */
export function forgetMerges({ db, organization }: Context, ids: readonly string[]): void {
  db.later(sql`
    update client_merges set from_row = null, into_row = null, from_tax_ids = '{}', into_tax_ids = '{}'
    where organization_id = ${organization} and (from_id = any(${ids}::uuid[]) or into_id = any(${ids}::uuid[]))`);
}
