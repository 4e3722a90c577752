import { minorDigits } from './currency.ts';
import { at, sum } from './list.ts';
import { documentMax } from './money.ts';
import { divide } from './rounding.ts';
import { shareOut } from './share.ts';
import { type AppliedTax, applyTaxes, hundredPercent, sumTaxes, type TaxRate, type TaxRules } from './tax.ts';

/** A tax on a purchase: `recoverable`, in millionths of a percent, is what the tax office gives back of it. */
export type PurchaseTax = TaxRate & { readonly recoverable: bigint };

/** An amount in minor units, with its taxes inside or not as the rules say; each tax once at most. */
export type DraftExpenseLine = { readonly amount: bigint; readonly taxes: readonly PurchaseTax[] };
export type ExpenseDraft = TaxRules & { readonly currency: string; readonly lines: readonly DraftExpenseLine[] };

export type PurchaseTaxed = AppliedTax & { readonly rate: PurchaseTax; readonly recoverable: bigint };

/**
 * Amounts of a line, in minor units, and of the whole expense: sums of its lines. These hold exactly for both:
 * - total = net + tax, and total + selfAssessed = cost + recoverable
 * - total is the sum of the amounts that were asked, where they include tax; else net is
 */
export type ExpenseAmounts = {
  readonly net: bigint;
  readonly tax: bigint;
  /** Tax by reverse charge: owed to the tax office, not to the supplier. */
  readonly selfAssessed: bigint;
  /** Of all tax, what is claimed back. */
  readonly recoverable: bigint;
  /** The net, and the tax that is not claimed back. */
  readonly cost: bigint;
  readonly total: bigint;
  /** One for each rate. */
  readonly taxes: readonly PurchaseTaxed[];
};
export type PricedExpense = { readonly lines: readonly ExpenseAmounts[]; readonly totals: ExpenseAmounts };

/** Faults of the input of an expense; `line` is a position from zero. */
const reasons = {
  currency_unknown: 'the currency is not one of ISO 4217',
  amount_not_positive: 'an amount is more than zero',
  tax_repeated: 'a tax is charged once at most',
  withholding_tax: 'a tax that is withheld is not charged by a supplier',
  amount_too_large: 'the amount is too large to keep',
} as const;

export class ExpenseFault extends Error {
  override readonly name = 'ExpenseFault';
  readonly code: keyof typeof reasons;
  readonly line: number | undefined;

  constructor(code: keyof typeof reasons, line?: number) {
    super(reasons[code]);
    this.code = code;
    this.line = line;
  }
}

/**
 * Prices an expense: its taxes as {@link applyTaxes} has them, and the recoverable part of each.
 *
 * The recoverable part of a rate is rounded once for the document and shared out to the lines by largest remainder, or
 * rounded once per line, as the taxes are. Throws {@link ExpenseFault} for faults of the input.
 */
export function priceExpense(draft: ExpenseDraft): PricedExpense {
  if (minorDigits(draft.currency) === undefined) throw new ExpenseFault('currency_unknown');
  for (const [line, { amount, taxes }] of draft.lines.entries()) check(amount, taxes, line);
  const taxed = applyTaxes(draft.lines, draft);
  const recoverable = recoverableOf(
    taxed.map(({ taxes }) => taxes),
    draft,
  );
  const lines = taxed.map(({ net, tax, taxes }, position): ExpenseAmounts => {
    const own = at(recoverable, position);
    return amountsOf(
      { net, tax },
      taxes.map((one, index) => withRecoverable(one, at(own, index))),
    );
  });
  const net = sum(lines.map((line) => line.net));
  const tax = sum(lines.map((line) => line.tax));
  if (net + tax > documentMax) throw new ExpenseFault('amount_too_large');
  return { lines, totals: amountsOf({ net, tax }, summed(lines)) };
}

function check(amount: bigint, taxes: readonly PurchaseTax[], line: number): void {
  if (amount <= 0n) throw new ExpenseFault('amount_not_positive', line);
  if (new Set(taxes.map(({ id }) => id)).size < taxes.length) throw new ExpenseFault('tax_repeated', line);
  if (taxes.some(({ kind }) => kind === 'withholding')) throw new ExpenseFault('withholding_tax', line);
  if (taxes.some(({ recoverable }) => recoverable < 0n || recoverable > hundredPercent)) {
    throw new RangeError('between nothing and all of a tax is recoverable');
  }
}

/** For each line, for each of its taxes: what is recoverable of it. */
function recoverableOf(
  taxesByLine: readonly (readonly AppliedTax[])[],
  { taxRounding, roundingMode }: TaxRules,
): bigint[][] {
  const part = ({ rate }: AppliedTax, amount: bigint) =>
    divide(amount * recoverablePercent(rate), hundredPercent, roundingMode);
  const result = taxesByLine.map((taxes) => taxes.map((tax) => part(tax, tax.amount)));
  if (taxRounding === 'per_line') return result;
  const places = taxesByLine.flatMap((taxes, line) => taxes.map((tax, index) => ({ tax, line, index })));
  for (const ofRate of Map.groupBy(places, ({ tax }) => tax.rate.id).values()) {
    const amounts = ofRate.map(({ tax }) => tax.amount);
    const shares = shareOut(part(at(ofRate, 0).tax, sum(amounts)), amounts);
    for (const [position, { line, index }] of ofRate.entries()) at(result, line)[index] = at(shares, position);
  }
  return result;
}

function amountsOf({ net, tax }: { net: bigint; tax: bigint }, taxes: readonly PurchaseTaxed[]): ExpenseAmounts {
  const recoverable = sum(taxes.map((one) => one.recoverable));
  const selfAssessed = sum(taxes.filter(({ rate }) => rate.kind === 'reverse_charge').map(({ amount }) => amount));
  const total = net + tax;
  return { net, tax, selfAssessed, recoverable, cost: total + selfAssessed - recoverable, total, taxes };
}

function summed(lines: readonly ExpenseAmounts[]): PurchaseTaxed[] {
  return sumTaxes(lines).map((row) => {
    const own = lines.flatMap(({ taxes }) => taxes.filter(({ rate }) => rate.id === row.rate.id));
    return withRecoverable(row, sum(own.map(({ recoverable }) => recoverable)));
  });
}

function withRecoverable(tax: AppliedTax, recoverable: bigint): PurchaseTaxed {
  return { ...tax, rate: purchaseTax(tax.rate), recoverable };
}

function recoverablePercent(rate: TaxRate): bigint {
  return purchaseTax(rate).recoverable;
}

/** A priced expense already carries the recoverable part of each tax. */
function purchaseTax(rate: TaxRate): PurchaseTax {
  if ('recoverable' in rate && typeof rate.recoverable === 'bigint') return { ...rate, recoverable: rate.recoverable };
  throw new RangeError(`tax ${rate.id} was applied and never given`);
}
