/** What a bill comes to on the day of its payment, with the discount that it is in time for. */
import { type Day, laterOf } from '../../../core/calendar.ts';
import { discountOf, discountOn, discountWith, type DatedDiscount } from '../../../core/early-discount.ts';
import { targetDayFrom, targetDayUntil } from '../../../core/target-day.ts';
import { type Sql, sql } from '../../../db/sql.ts';

export const timings = ['day', 'due_date', 'discount'] as const;
export type Timing = (typeof timings)[number];

/** A row of `payable_bills`. Amounts are minor units. */
export type Bill = {
  readonly id: string;
  readonly number: string;
  readonly supplier_id: string | null;
  readonly payee_name: string | null;
  readonly supplier_invoice_number: string | null;
  readonly status: 'posted' | 'voided';
  readonly expense_date: Day;
  readonly due_date: Day;
  readonly currency: string;
  readonly due: bigint;
  readonly early_discounts: readonly { readonly percent: string; readonly days: number; readonly until: Day }[];
};

export const billColumns: Sql = sql`bill.id, bill.number, bill.supplier_id, bill.payee_name,
  bill.supplier_invoice_number, bill.status, bill.expense_date, bill.due_date, bill.currency, bill.due,
  bill.early_discounts`;

/** What leaves the account, and what the supplier lets off beside it. */
export type Payable = { readonly amount: bigint; readonly discount: bigint };

export type Wanted = {
  /** Undefined for all that is open. */
  readonly amount: bigint | undefined;
  readonly takesDiscount: boolean;
};

/**
 * A planned payment has no time on the way to lose: beyond the next working day, no day of grace is counted on. Money
 * that is late after all is measured by what the business grants when it is recorded.
 */
const grace = 0;

/** Of a bill that is paid on a day. */
export function payableOn(bill: Pick<Bill, 'due' | 'early_discounts'>, day: Day, wanted: Wanted): Payable {
  const { due } = bill;
  const percent = wanted.takesDiscount ? (discountOn(tiersOf(bill), { paid: day, grace })?.percent ?? 0n) : 0n;
  const { amount } = wanted;
  if (amount !== undefined) return { amount, discount: discountWith(amount, { due, percent }) };
  const discount = discountOf(due, percent);
  return { amount: due - discount, discount };
}

/** The best discount that a payment from this day on may still take, with the last day to send the money. */
export type Saving = { readonly until: Day; readonly pay_by: Day; readonly discount: bigint };

export function savingFrom(bill: Pick<Bill, 'due' | 'early_discounts'>, today: Day): Saving | undefined {
  const open = tiersOf(bill).filter(({ until }) => targetDayUntil(until) >= today);
  const [best] = open.toSorted((a, b) => (a.percent > b.percent ? -1 : a.percent < b.percent ? 1 : 0));
  if (best === undefined) return undefined;
  return {
    until: best.until,
    pay_by: targetDayUntil(best.until),
    discount: discountOf(bill.due, best.percent),
  };
}

/** The best discount of all that the terms of a bill had, in time or not. */
export function bestDiscount({ due, early_discounts: tiers }: Pick<Bill, 'due' | 'early_discounts'>): bigint {
  return tiers.map(({ percent }) => discountOf(due, BigInt(percent))).reduce((a, b) => (a > b ? a : b), 0n);
}

function tiersOf({ early_discounts: tiers }: Pick<Bill, 'early_discounts'>): DatedDiscount[] {
  return tiers.map(({ percent, days, until }) => ({ percent: BigInt(percent), days, until }));
}

/**
 * The day on which a bill is paid: the last one on which banks move money and that is not too late, never before
 * today. Undefined where no discount is left to be in time for.
 */
export function dayToPay(bill: Bill, timing: Exclude<Timing, 'day'>, today: Day): Day | undefined {
  const last = timing === 'due_date' ? targetDayUntil(bill.due_date) : savingFrom(bill, today)?.pay_by;
  return last === undefined ? undefined : targetDayFrom(laterOf(laterOf(last, today), bill.expense_date));
}

/** The day on which the money leaves: what was to be sent before today leaves today at the earliest. */
export function leavingDay(plan: { readonly pay_on: Day; readonly execution: string }, today: Day): Day {
  const day = laterOf(plan.pay_on, today);
  return plan.execution === 'file' ? targetDayFrom(day) : day;
}
