import type { Decimal } from '../../core/decimal.ts';
import { divide } from '../../core/rounding.ts';
import type { KeyedTax } from '../handover/index.ts';
import { minus, rounded } from './amounts.ts';
import type { FoundAccount } from './find-accounts.ts';

/** A line of an entry; a debit is above zero. */
export type Line = { readonly account: FoundAccount; readonly value: Decimal; readonly memo: string | undefined };

export type TaxAccounts = { readonly input: FoundAccount; readonly output: FoundAccount };

/** A hundred percent, in millionths of a percent. */
const whole = 100_000_000n;

const moneyTypes: ReadonlySet<string> = new Set(['cash', 'bank', 'credit_card']);

/** The account that a tax is on, of the two of a row: income or cost, else what is no money. */
export function taxedOf(accounts: readonly FoundAccount[]): FoundAccount | undefined {
  const results = accounts.filter((one) => one.class === 'revenue' || one.class === 'expense');
  if (results.length > 0) return results.length === 1 ? results[0] : undefined;
  const others = accounts.filter(({ type }) => !moneyTypes.has(type));
  return others.length === 1 ? others[0] : undefined;
}

/**
 * The lines of a row with its tax on accounts of its own, as DATEV computes it: out of the gross amount, or, of what
 * the buyer owes, on top of it on both sides.
 */
export function withTax(
  lines: readonly Line[],
  { side, percentage }: KeyedTax,
  { taxed, input, output }: TaxAccounts & { readonly taxed: FoundAccount },
): Line[] {
  return lines.flatMap((line) => {
    if (line.account.id !== taxed.id) return [line];
    const { units } = rounded(line.value);
    const of = (minor: bigint): Decimal => ({ units: minor, scale: 2 });
    if (side === 'both') {
      const tax = of(divide(units * percentage, whole, 'half_up'));
      return [line, { ...line, account: input, value: tax }, { ...line, account: output, value: minus(of(0n), tax) }];
    }
    const tax = of(divide(units * percentage, whole + percentage, 'half_up'));
    const account = side === 'output' ? output : input;
    return [
      { ...line, value: minus(line.value, tax) },
      { ...line, account, value: tax },
    ];
  });
}
