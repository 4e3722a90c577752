import type { Day } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { owedExpenses } from './payables.ts';
import { owedSales } from './receivables.ts';

/** A sale or a bill in another currency with what was owed for it: to others below zero, in both currencies. */
export type ForeignDebt = {
  readonly kind: 'receivable' | 'payable';
  readonly record_id: string;
  readonly number: string | null;
  readonly client_id: string | null;
  readonly member_id: string | null;
  readonly due_date: Day;
  readonly currency: string;
  readonly amount: bigint;
  readonly base: bigint;
};

/** Everything that is owed in other currencies at the end of a day, by part where it is paid in parts. */
export function openForeignDebts({ db, organization }: Context, day: Day, base: string): Promise<ForeignDebt[]> {
  return db.many<ForeignDebt>(sql`
    select * from (
      select 'receivable' as kind, id as record_id, number, client_id, null::uuid as member_id, due_date, currency,
        currency_amount::bigint as amount, amount::bigint as base
      from (${owedSales(organization, day)}) as sale where currency <> ${base}
      union all
      select 'payable', id, number, case when member_id is null then supplier_id end, member_id, due_date, currency,
        -currency_amount::bigint, -amount::bigint
      from (${owedExpenses(organization, day)}) as bill where currency <> ${base}
    ) as owed order by kind desc, due_date, number, record_id`);
}
