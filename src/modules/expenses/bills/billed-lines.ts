import { type Decimal, parseDecimal, percentScale, rescale } from '../../../core/decimal.ts';
import { minorDigits } from '../../../core/currency.ts';
import { sum } from '../../../core/list.ts';
import { divide } from '../../../core/rounding.ts';
import { hundredPercent } from '../../../core/tax.ts';
import type { FileEInvoice } from '../../files/index.ts';
import type { TaxRateForSale } from '../../products/index.ts';
import type { LineGiven } from '../expense-input.ts';
import { linesMax } from '../expense-input.ts';

type Filed = Pick<LineGiven, 'category_id' | 'category'>;
type Noted = { readonly code: string; readonly message: string };

export type BilledLines = {
  readonly lines: readonly LineGiven[];
  /** Amounts include tax. */
  readonly includeTax: boolean;
  readonly warnings: readonly Noted[];
};

type Taxed = Pick<FileEInvoice['taxes'][number], 'category' | 'percentage'>;

/**
 * The lines of a draft from an e-invoice: as they are where each can be one, else one for each tax. Tax for which the
 * organisation has no rate is part of the amount, so that what is owed is right, and none of it is claimed. Tax that
 * was rounded in another way than once for all lines is inside of the amounts, so that these are right to the cent.
 */
export function billedLines(invoice: FileEInvoice, rates: readonly TaxRateForSale[], filed: Filed): BilledLines {
  const ratesOf = (tax: Taxed) => ratesFor(tax, rates);
  const unknown = invoice.taxes.filter((row) => row.amount.minor !== 0n && ratesOf(row).length === 0);
  const includeTax = invoice.taxes.some((row) => ratesOf(row).length > 0 && !isRoundedOnce(row));
  const isPlain =
    unknown.length === 0 &&
    invoice.lines.length > 0 &&
    !includeTax &&
    sum(invoice.lines.map(({ amount }) => amount.minor)) === invoice.totals.net.minor &&
    invoice.lines_total <= linesMax &&
    invoice.lines.every(({ amount, category }) => amount.minor > 0n && category !== null);
  const lines = isPlain
    ? invoice.lines.map(({ description, quantity, amount, category, percentage }) => ({
        ...filed,
        description: shortened(quantity === null || quantity === '1' ? description : `${quantity} × ${description}`),
        amount: decimalOf(amount.minor, invoice),
        tax_rate_ids: ratesOf({ category: category ?? '', percentage }),
      }))
    : bySums(invoice, { ratesOf, filed, includeTax });
  return {
    lines,
    includeTax,
    warnings: [...unknown.map(rateUnknown), ...untold(invoice), ...selfAssessed(invoice, ratesOf)],
  };
}

function isRoundedOnce({ category, percentage, base, amount }: FileEInvoice['taxes'][number]): boolean {
  if (reversed.has(category)) return true;
  return divide(base.minor * percentOf(percentage), hundredPercent, 'half_up') === amount.minor;
}

type Summing = {
  readonly ratesOf: (tax: Taxed) => string[];
  readonly filed: Filed;
  readonly includeTax: boolean;
};

function bySums(invoice: FileEInvoice, { ratesOf, filed, includeTax }: Summing): LineGiven[] {
  const names = shortened([...new Set(invoice.lines.map(({ description }) => description))].join(', '));
  const rows = invoice.taxes.filter(({ base }) => base.minor > 0n);
  const sums =
    rows.length > 0 && rows.length === invoice.taxes.filter(({ base }) => base.minor !== 0n).length
      ? rows.map((row) => {
          const ids = ratesOf(row);
          const isInside = includeTax || ids.length === 0;
          return { ids, amount: isInside ? row.base.minor + row.amount.minor : row.base.minor };
        })
      : [{ ids: [], amount: invoice.totals.gross.minor }];
  return sums.map(({ ids, amount }) => ({
    ...filed,
    description: names === '' ? null : names,
    amount: decimalOf(amount, invoice),
    tax_rate_ids: ids,
  }));
}

const descriptionMax = 1_000;

function shortened(text: string): string {
  return text.slice(0, descriptionMax).toWellFormed().trim();
}

function decimalOf(minor: bigint, { currency }: FileEInvoice): Decimal {
  return { units: minor, scale: minorDigits(currency) ?? 2 };
}

const reversed: ReadonlySet<string> = new Set(['AE', 'K']);

/** The oldest rate that is the tax of the e-invoice; none where there is none, or nothing to tax. */
function ratesFor({ category, percentage }: Taxed, rates: readonly TaxRateForSale[]): string[] {
  if (reversed.has(category)) {
    return rates
      .filter(({ kind }) => kind === 'reverse_charge')
      .flatMap(({ id }) => id)
      .slice(0, 1);
  }
  const percent = percentOf(percentage);
  const same = rates.filter((rate) => rate.kind === 'standard' && rate.percentage === percent);
  const exact = same.find((rate) => rate.category === category);
  // A rate of nothing says why nothing is charged, so that only the same reason fits.
  const fitting = exact ?? (percent === 0n ? undefined : same[0]);
  return fitting === undefined ? [] : [fitting.id];
}

function percentOf(percentage: string | null): bigint {
  return rescale(parseDecimal(percentage ?? '0') ?? { units: 0n, scale: 0 }, percentScale) ?? 0n;
}

function rateUnknown({ category, percentage }: Taxed): Noted {
  const which = `${percentage ?? '0'} % of category ${category}`;
  return {
    code: 'tax_rate_unknown',
    message: `No purchase tax rate is ${which}, so the tax is part of the amount. Create the rate to claim it.`,
  };
}

/** MINIMUM of Factur-X says how much tax there is, and not of what rate. */
function untold({ taxes, totals }: FileEInvoice): Noted[] {
  if (taxes.length > 0 || totals.tax.minor === 0n) return [];
  const message = 'The e-invoice does not tell its tax by rate, so the tax is part of the amount. Choose the rate.';
  return [{ code: 'taxes_not_told', message }];
}

function selfAssessed({ taxes }: FileEInvoice, ratesOf: (tax: Taxed) => string[]): Noted[] {
  if (!taxes.some((tax) => reversed.has(tax.category) && ratesOf(tax).length === 0)) return [];
  return [
    {
      code: 'reverse_charge',
      message: 'Reverse charge applies: you owe the tax yourself. Choose the reverse-charge tax rate.',
    },
  ];
}
