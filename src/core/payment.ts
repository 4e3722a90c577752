import { ascending } from './order.ts';
import type { Day } from './calendar.ts';
import { sum } from './list.ts';

/** Amount due on a sale or an invoice, in minor units, with its due date. */
export type Due = { readonly id: string; readonly due: bigint; readonly dueDate: Day };
export type Allocation = { readonly id: string; readonly amount: bigint };

/** The parts sum to the payment: what is `unapplied` becomes the client's credit. */
export type Allocated = { readonly allocations: readonly Allocation[]; readonly unapplied: bigint };

export type AllocationPolicy = 'oldest_due_first' | 'exact_match' | 'none';

const reasons = {
  payment_not_positive: 'a payment is more than zero',
  allocation_not_positive: 'an allocation is more than zero',
  allocation_repeated: 'a payment is allocated to each target once',
  target_unknown: 'nothing is due on the target',
  amount_exceeds_due: 'more is allocated than is due',
  allocations_exceed_payment: 'more is allocated than was paid',
} as const;

/** A fault of the input of a payment; `target` is an id, `allowed` the largest amount possible. */
export class PaymentFault extends Error {
  override readonly name = 'PaymentFault';
  readonly code: keyof typeof reasons;
  readonly target: string | undefined;
  readonly allowed: bigint | undefined;

  constructor(code: keyof typeof reasons, where: { readonly target?: string; readonly allowed?: bigint } = {}) {
    super(reasons[code]);
    this.code = code;
    this.target = where.target;
    this.allowed = where.allowed;
  }
}

/**
 * Spreads a payment over what is due: the oldest first, and of the same day in the order given.
 *
 * With `exact_match` it goes as a whole to the oldest debt of exactly this amount, or nowhere; with `none` nowhere.
 */
export function spread(amount: bigint, dues: readonly Due[], policy: AllocationPolicy = 'oldest_due_first'): Allocated {
  if (amount <= 0n) throw new PaymentFault('payment_not_positive');
  const oldestFirst = dues.filter(isCandidate(amount, policy)).toSorted(byDueDate);
  const allocations: Allocation[] = [];
  let unapplied = amount;
  for (const { id, due } of oldestFirst) {
    if (unapplied === 0n) break;
    const part = due < unapplied ? due : unapplied;
    allocations.push({ id, amount: part });
    unapplied -= part;
  }
  return { allocations, unapplied };
}

/** Checks allocations that a caller chose: each is at most what is due, and together they are at most the payment. */
export function checkAllocations(
  amount: bigint,
  allocations: readonly Allocation[],
  dues: readonly Pick<Due, 'id' | 'due'>[],
): Allocated {
  if (amount <= 0n) throw new PaymentFault('payment_not_positive');
  const dueById = new Map(dues.map(({ id, due }) => [id, due]));
  const seen = new Set<string>();
  for (const { id: target, amount: part } of allocations) {
    const allowed = dueById.get(target);
    if (allowed === undefined) throw new PaymentFault('target_unknown', { target });
    if (seen.has(target)) throw new PaymentFault('allocation_repeated', { target });
    if (part <= 0n) throw new PaymentFault('allocation_not_positive', { target });
    if (part > allowed) throw new PaymentFault('amount_exceeds_due', { target, allowed });
    seen.add(target);
  }
  const unapplied = amount - sum(allocations.map((one) => one.amount));
  if (unapplied < 0n) throw new PaymentFault('allocations_exceed_payment', { allowed: amount });
  return { allocations, unapplied };
}

/** All that has happened to what a document asks for. Each is zero or more; `writtenOff` was given up. */
export type Settlement = {
  readonly total: bigint;
  readonly paid: bigint;
  readonly refunded: bigint;
  readonly credited: bigint;
  readonly writtenOff?: bigint | undefined;
  /** Early-payment discounts taken or granted. */
  readonly discounted?: bigint | undefined;
};

/** Amount due; below zero, an overpayment, which is the client's credit. */
export function amountDue(settlement: Settlement): bigint {
  const { total, paid, refunded, credited, writtenOff = 0n, discounted = 0n } = settlement;
  return total - credited - writtenOff - discounted - paid + refunded;
}

export type PaymentStatus = 'unpaid' | 'partially_paid' | 'paid' | 'overpaid' | 'partially_refunded' | 'refunded';

/**
 * The status is derived from the amounts and never stored.
 *
 * A refund up to the overpayment only returns the excess. Beyond that, it is a refund of the sale: partial until the
 * whole payment is returned. A total of zero is paid from the start; a debt written off before any payment never is.
 */
export function paymentStatus(settlement: Settlement): PaymentStatus {
  const { total, paid, refunded, credited, writtenOff = 0n } = settlement;
  const excess = paid > total ? paid - total : 0n;
  const givenBack = refunded - excess;
  if (givenBack > 0n && givenBack >= paid - excess) return 'refunded';
  const due = amountDue(settlement);
  if (due < 0n) return 'overpaid';
  if (givenBack > 0n) return 'partially_refunded';
  const isUnpaid = paid + credited === 0n;
  if (due === 0n) return isUnpaid && writtenOff > 0n ? 'unpaid' : 'paid';
  return isUnpaid ? 'unpaid' : 'partially_paid';
}

/**
 * The part of a payment that is neither refunded nor allocated. Throws where more is than was paid, as books are wrong
 * then.
 */
export function unappliedOf(payment: {
  readonly amount: bigint;
  readonly refunded: bigint;
  readonly allocated: bigint;
}): bigint {
  const unapplied = payment.amount - payment.refunded - payment.allocated;
  if (unapplied < 0n) throw new RangeError(`a payment of ${payment.amount} is used ${-unapplied} too much`);
  return unapplied;
}

/** So much more of a payment is free from a day on or, below zero, used. */
export type CreditChange = { readonly day: Day; readonly by: bigint };

/** The first day since which so much of a payment was never used otherwise. */
export function freeSince(
  payment: { readonly amount: bigint; readonly day: Day },
  needed: bigint,
  changes: readonly CreditChange[],
): Day {
  if (needed === 0n) return payment.day;
  const byDay = Map.groupBy(changes, ({ day }) => day);
  let free = payment.amount;
  let since = payment.day;
  for (const [day, ofDay] of [...byDay].toSorted(ascending(([key]) => key))) {
    const before = free;
    free += sum(ofDay.map(({ by }) => by));
    if (before < needed && free >= needed) since = day;
  }
  return since;
}

/** Use from a day on, until it is undone. */
export function usedFrom(amount: bigint, day: Day, undone: Day | null): CreditChange[] {
  return [{ day, by: -amount }, ...(undone === null ? [] : [{ day: undone, by: amount }])];
}

function isCandidate(
  amount: bigint,
  policy: AllocationPolicy,
): (due: Due, index: number, all: readonly Due[]) => boolean {
  if (policy === 'none') return () => false;
  if (policy === 'oldest_due_first') return ({ due }) => due > 0n;
  return (one) => one.due === amount;
}

function byDueDate(left: Due, right: Due): number {
  if (left.dueDate === right.dueDate) return 0;
  return left.dueDate < right.dueDate ? -1 : 1;
}
