import { partsOf } from '../../../core/fold.ts';
import { z } from 'zod';
import { and, type Sql, sql } from '../../../db/sql.ts';
import { activeOrArchived, filter, includeArchived, instantRange, unlessAsked } from '../../../operation/filter.ts';
import {
  containing,
  instantKey,
  type ListInput,
  listOf,
  numberKey,
  type PageOf,
  page,
} from '../../../operation/list.ts';
import type { Context } from '../../../operation/operation.ts';
import { ExternalId, Id, Text } from '../../../wire/index.ts';
import { ExpandedVariant } from '../product.ts';
import { loadProducts } from '../product-row.ts';
import { SearchedWords } from '../searched-words.ts';
import type { Variant } from './variant.ts';
import { Barcode, Sku } from './variant-input.ts';
import { barcodeKey, skuKey, variantColumns, variantFrom, type VariantRow, variantSource } from './variant-row.ts';

const isArchived = sql`v.archived_at is not null`;

export const variantList = {
  row: ExpandedVariant,
  id: sql`v.id`,
  sorts: {
    created_at: instantKey(sql`v.created_at`),
    updated_at: instantKey(sql`v.updated_at`),
    position: numberKey(sql`v.position`),
  },
  filters: {
    sku: filter(Sku.describe('Exact match, ignoring case.'), (sku) => ownOrMerged(sql`sku_key`, skuKey(sku))),
    barcode: filter(Barcode, (barcode) => ownOrMerged(sql`barcode_key`, barcodeKey(barcode))),
    q: filter(SearchedWords, hasWords),
    status: activeOrArchived(isArchived),
    include_archived: includeArchived(isArchived),
    track_inventory: filter(z.boolean(), (wanted) => sql`v.track_inventory = ${wanted}`),
    external_id: filter(ExternalId, (id) => ownOrMerged(sql`external_id`, id)),
    tag: filter(Text(50), (tag) => sql`v.tags @> ${[tag]}::text[]`),
    updated_at: instantRange(sql`v.updated_at`),
  },
  expansions: { product: loadProducts },
};

export const variants = listOf({
  ...variantList,
  name: 'variants',
  defaultSort: '-created_at',
  filters: {
    ...variantList.filters,
    product_id: filter(Id('product'), (id) => sql`v.product_id = ${id}`),
  },
});

/** A page of variants; archived ones only where the caller asked for them. */
export async function variantPage(
  context: Context,
  list: ReturnType<typeof listOf>,
  { input, where = sql`true` }: { input: ListInput; where?: Sql },
): Promise<PageOf<Variant>> {
  const found = await page<VariantRow>(context, list, input, {
    select: variantColumns,
    from: variantSource,
    where: sql`v.organization_id = ${context.organization} and v.merged_into_id is null and ${where}
      and ${unlessAsked(input, isArchived)}`,
  });
  return { ...found, data: found.data.map((row) => variantFrom(context, row)) };
}

/**
 * Each word is one of the variant's own or of its product's name, which is the first line of what a product is found by
 * and indexed with the rest.
 */
function hasWords(text: string): Sql {
  const isSaid = (word: string) => sql`v.id in (
    select own.id from variants own
      where own.organization_id = current_organization() and own.search_text like ${word}
    union all
    select named.id from products product join variants named using (organization_id)
      where product.organization_id = current_organization() and product.search_text like ${word}
        and split_part(product.search_text, chr(10), 1) like ${word} and named.product_id = product.id)`;
  return and(partsOf(text).map((word) => isSaid(containing(word))));
}

/** By its own code, or by that of one that was merged into it. */
function ownOrMerged(column: Sql, value: string): Sql {
  return sql`v.id = (select coalesce(named.merged_into_id, named.id) from variants named
    where named.organization_id = current_organization() and named.${column} = ${value})`;
}
