import type { Day } from '../../core/calendar.ts';
import { type Sql, sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { type KeptSaleRow, lineAmounts, rowAmounts, saleRowFrom } from './kept-sale.ts';
import type { SaleRecord } from './sale.ts';
import { settledFacts } from './sale-record.ts';
import { earlyDiscountRecords } from './settling/early-discounts.ts';
import { partRecords } from './settling/schedule.ts';
import { settledOf } from './settling/settled.ts';

/** The id of a sale in the statement of another module, such as `documents.sale_id`. */
type SaleId = { readonly organization: Sql; readonly id: Sql };

/** That sale as JSON keeps it; nothing where there is none. */
export function keptSaleBy({ organization, id }: SaleId): Sql {
  return sql`(select ${withDigits(sql`to_jsonb(sold) - 'words'`, Object.keys(rowAmounts))} from sales as sold
    where sold.organization_id = ${organization} and sold.id = ${id})`;
}

/** Its lines in their order, as JSON keeps them. */
export function keptLinesBy({ organization, id }: SaleId): Sql {
  return sql`(select jsonb_agg(${withDigits(sql`to_jsonb(sold)`, Object.keys(lineAmounts))} order by sold.position)
    from sale_lines as sold where sold.organization_id = ${organization} and sold.sale_id = ${id})`;
}

/** JSON has no bigint, so amounts become digits. */
function withDigits(record: Sql, amounts: readonly string[]): Sql {
  return sql`(select jsonb_object_agg(key, case when jsonb_typeof(value) = 'number' and key = any(${amounts}::text[])
      then to_jsonb(value #>> '{}') else value end) from jsonb_each(${record}))`;
}

const settlement = sql`'kind', sold.kind, 'number', sold.number, 'currency', sold.currency, 'due_date', sold.due_date,
  'payment_schedule', sold.payment_schedule, 'payment_terms', sold.payment_terms,
  'early_discounts', sold.early_discounts, 'confirmed_at', sold.confirmed_at,
  'voided_at', sold.voided_at, 'sale_date', sold.sale_date, 'total', sold.total::text,
  'amount_paid', sold.amount_paid::text, 'amount_refunded', sold.amount_refunded::text,
  'amount_credited', sold.amount_credited::text, 'amount_written_off', sold.amount_written_off::text,
  'amount_discounted', sold.amount_discounted::text, 'base_total', sold.base_total::text`;

/** As JSON. */
export function settlementBy({ organization, id }: SaleId): Sql {
  return sql`(select jsonb_build_object(${settlement}) from sales as sold
    where sold.organization_id = ${organization} and sold.id = ${id})`;
}

/** Amount due of each sale, in minor units: a table for the statement of another module. */
export const duesOfSales: Sql = sql`(select organization_id, id, amount_due from sales)`;

export type KeptSettlement = Pick<
  KeptSaleRow,
  | ('kind' | 'number' | 'currency' | 'due_date' | 'payment_schedule' | 'confirmed_at' | 'voided_at' | 'sale_date')
  | (
      | 'payment_terms'
      | 'early_discounts'
      | 'total'
      | 'amount_paid'
      | 'amount_refunded'
      | 'amount_credited'
      | 'amount_written_off'
      | 'amount_discounted'
      | 'base_total'
    )
>;

/** The settlement of a sale that was read as a whole. */
export function settlementOf(row: KeptSaleRow): KeptSettlement {
  const { kind, number, currency, due_date, payment_schedule, confirmed_at, voided_at, sale_date, total } = row;
  const { payment_terms, early_discounts, amount_paid, amount_refunded, amount_credited } = row;
  const { amount_written_off, amount_discounted, base_total } = row;
  const facts = { kind, number, currency, due_date, payment_schedule, confirmed_at, voided_at, sale_date, total };
  const amounts = { amount_paid, amount_refunded, amount_credited, amount_written_off, amount_discounted, base_total };
  return { ...facts, payment_terms, early_discounts, ...amounts };
}

type Settled = ReturnType<typeof settledFacts> & Pick<SaleRecord, 'payment_schedule' | 'early_discounts'>;

/** In the form of the sale's own fields. */
export function settledRecord(context: Context, kept: KeptSettlement): Settled {
  // Only what is said above is read of it.
  const row = saleRowFrom(kept as KeptSaleRow);
  const facts = settledFacts(context, row);
  const overdueBefore = facts.status === 'confirmed' ? context.today : row.sale_date;
  const { currency } = row;
  const paid = settledOf(row);
  const parts = partRecords(row.payment_schedule, { paid, currency, overdueBefore });
  return { ...facts, payment_schedule: parts, early_discounts: earlyDiscountRecords(row) };
}

export type Settledness = 'due' | 'overdue' | 'paid' | 'credited' | 'written_off';

export const settledness: Readonly<Record<Settledness, (today: Day) => Sql>> = {
  due: (today) => sql`sold.status = 'confirmed' and sold.next_due_date >= ${today}`,
  overdue: (today) => sql`sold.status = 'confirmed' and sold.next_due_date < ${today}`,
  paid: () => sql`sold.status = 'completed' and sold.amount_written_off = 0
    and (sold.amount_credited < sold.total or sold.total = 0)`,
  credited: () => sql`sold.status = 'completed' and sold.amount_credited = sold.total and sold.total > 0`,
  written_off: () => sql`sold.status = 'completed' and sold.amount_written_off > 0`,
};

export function isSettled(sale: SaleId, how: Settledness, today: Day): Sql {
  return saleIs(sale, settledness[how](today));
}

/** True where the sale exists and the condition on `sold` holds. */
export function saleIs({ organization, id }: SaleId, condition: Sql): Sql {
  return sql`exists (select from sales as sold
    where sold.organization_id = ${organization} and sold.id = ${id} and ${condition})`;
}
