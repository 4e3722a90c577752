import type { TaxRate } from '../tax.ts';
import { formatDecimal, percentScale } from '../decimal.ts';

/** Natures of what is sold: the part of a tax code before its percentage. */
export const salesNatures = ['S', 'Z', 'E', 'G', 'K', 'KS', 'T', 'AE', 'O', 'OWN'] as const;
export const purchaseNatures = ['P', 'PG', 'PC', 'IK', 'IS', 'IX', 'IA', 'IG', 'IM', 'IMP', 'N'] as const;
export type Nature = (typeof salesNatures)[number] | (typeof purchaseNatures)[number] | 'OSS';

/** Supplies to businesses in other member states, exempt by the number of the buyer. */
export const exemptByNumber: readonly string[] = ['K', 'KS', 'T'] satisfies Nature[];

/** Tax on these is owed and deducted of the same base, by a rate of the kind `reverse_charge`. */
const twoSidedNatures: ReadonlySet<string> = new Set<Nature>(['IK', 'IS', 'IX', 'IA', 'IG', 'IMP']);
/** These bear a percentage in their code. */
const ratedNatures: ReadonlySet<string> = new Set<Nature>([
  'S',
  'OWN',
  'OSS',
  'P',
  'PG',
  'PC',
  'IK',
  'IS',
  'IX',
  'IA',
  'IG',
  'IM',
  'IMP',
]);

export type TaxCode = {
  readonly nature: Nature;
  /** ISO 3166-1 alpha-2, of a sale declared by the One-Stop Shop. */
  readonly country: string | undefined;
  /** In percent, as people write it; undefined where the nature has none. */
  readonly percent: string | undefined;
};

const written = /^(OSS)([A-Z]{2})([0-9.]+)$|^([A-Z]+)([0-9.]*)$/;
const natures: ReadonlySet<string> = new Set([...salesNatures, ...purchaseNatures]);

/** Reads a code such as `S19`, `K` or `OSSFR20`; undefined for anything else. */
export function parseTaxCode(code: string): TaxCode | undefined {
  const [, oss, country, ossPercent, nature = '', percent = ''] = written.exec(code) ?? [];
  if (oss !== undefined) return { nature: 'OSS', country, percent: ossPercent };
  if (!natures.has(nature) || (percent !== '') !== ratedNatures.has(nature)) return undefined;
  // The set has just been asked.
  return { nature: nature as Nature, country: undefined, percent: percent === '' ? undefined : percent };
}

/** The code of a nature at a rate. */
export function taxCodeOf(nature: Nature, rate: Pick<TaxRate, 'percentage'>): string {
  return ratedNatures.has(nature) ? `${nature}${formatDecimal(rate.percentage, percentScale, 0)}` : nature;
}

/** True where a rate of this kind can be declared by the nature: a tax on both sides, or on one. */
export function isNatureOf(nature: Nature, kind: TaxRate['kind'], side: 'sale' | 'expense'): boolean {
  const own: readonly string[] = side === 'sale' ? salesNatures : purchaseNatures;
  if (!own.includes(nature) || kind === 'withholding') return false;
  return side === 'sale' || twoSidedNatures.has(nature) === (kind === 'reverse_charge');
}
