import type { Day } from '../../../core/calendar.ts';
import { type Period, periodOf } from '../../../core/period.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { currencyOf } from '../report.ts';

/** Effect of one entry on a client's balance; negative where the client owes less. */
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

/** Currency of a statement: as asked, else that of the client, else the base currency. */
export type StatementCurrency = { readonly base: string; readonly told: Sql };

export function statementCurrency(context: Context, client: string, asked: string | undefined): StatementCurrency {
  const base = currencyOf(context);
  if (asked !== undefined) return { base, told: sql`${asked}::char(3)` };
  const own = sql`select currency from report_clients
    where organization_id = ${context.organization} and id = ${client}`;
  return { base, told: sql`coalesce((${own}), ${base}::char(3))` };
}

/** Of a line called `l`: whether it is in that currency, where what is null is in the base currency. */
export function isToldIn({ base, told }: StatementCurrency): Sql {
  return sql`l.currency is not distinct from nullif(${told}, ${base}::char(3))`;
}

/** Of a line called `l`: what it says in its own currency. */
export const ownAmount: Sql = sql`coalesce(l.currency_amount, l.amount)`;

const isOwed = sql`(a.type = 'accounts_receivable' or a.system_role = 'client_credit')`;

/** A client's debts and credits, line by line, as rows of account `a` and line `l`. */
function clientLines(organization: string, { client, currency }: Whose): Sql {
  return sql`report_accounts as a
    join report_lines as l on l.organization_id = a.organization_id and l.account_id = a.id and l.client_id = ${client}
    where a.organization_id = ${organization} and ${isOwed} and ${isToldIn(currency)}`;
}

export type Whose = { readonly client: string; readonly currency: StatementCurrency };

/**
 * Opening balance of a client in a currency before a day: a row for each month before, and the lines of the month of
 * the day up to it. What is in the base currency is the sum of all less what is in others.
 */
export async function statementOpening({ db, organization }: Context, whose: Whose, day: Day): Promise<bigint> {
  const { from } = periodOf('month', day);
  const { client, currency } = whose;
  const { base, told } = currency;
  const months = (view: Sql) => sql`report_accounts as a
      join ${view} as m on m.organization_id = a.organization_id and m.account_id = a.id
        and m.client_id = ${client} and m.month < ${from}
      where a.organization_id = ${organization} and ${isOwed}`;
  const { balance } = await db.one<{ balance: bigint }>(sql`
    select coalesce(sum(amount), 0)::bigint as balance from (
      select m.amount from ${months(sql`report_client_months`)} and ${told} = ${base}
      union all
      select case when m.currency = ${told} then m.amount else -m.base_amount end
      from ${months(sql`report_client_currency_months`)} and (m.currency = ${told} or ${told} = ${base})
      union all
      select ${ownAmount} from ${clientLines(organization, whose)} and l.entry_date >= ${from} and l.entry_date < ${day}
    ) as before`);
  return balance;
}

/** Entries by day. One that only moves credit to a debt changes nothing, and is none. */
export function statementLines(
  { db, organization }: Context,
  whose: Whose,
  { from, to, limit }: Period & { readonly limit: number },
): Promise<StatementLine[]> {
  return db.many<StatementLine>(sql`
    select e.id, e.entry_date as day, e.kind, e.source_type, e.source_id, e.source_event, sale.kind as sale_kind,
      e.memo, coalesce(sale.number, payment.number, refund.number) as number, moved.amount
    from (
      select l.entry_id, sum(${ownAmount})::bigint as amount from ${clientLines(organization, whose)}
        and l.entry_date between ${from} and ${to}
      group by l.entry_id having sum(${ownAmount}) <> 0) as moved
    join report_entries as e on e.organization_id = ${organization} and e.id = moved.entry_id
    left join report_sales as sale
      on sale.organization_id = ${organization} and e.source_type = 'sale' and sale.id = e.source_id
    left join report_payments as payment
      on payment.organization_id = ${organization} and e.source_type = 'payment' and payment.id = e.source_id
    left join report_named_refunds as refund
      on refund.organization_id = ${organization} and e.source_type = 'refund' and refund.id = e.source_id
    order by e.entry_date, e.id limit ${limit}`);
}
