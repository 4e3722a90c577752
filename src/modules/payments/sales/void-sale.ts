import { z } from 'zod';
import { heldBy, heldTogether } from '../credit/held.ts';
import { sum } from '../../../core/list.ts';
import { formatMoney, money } from '../../../core/money.ts';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../../operation/errors.ts';
import { needPermission } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id, Text, Version } from '../../../wire/index.ts';
import { takeBackEvents } from '../../accruals/index.ts';
import {
  accountsByRole,
  bankConfirmed,
  openDay,
  post,
  type Posting,
  reversalDate,
  reversalDay,
  reversalsOf,
} from '../../ledger/index.ts';
import {
  applyPaid,
  checkUnused,
  documentStands,
  lockForPayment,
  lockSale,
  paymentsRemain,
  returnsRemain,
  Sale,
  saleCompleted,
  saleUpdated,
  saleVoided,
  statusOf,
  type StoredSale,
  takeReturnBack,
  saleDisposedAsset,
  takeSaleBack,
} from '../../sales/index.ts';
import { insufficientStock, stockEvents } from '../../stock/index.ts';
import { losing, lostTo, restoreDiscounts } from '../discounts/lost-discounts.ts';
import { amountExceedsCredit } from '../payment.ts';
import { type AllocationRow, creditOf, type PaymentRow } from '../payment-row.ts';
import { refundVoided } from '../refunds/refund.ts';
import { refundRecord, type RefundRow } from '../refunds/refund-row.ts';
import { lockPaymentsOfReturn, refundsOfReturn, usePayments } from '../refunds/refund-store.ts';
import { allocationsOf } from '../store.ts';
import { reverseReleases, type Voiding, voidRefundRow } from '../refunds/take-refund-back.ts';

export const voidSale = operation({
  name: 'void_sale',
  summary: 'Void a sale without payments, or a return with its refunds; reverses stock and entries.',
  guidance: 'This cannot be undone. The sale, its number and its entry stay on record.',
  http: 'POST /sales/{id}/void',
  effect: 'destructive',
  permission: 'sales:void',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  amount: ({ total }) => total,
  noUndo: 'voided',
  input: z.strictObject({
    id: Id('sale'),
    reason: Text(500).optional(),
    date: reversalDate,
    version: Version.optional(),
  }),
  output: Sale,
  refuses: [
    bankConfirmed,
    notFound,
    validationFailed,
    versionConflict,
    forbidden,
    insufficientScope,
    invalidStateTransition,
    paymentsRemain,
    returnsRemain,
    saleDisposedAsset,
    documentStands,
    insufficientStock,
    amountExceedsCredit,
  ],
  emits: [saleVoided, saleUpdated, saleCompleted, refundVoided, ...stockEvents, ...takeBackEvents],
  async run(context, { id, reason = null, date, version }) {
    const [payments, stored, open] = await Promise.all([
      lockPaymentsOfReturn(context, id),
      lockSale(context, id, version),
      openDay(context, { type: 'sale', id }, context.today),
    ]);
    const status = statusOf(stored.row);
    if (status === 'draft') throw invalidStateTransition({ status, allowed: ['delete_sale', 'confirm_sale'] });
    if (status === 'voided') throw invalidStateTransition({ status, allowed: [] });
    const isReturn = stored.row.kind === 'return';
    if (!isReturn) checkUnused(stored.row);
    const voiding = { day: reversalDay(context, { asked: date, open, recorded: stored.row.sale_date }), reason };
    const refunded = isReturn ? await takeRefundsBack(context, { stored, payments, voiding }) : [];
    const { sale, postings } = await (isReturn ? takeReturnBack : takeSaleBack)(context, stored, voiding);
    post(context, [...refunded, ...postings]);
    return sale;
  },
});

type Locked = {
  readonly refunds: readonly RefundRow[];
  readonly payments: readonly PaymentRow[];
  /** Allocations reversed by refunds that are not void. */
  readonly releases: readonly AllocationRow[];
};

