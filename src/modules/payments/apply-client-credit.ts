import { z } from 'zod';
import { laterOf } from '../../core/calendar.ts';
import { formatMoney, money } from '../../core/money.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { undoneForEach } from '../../operation/undo.ts';
import { Id, Version } from '../../wire/index.ts';
import { type AccountsByRole, accountsByRole, post } from '../ledger/index.ts';
import { currencyMismatch, saleCompleted, saleUpdated } from '../sales/index.ts';
import { type AllocationGiven, allocationInput, lockSettleable, payerOf, sharesOf } from './allocate.ts';
import {
  amountExceedsCredit,
  amountExceedsDue,
  clientMismatch,
  Payment,
  paymentAllocated,
  type PaymentRecord,
} from './payment.ts';
import { creditOf, keepBefore, type AllocationRow, paymentRecord, type PaymentRow } from './payment-row.ts';
import { allocationsFrom, baseUsed, creditPostings } from './plan-payment.ts';
import { insertAllocations, lockPayment, type StoredPayment } from './store.ts';
import { settleSales } from './write-off.ts';
import { emitAllocated } from './write-payment.ts';

export const applyClientCredit = operation({
  name: 'apply_client_credit',
  summary: 'Settles sales with what is left of a payment.',
  guidance: 'It settles what is due first, unless `allocations` say which.',
  http: 'POST /payments/{id}/allocate',
  effect: 'write',
  permission: 'payments:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  undo: undoneForEach('allocations', 'reverse_allocation'),
  input: z.strictObject({ id: Id('payment'), ...allocationInput, version: Version.optional() }),
  output: Payment,
  refuses: [
    validationFailed,
    notFound,
    versionConflict,
    invalidStateTransition,
    clientMismatch,
    currencyMismatch,
    amountExceedsDue,
    amountExceedsCredit,
  ],
  emits: [paymentAllocated, saleCompleted, saleUpdated],
  async run(context, { id, version, ...given }) {
    const [payment, accounts] = await Promise.all([lockPayment(context, id, version), accountsByRole(context)]);
    keepBefore(context, payment.row, payment.allocations);
    return settleWithCredit(context, payment, { given, accounts });
  },
});

type Settling = { readonly given: AllocationGiven; readonly accounts: AccountsByRole };

/** Settles sales with what is left of a locked payment. */
export async function settleWithCredit(
  context: Context,
  { row: before, allocations }: StoredPayment,
  { given, accounts }: Settling,
): Promise<PaymentRecord> {
  if (before.voided_at !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
  const settleable = await lockSettleable(context, given, { clientId: before.client_id, currency: before.currency });
  const credit = creditOf(before);
  const asked = settleable.named?.reduce((sum, { amount }) => sum + amount, 0n) ?? 0n;
  if (asked > credit || credit === 0n) {
    throw amountExceedsCredit({ max: formatMoney(money(credit, before.currency)), currency: before.currency });
  }
  const shares = sharesOf(credit, given, settleable);
  const payer = { id: before.client_id, name: before.client_name };
  payerOf(shares, payer);
  const from = laterOf(context.today, before.payment_date);
  const fresh = allocationsFrom(context, before, { shares, from, after: allocations.length });
  const row = allocated(context, before, fresh);
  const recovered = await settleSales(context, shares, {
    ...{ accounts, date: from, paymentId: before.id, bases: fresh.map(({ base }) => base) },
  });
  post(context, [...creditPostings(context, row, { accounts, payer, allocations: fresh }), ...recovered]);
  const payment = paymentRecord(context, row, [...allocations, ...fresh]);
  emitAllocated(context, payment, fresh);
  return payment;
}

function allocated(context: Context, before: PaymentRow, fresh: readonly AllocationRow[]): PaymentRow {
  if (fresh.length === 0) return before;
  const { db, organization, now, actor } = context;
  const stamp = actorStamp(actor);
  const by = fresh.reduce((sum, { amount }) => sum + amount, 0n);
  const used = baseUsed(before, fresh);
  db.later(sql`
    update payments set amount_allocated = amount_allocated + ${by}, base_used = ${used}, version = version + 1,
      updated_at = ${now},
      updated_by = ${JSON.stringify(stamp)}
    where organization_id = ${organization} and id = ${before.id}`);
  insertAllocations(context, fresh);
  const amountAllocated = before.amount_allocated + by;
  return {
    ...before,
    amount_allocated: amountAllocated,
    base_used: used,
    version: before.version + 1,
    updated_at: now,
    updated_by: stamp,
  };
}
