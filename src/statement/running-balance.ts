import { money } from '../core/money.ts';
import type { Balance, StatementLine } from './model.ts';
import type { Problems } from './problem.ts';

type Chained = { readonly opening: Balance | null; readonly closing: Balance | null };

/**
 * Opening and closing balance of lines that each say the balance after them, oldest or newest first. Nothing is
 * concluded from balances that do not follow from each other.
 */
export function withRunningBalance(all: readonly StatementLine[], problems: Problems): Chained {
  const lines = all.filter(({ status, runningBalance }) => status === 'booked' && runningBalance !== null);
  if (lines.length === 0) return nothing;
  const newestFirst = lines.toReversed();
  const [up, down] = [breaksIn(lines), breaksIn(newestFirst)];
  const isUp = up.length === down.length ? isOldestFirst(lines) : up.length < down.length;
  const breaks = isUp ? up : down;
  const inOrder = isUp ? lines : newestFirst;
  const [broken] = breaks;
  if (broken !== undefined) {
    tell(broken, inOrder, problems);
    return nothing;
  }
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  const [earliest, latest] = [first?.runningBalance ?? null, last?.runningBalance ?? null];
  if (first === undefined || last === undefined || earliest === null || latest === null) return nothing;
  const before = money(earliest.minor - effectOf(first), first.amount.currency);
  return {
    opening: { amount: before, day: first.bookingDay },
    closing: { amount: latest, day: last.bookingDay },
  };
}

const nothing: Chained = { opening: null, closing: null };

function isOldestFirst(lines: readonly StatementLine[]): boolean {
  return (lines[0]?.bookingDay ?? '') <= (lines.at(-1)?.bookingDay ?? '');
}

/** Effect of a line on the balance, charges beside the amount included. */
export function effectOf({ amount, charges }: Pick<StatementLine, 'amount' | 'charges'>, sign = 1n): bigint {
  const apart = charges.filter(({ isIncluded, amount: charge }) => !isIncluded && charge.currency === amount.currency);
  return sign * amount.minor - apart.reduce((sum, charge) => sum + charge.amount.minor, 0n);
}

function breaksIn(lines: readonly StatementLine[], sign = 1n): readonly StatementLine[] {
  return lines.filter((line, index) => {
    const before = lines[index - 1]?.runningBalance ?? null;
    return before !== null && line.runningBalance?.minor !== before.minor + effectOf(line, sign);
  });
}

function tell(broken: StatementLine, inOrder: readonly StatementLine[], problems: Problems): void {
  const { place } = broken;
  if (breaksIn(inOrder, -1n).length === 0) {
    const message = 'the balances follow if every amount has the other sign: say whether the signs are reversed';
    problems.add({ weight: 'question', code: 'signs_unsure', message, place });
    return;
  }
  const message =
    'the balance after this line is not that of the line before and the amount: a line is missing or wrong';
  problems.add({ weight: 'warning', code: 'running_balance_broken', message, place });
}
