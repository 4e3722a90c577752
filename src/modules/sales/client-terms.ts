import { parseDecimal, percentScale, rescale } from '../../core/decimal.ts';
import type { Context } from '../../operation/operation.ts';
import { loadParts, type SaleParts } from './load-sale.ts';
import { clientDiscount, listPrice, taxesOf } from './price-sale.ts';
import type { LineGiven, SaleInput } from './sale-input.ts';
import type { LineRow } from './sale-row.ts';
import { inputOf } from './stored-input.ts';
import type { StoredSale } from './store.ts';

type Opened = Partial<Pick<SaleInput, 'lines' | 'discounts'>>;

/**
 * A draft's lines and discounts for another client: what was left to the terms of the client before, its taxes, the
 * prices without them and its discount, is left to those of the next one. What was said stays.
 */
export async function withoutClientTerms(context: Context, draft: StoredSale): Promise<Opened> {
  const input = inputOf(draft);
  const parts = await loadParts(context, input);
  const lines = input.lines.map((line, index) => openLine(line, draft.lines[index], { draft, parts }));
  return { lines, ...(hasClientDiscount(draft, parts) ? { discounts: undefined } : {}) };
}

type Before = { readonly draft: StoredSale; readonly parts: SaleParts };

function openLine(given: LineGiven, line: LineRow | undefined, { draft: { row }, parts }: Before): LineGiven {
  const variant = parts.variants.get(line?.variant_id ?? '');
  const taxes = taxesOf(variant, parts);
  const charged = new Set(given.tax_rate_ids);
  if (charged.size !== taxes.length || !taxes.every(({ id }) => charged.has(id))) return given;
  const open = { ...given, tax_rate_ids: undefined };
  if (variant === undefined || variant.currency !== row.currency) return open;
  const rules = {
    pricesIncludeTax: row.prices_include_tax,
    taxRounding: row.tax_rounding,
    roundingMode: row.rounding_mode,
  };
  const price = listPrice(variant, { taxes, pointer: '', currency: row.currency, parts, rules });
  return price === line?.unit_price ? { ...open, unit_price: undefined } : open;
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
