import { addDays, type Day, laterOf } from '../../core/calendar.ts';
import { type Entry, mergedEntry } from '../../core/entry.ts';
import { convert } from '../../core/exchange.ts';
import { at, sum } from '../../core/list.ts';
import { nextSlice } from '../../core/share.ts';
import { creditAllocated, paymentFeeCharged, paymentReceived, type PostingHeader } from '../../core/posting.ts';
import { actorStamp } from '../../operation/actor.ts';
import { fault } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import type { AccountsByRole, Posting } from '../ledger/index.ts';
import { type DocumentRate, exchangeOf } from '../exchange/index.ts';
import { type Payable, reliefOf } from '../sales/index.ts';
import { paymentAllocated, paymentCompleted } from './payment.ts';
import type { AllocationRow, PaymentRow } from './payment-row.ts';
import type { Tender } from './methods/tender.ts';

/** The part of a payment that settles a sale, and the early-payment discount on top. */
export type Share = { readonly sale: Payable; readonly amount: bigint; readonly discount?: bigint };

export type Payer = { readonly id: string | null; readonly name: string | null };

type AboutField = 'external_id' | 'metadata' | 'custom_fields' | 'tags';
type About = { readonly [Field in AboutField]?: PaymentRow[Field] | undefined };

export type PaymentPlan = {
  readonly payer: Payer;
  readonly date: string;
  readonly shares: readonly Share[];
  readonly accounts: AccountsByRole;
  readonly rate: DocumentRate;
  readonly about?: About | undefined;
};

/** A payment as it will be written, and what it does to the books. */
export type PlannedPayment = {
  readonly row: PaymentRow;
  readonly allocations: readonly AllocationRow[];
  readonly postings: readonly Posting[];
};

export function planPayment(context: Context, tender: Tender, plan: PaymentPlan): PlannedPayment {
  const { payer, shares, about, rate } = plan;
  const { now } = context;
  const stamp = actorStamp(context.actor);
  const id = context.newId();
  const exchange = exchangeOf(context, { currency: tender.currency, ...rate });
  const worth = (amount: bigint) => (exchange === undefined ? null : convert(amount, exchange));
  const planned: PaymentRow = {
    id,
    number: '',
    direction: 'in',
    method_id: tender.method.id,
    account_id: tender.method.account_id,
    client_id: payer.id,
    client_name: payer.name,
    currency: tender.currency,
    ...rate,
    base_amount: worth(tender.amount),
    base_fee: worth(tender.fee),
    base_used: worth(0n),
    amount: tender.amount,
    amount_allocated: sum(shares.map(({ amount }) => amount)),
    amount_refunded: 0n,
    fee_amount: tender.fee,
    change_given: tender.change,
    payment_date: plan.date,
    received_at: now,
    reference: tender.reference,
    notes: tender.notes,
    voided_at: null,
    voided_on: null,
    void_reason: null,
    external_id: about?.external_id ?? null,
    metadata: about?.metadata ?? {},
    custom_fields: about?.custom_fields ?? {},
    tags: about?.tags ?? [],
    version: 1,
    created_at: now,
    updated_at: now,
    created_by: stamp,
    updated_by: stamp,
  };
  const allocations = allocationsFrom(
    context,
    { ...planned, amount_allocated: 0n },
    // Money settles a sale when it comes, or when there is a sale: what was paid before is credit until then.
    { shares, days: shares.map(({ sale }) => laterOf(plan.date, sale.sale_date)), after: 0 },
  );
  const row = { ...planned, base_used: baseUsed(planned, allocations) };
  const feeAccount = tender.method.fee_account_id ?? plan.accounts.paymentFees;
  return { row, allocations, postings: postingsOf(context, row, { ...plan, feeAccount, allocations }) };
}

type Settling = {
  readonly shares: readonly Share[];
  /** On which day each settles its sale. */
  readonly days: readonly Day[];
  readonly after: number;
};

