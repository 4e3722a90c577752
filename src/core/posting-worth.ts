/** Values lines of another currency in the base currency. */
import type { Accounts, PostingHeader } from './account.ts';
import { type Entry, type EntryDimensions, type EntryLine, mergedEntry } from './entry.ts';
import { convert, type Exchange } from './exchange.ts';
import { sum } from './list.ts';
import { money } from './money.ts';

export type ExchangeAccounts = Accounts<'fxGain' | 'fxLoss'>;

/** A line in the currency that was agreed on; `base` is its worth where that is known, with the sign of the line. */
export type Leg = EntryDimensions & {
  readonly account: string;
  readonly amount: bigint;
  readonly base?: bigint | undefined;
  readonly taxBase?: bigint | undefined;
};

/** The line as it stands in the books. */
export function inBase({ base, ...leg }: Leg, exchange: Exchange | undefined): EntryLine {
  if (!isForeign(exchange)) return leg;
  return { ...leg, amount: base ?? convert(leg.amount, exchange), foreign: money(leg.amount, exchange.from) };
}

/**
 * Converts every line before any are merged, so that reports which add up the lines of a document say what the books
 * say; and gives what rounding leaves over, half a unit per line at most, to the rounding account.
 */
export function roundedInBase(
  legs: readonly Leg[],
  { exchange, rounding }: { readonly exchange: Exchange | undefined; readonly rounding: string },
): readonly EntryLine[] {
  const lines = legs.map((leg) => inBase(leg, exchange));
  if (!isForeign(exchange)) return lines;
  return [...lines, { account: rounding, amount: -sum(lines.map(({ amount }) => amount)) }];
}

type Settling = {
  readonly header: PostingHeader;
  readonly accounts: ExchangeAccounts;
  readonly exchange?: Exchange | undefined;
};

/** Values each leg, and calls what the rates of two days leave over a gain or a loss in foreign currency. */
export function settled({ header, accounts, exchange }: Settling, legs: readonly Leg[]): Entry | undefined {
  const lines = legs.map((leg) => inBase(leg, exchange));
  const gain = isForeign(exchange) ? sum(lines.map((line) => line.amount)) : 0n;
  const difference = { account: gain > 0n ? accounts.fxGain : accounts.fxLoss, amount: -gain };
  return mergedEntry({ ...header, kind: 'system' }, [...lines, difference]);
}

function isForeign(exchange: Exchange | undefined): exchange is Exchange {
  return exchange !== undefined && exchange.from !== exchange.to;
}
