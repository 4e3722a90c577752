import type { Day } from '../../../core/calendar.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';

/** Money that settles a sale, as a page tells it. */
export type Settling = {
  readonly day: Day;
  /** In minor units. */
  readonly amount: bigint;
  /** As the method is called. */
  readonly method: string;
  readonly reference: string | null;
};

const toldMax = 12;

/** Payments that settle the sale now, by date; only the last of many. */
export async function paymentsOfSale({ db, organization }: Context, saleId: Sql): Promise<Settling[]> {
  const last = await db.many<Settling>(sql`
    select max(allocation.allocated_on) as day, sum(allocation.amount)::bigint as amount, method.name as method,
      payment.reference
    from allocations as allocation
    join payments as payment
      on payment.organization_id = allocation.organization_id and payment.id = allocation.payment_id
    join payment_methods as method
      on method.organization_id = payment.organization_id and method.id = payment.method_id
    where allocation.organization_id = ${organization} and allocation.sale_id = ${saleId}
      and allocation.reversed_on is null
    group by payment.id, method.name, payment.reference
    having sum(allocation.amount) > 0
    order by day desc, payment.id desc limit ${toldMax}`);
  return last.toReversed();
}
