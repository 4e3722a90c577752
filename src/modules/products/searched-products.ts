import { barcodeType } from '../../core/barcode.ts';
import { nameKey } from '../../core/fold.ts';
import { sql } from '../../db/sql.ts';
import type { Searchable } from '../../operation/searchable.ts';
import { barcodeKey, skuKey } from './variants/variant-row.ts';

const nothing = sql`null`;
const codes = sql`(select string_agg(concat_ws(' ', v.sku, v.barcode), ' · ' order by v.position)
  from variants as v where v.organization_id = products.organization_id and v.product_id = products.id)`;
const product = sql`from products as product
  where product.organization_id = variants.organization_id and product.id = variants.product_id`;
const fullName = sql`(select concat(product.name, case when variants.option_values <> '{}'
  then ' (' || array_to_string(variants.option_values, ' / ') || ')' end) ${product})`;

export const searchedProducts: Searchable = {
  type: 'product',
  permission: 'products:read',
  path: '/products',
  table: sql`products`,
  beginsWith: ({ folded }) => ({ column: sql`name_key`, start: nameKey(folded) }),
  words: sql`words`,
  forgives: true,
  created: sql`created_at`,
  shown: {
    title: sql`name`,
    subtitle: codes,
    date: nothing,
    amount: nothing,
    currency: nothing,
    archived: sql`archived_at is not null`,
  },
  fields: () => [
    ['name', sql`name`],
    ['sku', codes],
  ],
};

/** And single variants, by SKU or barcode alone: what is sold is one of them. */
export const searchedVariants: Searchable = {
  type: 'variant',
  permission: 'products:read',
  path: '/variants',
  table: sql`variants`,
  isExactly: ({ spellings: [text = ''] }) =>
    barcodeType(text) === undefined
      ? sql`sku_key = ${skuKey(text)}`
      : sql`(sku_key = ${skuKey(text)} or barcode_key = ${barcodeKey(text)})`,
  beginsWith: ({ spellings: [text = ''] }) => ({ column: sql`sku_key`, start: skuKey(text) }),
  created: sql`created_at`,
  shown: {
    title: fullName,
    subtitle: sql`concat_ws(' · ', sku, barcode)`,
    date: nothing,
    amount: nothing,
    currency: nothing,
    archived: sql`archived_at is not null`,
  },
  fields: () => [
    ['sku', sql`sku`],
    ['barcode', sql`barcode`],
    ['full_name', fullName],
  ],
};
