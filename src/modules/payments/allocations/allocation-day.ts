import { addDays, type Day, laterOf } from '../../../core/calendar.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Day as DayInput } from '../../../wire/index.ts';

/** Input of what settles debts with credit. */
export const allocationDate = DayInput.optional().describe(
  'Date on which the credit is applied. Default: for each sale, the first day on which both the credit and ' +
    'the debt existed. Without `allocations`, only what was owed by that day is paid.',
);

type Meeting = {
  /** Of the payment whose credit is used. */
  readonly paid: Day;
  /** The day since which so much of the payment is free. */
  readonly free: Day;
  /** Of what is settled. */
  readonly owed: Day;
};

const futureDaysMax = 1;

/** The day on which credit settles a debt: as asked, else the first on which there were both. Nothing moves it. */
export function allocationDay(context: Context, asked: Day | undefined, { paid, free, owed }: Meeting): Day {
  const first = laterOf(free, owed);
  if (asked === undefined) return first;
  if (asked < paid)
    throw fault('/date', 'before_payment', `The payment was received on ${paid}: send that day or a later one.`);
  if (asked < free) {
    throw fault('/date', 'before_use', `The credit was applied elsewhere until ${free}: send that day or a later one.`);
  }
  if (asked < owed) throw fault('/date', 'before_debt', `The sale is owed from ${owed}: send that day or a later one.`);
  if (asked <= laterOf(addDays(context.today, futureDaysMax), first)) return asked;
  throw fault('/date', 'in_future', 'Credit may be applied tomorrow at the latest.');
}
