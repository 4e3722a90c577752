import { parseDecimal, percentScale, rescale } from '../../../core/decimal.ts';
import type { Context } from '../../../operation/operation.ts';
import { loadParts, type SaleParts } from '../load-sale.ts';
import { clientDiscount, taxesOf } from './price-sale.ts';
import type { LineGiven, SaleInput } from '../drafts/sale-input.ts';
import type { LineRow } from '../sale-row.ts';
import { inputOf } from '../drafts/stored-input.ts';
import type { StoredSale } from '../store.ts';

type Opened = Partial<Pick<SaleInput, 'lines' | 'discounts'>>;

/**
 * A draft's lines and discounts for another client: what was left to the terms of the client before, its taxes, the
 * prices without them and its discount, is left to those of the next one. What was said stays.
 */
export async function withoutClientTerms(context: Context, draft: StoredSale): Promise<Opened> {
  const input = inputOf(draft);
  const parts = await loadParts(context, input);
  const lines = input.lines.map((line, index) => openLine(line, draft.lines[index], parts));
  return { lines, ...(hasClientDiscount(draft, parts) ? { discounts: undefined } : {}) };
}

function openLine(given: LineGiven, line: LineRow | undefined, parts: SaleParts): LineGiven {
  const priceLeft = { ...given, ...(isLeftToLists(line) && { unit_price: undefined, priced: undefined }) };
  // The default may be another rate by now, and was nobody's wish for this line.
  if (line?.tax_source === 'default') return { ...priceLeft, tax_rate_ids: undefined };
  const { taxes } = taxesOf(parts.variants.get(line?.variant_id ?? ''), parts);
  const charged = new Set(given.tax_rate_ids);
  if (charged.size !== taxes.length || !taxes.every(({ id }) => charged.has(id))) return priceLeft;
  return { ...priceLeft, tax_rate_ids: undefined };
}

/** True for a saved line priced by the client's lists or the catalogue rather than by hand. */
export function isLeftToLists(line: LineRow | undefined): boolean {
  return line !== undefined && line.price_source !== null && line.price_source !== 'given';
}

function hasClientDiscount({ row }: StoredSale, { client }: SaleParts): boolean {
  const given = clientDiscount(client?.discountPercent);
  const [own] = given;
  const [kept] = row.discounts;
  if (given.length !== row.discounts.length) return false;
  if (own === undefined || kept === undefined) return true;
  const value = parseDecimal(kept.value);
  const percent = value === undefined ? undefined : rescale(value, percentScale);
  return kept.type === 'percent' && kept.name === own.name && percent === own.value.units;
}
