import { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneForEach } from '../../../operation/undo.ts';
import { Id, Version } from '../../../wire/index.ts';
import { type AccountsByRole, accountsByRole, post } from '../../ledger/index.ts';
import { currencyMismatch, saleCompleted, saleUpdated } from '../../sales/index.ts';
import {
  type AllocationGiven,
  allocationInput,
  lockSettleable,
  owedBy,
  payerOf,
  sharesOf,
} from '../allocations/allocate.ts';
import { allocationDate, allocationDay } from '../allocations/allocation-day.ts';
import {
  amountExceedsCredit,
  amountExceedsDue,
  clientMismatch,
  Payment,
  paymentAllocated,
  type PaymentRecord,
} from '../payment.ts';
import { creditOf, keepBefore, type AllocationRow, paymentRecord, type PaymentRow } from '../payment-row.ts';
import { allocationsFrom, baseUsed, creditPostings, type Share } from '../plan-payment.ts';
import { creditFreeSince } from '../refunds/refund-day.ts';
import type { RefundRow } from '../refunds/refund-row.ts';
import { refundsOfPayments } from '../refunds/refund-store.ts';
import { insertAllocations, lockPayment, type StoredPayment } from '../store.ts';
import { settleSales } from '../sales/settle-sales.ts';
import { emitAllocated } from '../write-payment.ts';

export const applyClientCredit = operation({
  name: 'apply_client_credit',
  summary: 'Apply the unapplied credit of a client payment to sales.',
  guidance:
    'Allocates to the earliest due first, unless `allocations` say which; each on the first day on which ' +
    'both the credit and the debt existed, unless `date` is given.',
  http: 'POST /payments/{id}/allocate',
  effect: 'write',
  permission: 'payments:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  undo: undoneForEach('allocations', 'reverse_allocation'),
  input: z.strictObject({ id: Id('payment'), ...allocationInput, date: allocationDate, version: Version.optional() }),
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
  async run(context, { id, version, date, ...given }) {
    const [payment, refunds, accounts] = await Promise.all([
      lockPayment(context, id, version),
      refundsOfPayments(context, [id]),
      accountsByRole(context),
    ]);
    keepBefore(context, payment.row, payment.allocations);
    return settleWithCredit(context, payment, { given, date, refunds, accounts });
  },
});

type Settling = {
  readonly given: AllocationGiven;
  /** As asked; else each sale is settled on the first day on which there are it and the credit. */
  readonly date: Day | undefined;
  /** Refunds of the payment, void or not. */
  readonly refunds: readonly RefundRow[];
  readonly accounts: AccountsByRole;
};

/** Settles sales with what is left of a locked payment. */
export async function settleWithCredit(
  context: Context,
  payment: StoredPayment,
  { given, date, refunds, accounts }: Settling,
): Promise<PaymentRecord> {
  const { row: before, allocations } = payment;
  if (before.voided_at !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
  const locked = await lockSettleable(context, given, { clientId: before.client_id, currency: before.currency });
  const settleable = date === undefined ? locked : owedBy(date, locked);
  const credit = creditOf(before);
  const asked = settleable.named?.reduce((sum, { amount }) => sum + amount, 0n) ?? 0n;
  if (asked > credit || credit === 0n) {
    throw amountExceedsCredit({ max: formatMoney(money(credit, before.currency)), currency: before.currency });
  }
  const shares = sharesOf(credit, given, settleable);
  const payer = { id: before.client_id, name: before.client_name };
  payerOf(shares, payer);
  const days = daysOf(context, payment, { shares, date, refunds });
  const fresh = allocationsFrom(context, before, { shares, days, after: allocations.length });
  const row = allocated(context, before, fresh);
  const recovered = await settleSales(context, shares, { accounts, paymentId: before.id, allocations: fresh });
  post(context, [...creditPostings(context, row, { accounts, payer, allocations: fresh }), ...recovered]);
  const record = paymentRecord(context, row, [...allocations, ...fresh]);
  emitAllocated(context, record, fresh);
  return record;
}

type Dating = Pick<Settling, 'date' | 'refunds'> & { readonly shares: readonly Share[] };

/** The day of each share: one after the other, as much of the credit must have been there since. */
function daysOf(context: Context, payment: StoredPayment, { shares, date, refunds }: Dating): Day[] {
  const { payment_date: paid } = payment.row;
  let needed = 0n;
  return shares.map(({ sale, amount }) => {
    needed += amount;
    const free = creditFreeSince(payment, needed, refunds);
    return allocationDay(context, date, { paid, free, owed: sale.sale_date });
  });
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
