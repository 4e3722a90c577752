import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, Day, ForeignName, ForeignText, Id, Instant, Money } from '../../../wire/index.ts';
import { baseOf } from '../../exchange/index.ts';

/** A refund by a supplier of a part of a payment. */
export const SupplierRefund = z.object({
  id: Id('supplier_refund'),
  status: z.enum(['completed', 'voided']),
  method_id: Id('payment_method'),
  account_id: Id('account').describe('Account the money was received in.'),
  amount: Money,
  base_amount: Money.describe('Part of the carrying amount of the payment, in the base currency.'),
  fx_gain_loss: Money.describe('Exchange gain on the refund; negative for a loss.'),
  refund_date: Day,
  reference: ForeignName.nullable(),
  notes: ForeignText.nullable(),
  voided_on: Day.nullable(),
  void_reason: z.string().nullable(),
  created_at: Instant,
  created_by: ActorStamp,
});
type SupplierRefundRecord = z.output<typeof SupplierRefund>;

type Computed = 'status' | 'amount' | 'base_amount' | 'fx_gain_loss' | 'voided_on' | 'void_reason';

/** A row of `supplier_refunds`. Amounts are minor units. */
export type SupplierRefundRow = Omit<SupplierRefundRecord, Computed> & {
  readonly supplier_payment_id: string;
  readonly amount: bigint;
  readonly exchange_rate: bigint | null;
  readonly base: bigint | null;
  readonly fx_gain_loss: bigint | null;
  readonly reversed_on: string | null;
  readonly reverse_reason: string | null;
};

const supplierRefundColumns = sql`id, supplier_payment_id, method_id, account_id, amount, exchange_rate, base,
  fx_gain_loss, refund_date, reference, notes, reversed_on, reverse_reason, created_at, created_by`;

/** Of which payment a refund is. */
export async function paymentOfRefund({ db, organization }: Context, id: string): Promise<string> {
  const refund = await db.maybe<{ payment: string }>(sql`
    select supplier_payment_id as payment from supplier_refunds
    where organization_id = ${organization} and id = ${id}`);
  if (refund === undefined) throw notFound();
  return refund.payment;
}

/** Supplier refunds of these payments, void or not. */
export function supplierRefundsOf(
  { db, organization }: Context,
  paymentIds: readonly string[],
): Promise<SupplierRefundRow[]> {
  return db.many<SupplierRefundRow>(sql`
    select ${supplierRefundColumns} from supplier_refunds
    where organization_id = ${organization} and supplier_payment_id = any(${paymentIds}::uuid[]) order by id`);
}

export function supplierRefundRecord(context: Context, row: SupplierRefundRow, currency: string): SupplierRefundRecord {
  const base = baseOf(context);
  return {
    ...row,
    status: row.reversed_on === null ? 'completed' : 'voided',
    amount: money(row.amount, currency),
    base_amount: money(row.base ?? row.amount, base),
    fx_gain_loss: money(row.fx_gain_loss ?? 0n, base),
    voided_on: row.reversed_on,
    void_reason: row.reverse_reason,
  };
}
