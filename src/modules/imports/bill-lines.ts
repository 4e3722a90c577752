import type { Decimal } from '../../core/decimal.ts';
import { validationFailed } from '../../operation/errors.ts';
import { amountIn, isSame, minus, percentOf, product, rounded, sum, zero } from './amounts.ts';
import { truthIn } from './cells.ts';
import { percentStated } from './find-taxes.ts';
import type { Values } from './import-record.ts';

/** The amounts of the lines of a bill, all with tax or all without. */
export type BillLines = { readonly includesTax: boolean; readonly amounts: readonly Decimal[] };

/**
 * Gross amounts where each row has one, since those are what is owed; else net ones; else whatever amounts there are,
 * with or without tax as the file says or as they add up to its total.
 */
export function billLines(rows: readonly Values[], head: Values): BillLines {
  const all = (read: (values: Values) => Decimal | undefined): Decimal[] | undefined => {
    const amounts = rows.map(read);
    return amounts.includes(undefined) ? undefined : amounts.flatMap((amount) => amount ?? []);
  };
  const gross = all(({ gross: text }) => amountIn(text));
  if (gross !== undefined) return { includesTax: true, amounts: gross };
  const net = all(({ net: text }) => amountIn(text));
  if (net !== undefined) return { includesTax: false, amounts: net };
  const amounts = all(amountOf);
  const total = amountIn(head['total']);
  if (amounts !== undefined) return { includesTax: isGross(rows, amounts, head), amounts };
  if (total !== undefined && rows.length === 1) return { includesTax: true, amounts: [total] };
  const row = rows.findIndex((values) => amountOf(values) === undefined);
  throw amountMissing(Math.max(row, 0));
}

/** What a bill comes to with tax; undefined where a rate is only named. */
export function billTotal(rows: readonly Values[], { includesTax, amounts }: BillLines): Decimal | undefined {
  if (includesTax) return sum(amounts);
  const taxes = taxesOn(rows, amounts);
  return taxes && sum([...amounts, ...taxes]);
}

function amountOf({ amount, quantity, unit_price: price }: Values): Decimal | undefined {
  const said = amountIn(amount);
  const each = amountIn(price);
  if (said !== undefined || each === undefined) return said;
  return rounded(product(amountIn(quantity) ?? { units: 1n, scale: 0 }, each));
}

function isGross(rows: readonly Values[], amounts: readonly Decimal[], head: Values): boolean {
  const said = truthIn(head['amounts_include_tax']);
  if (said !== undefined) return said;
  const total = amountIn(head['total']);
  const taxes = taxesOn(rows, amounts);
  if (taxes?.every(({ units }) => units === 0n) === true) return false;
  if (total !== undefined && isSame(sum(amounts), total)) return true;
  if (total !== undefined && taxes !== undefined && isSame(sum([...amounts, ...taxes]), total)) return false;
  throw unsureOfTax();
}

/** As stated, else by the percentage of the rate. */
function taxesOn(rows: readonly Values[], amounts: readonly Decimal[]): Decimal[] | undefined {
  const taxes = rows.map(({ tax_amount: text, tax_rate: rate }, index) => {
    const percent = rate === undefined ? zero : percentStated(rate);
    return amountIn(text) ?? (percent && percentOf(amounts[index] ?? zero, percent));
  });
  return taxes.includes(undefined) ? undefined : taxes.flatMap((tax) => tax ?? []);
}

/** The tax that a row states, as such or by its net and its gross amount. */
export function taxStated({ tax_amount: text, net, gross }: Values): Decimal | undefined {
  const [without, whole] = [amountIn(net), amountIn(gross)];
  return amountIn(text) ?? (without && whole && minus(whole, without));
}

function amountMissing(row: number): Error {
  const message = 'Write an amount: net, gross, amount, or quantity and unit_price.';
  return validationFailed({ errors: [{ pointer: `/lines/${row}/amount`, code: 'required', message }], hint: message });
}

function unsureOfTax(): Error {
  const message = 'Say in amounts_include_tax whether the amounts include tax: yes or no.';
  return validationFailed({ errors: [{ pointer: '/amounts_include_tax', code: 'ambiguous', message }], hint: message });
}