/** Allocations of a payment, ready to write. */
export function allocationsFrom(
  context: Context,
  payment: PaymentRow,
  { shares, days, after }: Settling,
): AllocationRow[] {
  let used = payment.amount_allocated + payment.amount_refunded;
  let taken = payment.base_used;
  return shares.map(({ sale, amount }, index) => {
    const base = reliefOf(sale, amount);
    const spent =
      payment.base_amount === null || taken === null
        ? null
        : nextSlice(payment.base_amount, { from: used, by: amount, of: payment.amount, taken });
    used += amount;
    if (taken !== null && spent !== null) taken += spent;
    return {
      id: context.newId(),
      payment_id: payment.id,
      sale_id: sale.id,
      refund_id: null,
      position: after + index + 1,
      amount,
      base,
      fx_gain_loss: base === null || spent === null ? null : spent - base,
      allocated_on: at(days, index),
      reversed_on: null,
    };
  });
}

/** Used base value of a payment, including these allocations. Null in the base currency. */
export function baseUsed(payment: PaymentRow, fresh: readonly AllocationRow[]): bigint | null {
  return payment.base_used === null ? null : payment.base_used + sum(fresh.map(spentOn));
}

/** Base value of the payment that an allocation used. */
function spentOn({ amount, base, fx_gain_loss: gain }: AllocationRow): bigint {
  return base === null ? amount : base + (gain ?? 0n);
}

/** An allocation as the posting rules take it. */
function settledBy({ amount, base }: AllocationRow) {
  return { amount, base: base ?? undefined };
}

type Allocated = Pick<PaymentPlan, 'accounts' | 'payer'> & { readonly allocations: readonly AllocationRow[] };

/**
 * One entry of the money, of what it settles that day and of the fee; and one for each later day that it settles on.
 */
function postingsOf(
  context: Context,
  row: PaymentRow,
  { accounts, payer, allocations, feeAccount }: Allocated & { readonly feeAccount: string },
): Posting[] {
  const header = headerOf(row, payer, { date: row.payment_date, event: paymentCompleted.type });
  const exchange = exchangeOf(context, row);
  const common = { header, accounts, account: row.account_id, clientId: payer.id ?? undefined, exchange };
  const atOnce = allocations.filter((one) => one.allocated_on === row.payment_date);
  const received = paymentReceived({
    ...common,
    amount: row.amount,
    allocations: atOnce.map(settledBy),
    unappliedBase: row.base_amount === null ? undefined : row.base_amount - sum(atOnce.map(spentOn)),
  });
  const charged = { ...common, accounts: { paymentFees: feeAccount }, amount: row.fee_amount };
  const fee = row.fee_amount === 0n ? undefined : paymentFeeCharged(charged);
  const entry = mergedEntry({ ...header, kind: 'system' }, [...(received?.lines ?? []), ...(fee?.lines ?? [])]);
  const later = allocations.filter((one) => one.allocated_on !== row.payment_date);
  return [...postingOf(context, entry), ...creditPostings(context, row, { accounts, payer, allocations: later })];
}

/** An entry for each day on which credit settles sales. */
export function creditPostings(
  context: Context,
  row: PaymentRow,
  { accounts, payer, allocations }: Allocated,
): Posting[] {
  const byDay = Map.groupBy(allocations, (one) => one.allocated_on);
  return [...byDay].flatMap(([date, ofDay]) => {
    const header = headerOf(row, payer, { date, event: paymentAllocated.type });
    const common = { header, accounts, clientId: payer.id ?? undefined, exchange: exchangeOf(context, row) };
    const base = row.base_amount === null ? undefined : sum(ofDay.map(spentOn));
    return postingOf(context, creditAllocated({ ...common, allocations: ofDay.map(settledBy), base }));
  });
}

function postingOf(context: Context, entry: Entry | undefined): Posting[] {
  return entry === undefined ? [] : [{ id: context.newId(), entry }];
}

function headerOf(row: PaymentRow, { name }: Payer, { date, event }: { date: Day; event: string }): PostingHeader {
  return {
    date,
    memo: name === null ? 'Payment' : `Payment by ${name}`,
    source: { type: 'payment', id: row.id, event },
  };
}

const futureDaysMax = 1;

export function paymentDay(context: Context, asked: string | undefined, pointer = '/payment_date'): string {
  const day = asked ?? context.today;
  if (day <= addDays(context.today, futureDaysMax)) return day;
  throw fault(pointer, 'in_future', 'A payment may be dated tomorrow at the latest.');
}
