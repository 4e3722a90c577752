import type { EntrySource } from '../../../core/entry.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { AccountType } from '../accounts/chart.ts';

/** What a record has on an account under some values of dimensions; debits are positive. */
export type HeldByValues = {
  readonly account: string;
  readonly type: AccountType;
  /** In the order of the dimensions. */
  readonly ids: readonly string[];
  readonly amount: bigint;
};

/** What the entries of a record that stand have under each combination of values, by account. */
export function heldByValues(
  { db, organization }: Context,
  { type, id }: Pick<EntrySource, 'type' | 'id'>,
): Promise<HeldByValues[]> {
  return db.many<HeldByValues>(sql`
    select line.account_id as account, account.type, coalesce(line.dimension_value_ids, '{}') as ids,
      sum(line.amount)::bigint as amount
    from journal_entries as entry
    join journal_lines as line on line.organization_id = entry.organization_id and line.entry_id = entry.id
    join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
    where entry.organization_id = ${organization} and entry.source_type = ${type} and entry.source_id = ${id}
      and entry.kind <> 'reversal'
      and not exists (select from journal_entries as reversal
        where reversal.organization_id = entry.organization_id and reversal.reverses_id = entry.id)
    group by 1, 2, 3 having sum(line.amount) <> 0
    order by 1, 3`);
}