type Taken = {
  readonly stored: StoredSale;
  readonly payments: readonly PaymentRow[];
  readonly voiding: Voiding;
};

/** If nothing was returned, nothing was given back: what the refunds of a return took of its sale settles it again. */
async function takeRefundsBack(context: Context, { stored: { row }, payments, voiding }: Taken): Promise<Posting[]> {
  const saleId = row.original_sale_id ?? '';
  const [locked, lost, accounts] = await Promise.all([
    refundsWith(context, row.id, payments),
    lostTo(context, { returnId: row.id }),
    accountsByRole(context),
  ]);
  const [sale] = await lockForPayment(context, [saleId]);
  if (sale === undefined) throw new RangeError(`sale ${saleId} is gone`);
  const standing = locked.refunds.filter((one) => one.voided_at === null);
  if (standing.some((one) => one.destination !== 'client_credit')) needPermission(context, 'payments:refund');
  const changes = changesOf(locked);
  checkCredit(locked.payments, changes);
  reverseReleases(context, locked.releases, voiding);
  usePayments(context, changes);
  for (const refund of standing) {
    context.emit(refundVoided(refundRecord(context, voidRefundRow(context, refund, voiding))));
  }
  const postings = await Promise.all(
    locked.refunds.map(({ id, number }) =>
      reversalsOf(
        context,
        { type: 'refund', id, event: refundVoided.type },
        { date: voiding.day, memo: `Void of refund ${number}` },
      ),
    ),
  );
  const released = heldTogether(locked.releases.map(heldBy));
  const base = -(row.base_total ?? 0n) - released.base;
  const restored = restoreDiscounts(context, lost, {
    sales: [sale],
    date: voiding.day,
    accounts,
    settled: () => -(row.total + released.amount),
  });
  applyPaid(context, [losing(restored)({ sale, credited: -row.total, refunded: released.amount, base })]);
  return [...postings.flat(), ...restored.postings];
}

async function refundsWith(context: Context, returnId: string, payments: readonly PaymentRow[]): Promise<Locked> {
  const ids = payments.map(({ id }) => id);
  const [refunds, allocations] = await Promise.all([refundsOfReturn(context, returnId), allocationsOf(context, ids)]);
  const own = new Set(refunds.map(({ id }) => id));
  const releases = allocations.filter((one) => own.has(one.refund_id ?? '') && one.reversed_on === null);
  return { refunds, payments, releases };
}

type Change = {
  readonly id: string;
  readonly allocated: bigint;
  readonly refunded: bigint;
  readonly base: bigint;
};

function changesOf({ refunds, releases, payments }: Locked): Change[] {
  return payments.map(({ id }) => {
    const released = heldTogether(releases.filter((one) => one.payment_id === id).map(heldBy));
    const paidBack = refunds.filter((one) => one.payment_id === id && movedMoney(one));
    return {
      id,
      allocated: -released.amount,
      refunded: -sum(paidBack.map(({ amount }) => amount)),
      base: -released.spent - sum(paidBack.map(({ base }) => base ?? 0n)),
    };
  });
}

function movedMoney({ voided_at: voidedAt, destination }: RefundRow): boolean {
  return voidedAt === null && destination !== 'client_credit';
}

/** Credit that was used since cannot settle the sale again. */
function checkCredit(payments: readonly PaymentRow[], changes: readonly Change[]): void {
  for (const payment of payments) {
    const change = changes.find(({ id }) => id === payment.id);
    const left = creditOf(payment) - (change?.refunded ?? 0n);
    if ((change?.allocated ?? 0n) > left) {
      throw amountExceedsCredit({
        max: formatMoney(money(left, payment.currency)),
        currency: payment.currency,
        payment: payment.number,
        hint: 'The credit from the return has been used: reverse those allocations and void those refunds first.',
      });
    }
  }
}
