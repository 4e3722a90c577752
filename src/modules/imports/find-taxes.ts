import { folded } from '../../core/fold.ts';
import type { Decimal } from '../../core/decimal.ts';
import { amountIn, isSame, percentOf } from './amounts.ts';
import { allOf, missing } from './find.ts';
import type { ImportContext } from './import-context.ts';

type Rate = {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly percentage: string;
  readonly code: string | null;
  readonly status: string;
};

type Side = 'sales' | 'purchases';

const absent = 'none|no|zero|zero rated|tax exempt|exempt|keine|ohne|sans|geen|sin|exento|exonere|steuerfrei';
const taxWords = 'vat|tax|gst|steuer|ust|mwst|umsatzsteuer|tva|btw|iva';
const noTax = new RegExp(`^(?:0(?:[.,]0+)?\\s*%?|(?:${absent})(?: (?:${taxWords}))?(?: \\(0 ?%\\))?)$`);

/**
 * `19`, `19 %`, the code or the name of a rate, or a name with its percentage such as `20% (VAT on Expenses)`; several
 * with a plus between them. `0`, `none` and `No VAT` are no tax.
 */
export async function taxRateIds(context: ImportContext, text: string, side: Side = 'sales'): Promise<string[]> {
  const rates = await activeRates(context, side);
  const isName = rates.some((rate) => rate.name === text || rate.code === text);
  const wanted = isName ? [text] : text.split('+').map((part) => part.trim());
  return wanted.flatMap((part) => {
    if (isNoTax(part)) return [];
    const named = rates.filter((one) => one.percentage === plain(part) || one.code === part || one.name === part);
    const found = named.length > 0 ? named : ofPercentage(rates, part);
    const [rate, ...others] = found.length > 1 ? found.filter(({ kind }) => kind === 'standard') : found;
    if (rate === undefined && found.length === 0) throw missing('tax_rate', `There is no tax rate "${part}".`);
    if (rate === undefined || others.length > 0) {
      throw missing('tax_rate', `Several tax rates match "${part}": send the exact name.`);
    }
    return [rate.id];
  });
}

/** The one rate by which so much tax falls on a net amount; undefined where none or several give that. */
export async function taxRateOf(context: ImportContext, net: Decimal, tax: Decimal): Promise<string[] | undefined> {
  if (tax.units === 0n) return [];
  const rates = await activeRates(context, 'purchases');
  const fitting = rates.filter(({ kind, percentage }) => {
    const percent = amountIn(percentage);
    return kind === 'standard' && percent !== undefined && isSame(percentOf(net, percent), tax);
  });
  const [rate, ...others] = fitting;
  return rate === undefined || others.length > 0 ? undefined : [rate.id];
}

export function isNoTax(text: string): boolean {
  return noTax.test(folded(text));
}

/** The percentage that a cell states; undefined of a rate that is only named. */
export function percentStated(text: string | undefined): Decimal | undefined {
  if (text === undefined) return undefined;
  if (isNoTax(text)) return { units: 0n, scale: 0 };
  const inText = /(\d+(?:[.,]\d+)?)\s*%/.exec(text)?.[1];
  return amountIn(plain(inText ?? text));
}

function activeRates({ once, read }: ImportContext, side: Side): Promise<Rate[]> {
  return once(`tax rates of ${side}`, async () => {
    const all = await allOf<Rate>(read, 'list_tax_rates', { applies_to: side });
    return all.filter(({ status }) => status === 'active');
  });
}

function ofPercentage(rates: readonly Rate[], text: string): Rate[] {
  const stated = /(\d+(?:[.,]\d+)?)\s*%/.exec(text)?.[1];
  return stated === undefined ? [] : rates.filter(({ percentage }) => percentage === plain(stated));
}

function plain(text: string): string {
  return text
    .replace(/\s*%$/, '')
    .replace(/^(\d+),(\d+)$/, '$1.$2')
    .replace(/^(\d+)\.0+$/, '$1');
}
