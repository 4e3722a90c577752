import { type Sql, sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { creditOf, type PaymentRow } from './payment-row.ts';
import { paymentColumns } from './store.ts';

/** Money that came in, as a receipt tells it. */
export type Received = {
  readonly row: PaymentRow;
  /** Name of the payment method. */
  readonly method: string;
  /** Allocations by sale, in minor units. */
  readonly settles: readonly { readonly sale_id: string; readonly amount: bigint }[];
  /** Unapplied credit, in minor units. */
  readonly unapplied: bigint;
};

type Of = { readonly payment: string } | { readonly sale: string };
type Row = PaymentRow & {
  readonly method: string;
  readonly settles: readonly { readonly sale_id: string; readonly amount: string }[];
};

/** One payment, or those that settle a sale: locked, in the order in which they came. */
export async function lockReceived(context: Context, of: Of): Promise<Received[]> {
  const { db, organization } = context;
  const which =
    'payment' in of
      ? sql`payments.id = ${of.payment}`
      : sql`payments.id in (select allocations.payment_id from allocations
          where allocations.organization_id = ${organization} and allocations.sale_id = ${of.sale}
            and allocations.reversed_on is null)`;
  const where = sql`payments.organization_id = ${organization} and ${which} order by payments.id`;
  const [, rows] = await Promise.all([
    db.many(sql`select id from payments where ${where} for update`),
    db.many<Row>(sql`
      select ${paymentColumns}, ${methodName} as method, ${settled} as settles from payments where ${where}`),
  ]);
  return rows.map(({ method, settles, ...row }) => ({
    row,
    method,
    unapplied: creditOf(row),
    settles: settles.map(({ sale_id, amount }) => ({ sale_id, amount: BigInt(amount) })),
  }));
}

const methodName = sql`(select method.name from payment_methods as method
  where method.organization_id = payments.organization_id and method.id = payments.method_id)`;

const settled = sql`(select coalesce(jsonb_agg(jsonb_build_object('sale_id', sale_id, 'amount', amount::text)
    order by first), '[]')
  from (select allocations.sale_id, min(allocations.position) as first, sum(allocations.amount) as amount
    from allocations where allocations.organization_id = payments.organization_id
      and allocations.payment_id = payments.id and allocations.reversed_on is null
    group by allocations.sale_id having sum(allocations.amount) > 0) as settling)`;

/** Amount refunded of these payments so far, as digits of minor units. */
export function paidBackOf({ organization, ids }: { readonly organization: Sql; readonly ids: Sql }): Sql {
  return sql`(select coalesce(sum(came.amount_refunded), 0)::text from payments as came
    where came.organization_id = ${organization} and came.id in ${ids})`;
}
