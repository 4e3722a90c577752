import type { Day } from '../../core/calendar.ts';
import { type Period, periodOf } from '../../core/period.ts';
import { type Sql, sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/** What happened between a client and the business, by one entry: what the client owes more or, below zero, less. */
export type StatementLine = {
  readonly id: string;
  readonly day: Day;
  readonly kind: 'system' | 'manual' | 'opening' | 'reversal' | 'closing' | 'fx_revaluation';
  readonly source_type: string;
  readonly source_id: string;
  readonly source_event: string | null;
  /** Of the sale that it is about. */
  readonly sale_kind: 'sale' | 'return' | null;
  /** Of the sale, the payment or the refund that it is about. */
  readonly number: string | null;
  readonly memo: string;
  readonly amount: bigint;
};

const isOwed = sql`(a.type = 'accounts_receivable' or a.system_role = 'client_credit')`;

/** What a client owes and has in credit, line by line, as rows of account `a` and line `l`. */
function clientLines(organization: string, client: string): Sql {
  return sql`report_accounts as a
    join report_lines as l on l.organization_id = a.organization_id and l.account_id = a.id and l.client_id = ${client}
    where a.organization_id = ${organization} and ${isOwed}`;
}

/**
 * What the client owed, less what it had in credit, before a day: a row for each month before, and the lines of the
 * month of the day up to it, in an index alone.
 */
export async function statementOpening({ db, organization }: Context, client: string, day: Day): Promise<bigint> {
  const { from } = periodOf('month', day);
  const { balance } = await db.one<{ balance: bigint }>(sql`
    select coalesce(sum(amount), 0)::bigint as balance from (
      select m.amount from report_accounts as a
      join report_client_months as m on m.organization_id = a.organization_id and m.account_id = a.id
        and m.client_id = ${client} and m.month < ${from}
      where a.organization_id = ${organization} and ${isOwed}
      union all
      select l.amount from ${clientLines(organization, client)} and l.entry_date >= ${from} and l.entry_date < ${day}
    ) as before`);
  return balance;
}

/** Entries by day. One that only moves credit to a debt changes nothing, and is none. */
export function statementLines(
  { db, organization }: Context,
  client: string,
  { from, to, limit }: Period & { readonly limit: number },
): Promise<StatementLine[]> {
  return db.many<StatementLine>(sql`
    select e.id, e.entry_date as day, e.kind, e.source_type, e.source_id, e.source_event, sale.kind as sale_kind,
      e.memo, coalesce(sale.number, payment.number, refund.number) as number, moved.amount
    from (
      select l.entry_id, sum(l.amount)::bigint as amount from ${clientLines(organization, client)}
        and l.entry_date between ${from} and ${to}
      group by l.entry_id having sum(l.amount) <> 0) as moved
    join report_entries as e on e.organization_id = ${organization} and e.id = moved.entry_id
    left join report_sales as sale
      on sale.organization_id = ${organization} and e.source_type = 'sale' and sale.id = e.source_id
    left join report_payments as payment
      on payment.organization_id = ${organization} and e.source_type = 'payment' and payment.id = e.source_id
    left join report_refunds as refund
      on refund.organization_id = ${organization} and e.source_type = 'refund' and refund.id = e.source_id
    order by e.entry_date, e.id limit ${limit}`);
}
