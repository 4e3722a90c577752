/** Payments that the bank was asked for: it gives back their ids, or books all of a day as one line. */
import { absolute } from '../core/absolute.ts';
import { daysBetween } from '../core/calendar.ts';
import { sum } from '../core/list.ts';
import { scoreOf, told } from './candidates.ts';
import type { Line, OrderedPayment, Suggestion, Target } from './model.ts';

/** A bank may take so long for a batch that it books without saying whose it is. */
const daysAround = 5;

export class OrderedPayments {
  #payments: readonly OrderedPayment[];

  constructor(payments: readonly OrderedPayment[]) {
    this.#payments = payments;
  }

  /** Takes off what a line was matched with. */
  take(targets: readonly Target[]): void {
    const taken = new Set(targets.map(({ id }) => id));
    this.#payments = this.#payments.filter((payment) => payment.targets.every(({ id }) => !taken.has(id)));
  }

  /** At most one: what the line names, else the only batch that comes to it. Nothing that is not exact to the cent. */
  candidatesFor(line: Line): Suggestion[] {
    if (line.amount >= 0n) return [];
    const ids = new Set(line.orderIds ?? []);
    const named = this.#payments.filter(({ endToEndId }) => ids.has(endToEndId.toUpperCase()));
    if (named.length > 0) return comesTo(line, named) ? [suggestion(named, 'ordered')] : [];
    const batches = [...Map.groupBy(this.#payments, ({ batchId }) => batchId)].filter(([, all]) => comesTo(line, all));
    const own = batches.find(([id]) => ids.has(id.toUpperCase()));
    if (own !== undefined) return [suggestion(own[1], 'ordered')];
    const near = batches.filter(([, all]) =>
      all.every(({ day }) => Math.abs(daysBetween(day, line.day)) <= daysAround),
    );
    const [only, other] = near;
    // One payment alone is an amount like any other; a sum of several hits no line by chance.
    return only !== undefined && other === undefined && only[1].length > 1
      ? [suggestion(only[1], 'ordered_batch')]
      : [];
  }
}

function comesTo(line: Line, payments: readonly OrderedPayment[]): boolean {
  return sum(payments.map(({ amount }) => amount)) === absolute(line.amount);
}

function suggestion(payments: readonly OrderedPayment[], by: 'ordered' | 'ordered_batch'): Suggestion {
  const [first] = payments;
  const value = payments.length === 1 ? (first?.endToEndId ?? null) : (first?.batchId ?? null);
  const evidence = [told(by, value), told('amount')];
  return {
    score: scoreOf(evidence),
    targets: payments.flatMap(({ targets }) => targets),
    fee: 0n,
    isExplained: true,
    isCertain: true,
    evidence,
  };
}
