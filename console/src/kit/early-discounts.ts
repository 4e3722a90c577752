import { filled, words } from '../words/index.ts';
import { figure, isNothing, longDay, money, today } from './values.ts';

/** Early-payment discounts of a sale or bill, as the API has them. */
export type EarlyDiscount = {
  readonly percent: string;
  readonly until: string;
  readonly discount: string;
  readonly payable: string;
};

type Owed = { readonly early_discounts?: readonly EarlyDiscount[] | undefined; readonly currency: string };

/** Those that are still to be had. */
function inTime({ early_discounts: all = [] }: Owed): readonly EarlyDiscount[] {
  return all.filter(({ until, discount }) => until >= today() && !isNothing(discount));
}

/** A sentence for each: until when, and what to pay. */
export function earlyTexts(owed: Owed): readonly string[] {
  return inTime(owed).map(({ percent, until, payable }) =>
    filled(words.value.earlyDiscount.until, {
      percent: figure(percent),
      date: longDay(until),
      amount: money(payable, owed.currency),
    }),
  );
}

/** Amount payable today: the amount due, less the best early-payment discount still available. */
export function payableToday(owed: Owed & { readonly amount_due: string }): string {
  return inTime(owed)[0]?.payable ?? owed.amount_due;
}
