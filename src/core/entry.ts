import type { Day } from './calendar.ts';
import { isKeepable, type Money, money } from './money.ts';

export type EntryKind = 'system' | 'manual' | 'opening' | 'reversal' | 'closing' | 'fx_revaluation';

/** The event and the record that an entry was posted for, such as `sale.confirmed` and the id of the sale. */
export type EntrySource = { readonly type: string; readonly id: string; readonly event?: string | undefined };

export type EntryHeader = {
  readonly kind: EntryKind;
  readonly date: Day;
  readonly memo: string;
  readonly source: EntrySource;
  readonly reversesId?: string | undefined;
};

/** Dimensions of a line beside its account. Reports group by these. */
export type EntryDimensions = {
  readonly clientId?: string | undefined;
  readonly productId?: string | undefined;
  readonly variantId?: string | undefined;
  readonly memberId?: string | undefined;
  readonly locationId?: string | undefined;
  readonly taxRateId?: string | undefined;
  /** Values of the organisation's own dimensions, one of each at most, in the order of the dimensions. */
  readonly dimensionIds?: readonly string[] | undefined;
};

/**
 * One side of an entry: `amount` in minor units of the organisation's base currency, debits positive, credits
 * negative, never zero. `foreign` is the same amount as it was agreed in another currency, with the same sign;
 * `taxBase` is what a tax on this line was counted from, in the currency of the document, with the sign of the line.
 */
export type EntryLine = EntryDimensions & {
  readonly account: string;
  readonly amount: bigint;
  readonly foreign?: Money | undefined;
  readonly taxBase?: bigint | undefined;
};

/** One journal entry: at least two lines that sum to zero. */
export type Entry = EntryHeader & { readonly lines: readonly EntryLine[] };

const reasons = {
  entry_too_short: 'an entry has two lines at least',
  entry_line_zero: 'a line is a debit or a credit and never zero',
  entry_unbalanced: 'debits and credits are equal',
  amount_too_large: 'the amount is too large to keep',
} as const;

/** Why lines are no entry; `difference` is what debits are more than credits, `line` a position from zero. */
export class EntryFault extends Error {
  override readonly name = 'EntryFault';
  readonly code: keyof typeof reasons;
  readonly difference: bigint | undefined;
  readonly line: number | undefined;

  constructor(code: keyof typeof reasons, where: { readonly difference?: bigint; readonly line?: number } = {}) {
    super(where.difference === undefined ? reasons[code] : `${reasons[code]}: off by ${where.difference}`);
    this.code = code;
    this.difference = where.difference;
    this.line = where.line;
  }
}

/** The only way to an entry: asserts that it has two lines, none of them zero, and that it balances. */
export function entry(header: EntryHeader, lines: readonly EntryLine[]): Entry {
  if (lines.length < 2) throw new EntryFault('entry_too_short');
  let difference = 0n;
  for (const [line, { amount }] of lines.entries()) {
    if (amount === 0n) throw new EntryFault('entry_line_zero', { line });
    if (!isKeepable(amount)) throw new EntryFault('amount_too_large', { line });
    difference += amount;
  }
  if (difference !== 0n) throw new EntryFault('entry_unbalanced', { difference });
  return { ...header, lines };
}

/**
 * The entry of what is left when lines with the same account, side and dimensions are one, and zeros are none.
 *
 * Undefined where nothing is left, as for a sale with everything taken off.
 */
export function mergedEntry(header: EntryHeader, lines: readonly EntryLine[]): Entry | undefined {
  const merged = mergeLines(lines);
  return merged.length === 0 ? undefined : entry(header, merged);
}

/** One line per account, side and dimensions, in order of first appearance; zeros are left out. */
export function mergeLines(lines: readonly EntryLine[]): EntryLine[] {
  const merged = new Map<string, EntryLine>();
  for (const line of lines) {
    if (line.amount === 0n) continue;
    const key = keyOf(line);
    const before = merged.get(key);
    merged.set(key, before === undefined ? line : together(before, line));
  }
  return [...merged.values()];
}

/** The lines of an entry with debits and credits changed over. */
export function negateLines(lines: readonly EntryLine[]): EntryLine[] {
  return lines.map((line) => ({
    ...line,
    amount: -line.amount,
    ...(line.foreign && { foreign: money(-line.foreign.minor, line.foreign.currency) }),
    ...(line.taxBase !== undefined && { taxBase: -line.taxBase }),
  }));
}

function keyOf(line: EntryLine): string {
  const { clientId, productId, variantId, memberId, locationId, taxRateId, dimensionIds, foreign } = line;
  const about = [
    clientId,
    productId,
    variantId,
    memberId,
    locationId,
    taxRateId,
    foreign?.currency,
    dimensionIds?.join(),
  ];
  return `${line.account}\n${line.amount > 0n}\n${about.join('\n')}`;
}

function together(left: EntryLine, right: EntryLine): EntryLine {
  return {
    ...left,
    amount: left.amount + right.amount,
    ...(left.foreign &&
      right.foreign && { foreign: money(left.foreign.minor + right.foreign.minor, left.foreign.currency) }),
    ...(left.taxBase !== undefined && { taxBase: left.taxBase + (right.taxBase ?? 0n) }),
  };
}
