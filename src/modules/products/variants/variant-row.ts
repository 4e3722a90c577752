import { folded } from '../../../core/fold.ts';
import { barcodeType } from '../../../core/barcode.ts';
import { averageCost } from '../../../core/stock.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import type { Context } from '../../../operation/operation.ts';
import { mainPictureOf } from '../../files/index.ts';
import type { Option } from './options.ts';
import { Variant } from './variant.ts';

/** As JSON: digits of 1/100,000 and of millionths of a minor unit. */
export type StoredTier = { readonly min_quantity: string; readonly price: string };

/** Columns of a variant as they are stored, with integers and instants in text: the same rows come inside of JSON. */
export type VariantRow = {
  readonly id: string;
  readonly organization_id: string;
  readonly product_id: string;
  readonly product_name: string;
  readonly options: readonly Option[];
  readonly position: number;
  readonly option_values: readonly string[];
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly barcode_type: Variant['barcode_type'];
  readonly price_micro: string;
  readonly currency: string;
  readonly min_price_micro: string | null;
  readonly price_includes_tax: boolean;
  readonly price_tiers: readonly StoredTier[];
  readonly standard_cost_micro: string | null;
  readonly stock_quantity: string | null;
  readonly stock_value: string | null;
  readonly last_cost_micro: string | null;
  readonly track_inventory: boolean;
  readonly negative_stock: Variant['negative_stock'];
  readonly low_stock_threshold: string | null;
  readonly reorder_point: string | null;
  readonly reorder_quantity: string | null;
  readonly weight: Variant['weight'];
  readonly dimensions: Variant['dimensions'];
  readonly picture_id: string | null;
  readonly merged_into_id: string | null;
  readonly archived_at: string | null;
  readonly external_id: string | null;
  readonly metadata: Record<string, string>;
  readonly custom_fields: Record<string, string | boolean | null>;
  readonly tags: string[];
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: Variant['created_by'];
  readonly updated_by: Variant['updated_by'];
};

/** Beside the variant: its product's name and options, and what the stock module says of its cost. */
export const variantColumns: Sql = sql`v.id, v.organization_id, v.product_id, product.name as product_name,
  product.options, v.position, v.option_values, v.sku, v.barcode, v.barcode_type, v.price_micro::text as price_micro,
  v.min_price_micro::text as min_price_micro, v.currency, v.price_includes_tax, v.price_tiers,
  v.standard_cost_micro::text as standard_cost_micro, cost.quantity::text as stock_quantity,
  cost.value::text as stock_value, cost.last_unit_cost::text as last_cost_micro, v.track_inventory, v.negative_stock,
  v.low_stock_threshold::text as low_stock_threshold, v.reorder_point::text as reorder_point,
  v.reorder_quantity::text as reorder_quantity, v.weight, v.dimensions, v.merged_into_id,
  ${mainPictureOf({ organization: sql`v.organization_id`, id: sql`v.product_id` })} as picture_id,
  ${instant(sql`v.archived_at`)} as archived_at, v.external_id, v.metadata, v.custom_fields, v.tags, v.version,
  ${instant(sql`v.created_at`)} as created_at,
  ${instant(sql`v.updated_at`)} as updated_at, v.created_by, v.updated_by`;

export const costOfVariant: Sql = sql`left join variant_costs cost
  on cost.organization_id = v.organization_id and cost.variant_id = v.id`;

export const variantSource: Sql = sql`variants v
  join products product on product.organization_id = v.organization_id and product.id = v.product_id ${costOfVariant}`;

function instant(column: Sql): Sql {
  return sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A variant as it goes out: without its costs for whoever may not see costs. */
export function variantFrom({ actor }: Context, row: VariantRow): Variant {
  const { currency, option_values: values, archived_at: archivedAt } = row;
  const seesCosts = actor.permissions.has('costs:read');
  const price = (micro: string | bigint | null | undefined) =>
    micro === null || micro === undefined ? null : { micro: BigInt(micro), currency };
  const cost = (micro: string | bigint | null | undefined) => (seesCosts ? price(micro) : null);
  return {
    ...row,
    name: values.length === 0 ? null : values.join(' / '),
    full_name: fullName(row.product_name, values),
    option_values: Object.fromEntries(row.options.map(({ name }, index) => [name, values[index] ?? ''])),
    price: { micro: BigInt(row.price_micro), currency },
    min_price: price(row.min_price_micro),
    price_tiers: row.price_tiers.map((tier) => ({
      min_quantity: BigInt(tier.min_quantity),
      price: { micro: BigInt(tier.price), currency },
    })),
    standard_cost: cost(row.standard_cost_micro),
    average_cost: cost(averageOf(row)),
    last_cost: cost(row.last_cost_micro),
    low_stock_threshold: integer(row.low_stock_threshold),
    reorder_point: integer(row.reorder_point),
    reorder_quantity: integer(row.reorder_quantity),
    status: archivedAt === null ? 'active' : 'archived',
  };
}

/** `T-shirt (Red / L)`; a product of one variant is called as it is. */
export function fullName(productName: string, values: readonly string[]): string {
  return values.length === 0 ? productName : `${productName} (${values.join(' / ')})`;
}

function averageOf({ stock_quantity: quantity, stock_value: value }: VariantRow): bigint | undefined {
  return quantity === null || value === null
    ? undefined
    : averageCost({ quantity: BigInt(quantity), value: BigInt(value) });
}

function integer(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}

/** A variant as it goes out, for the audit log. */
export const wireVariant: (variant: Variant) => unknown = encoderOf(Variant);

type Findable = {
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly option_values: readonly string[];
};

/** Folded keys stored for searching. The name of the product is searched where it stands. */
export function keysOf({ sku, barcode, option_values: values }: Findable) {
  return {
    sku_key: sku === null ? null : skuKey(sku),
    barcode_type: barcode === null ? null : (barcodeType(barcode) ?? null),
    barcode_key: barcode === null ? null : barcodeKey(barcode),
    search_text: folded(sku, barcode, ...values),
  };
}

export function skuKey(sku: string): string {
  return sku.toLowerCase();
}

const gtinDigitsMax = 14;

export function barcodeKey(barcode: string): string {
  return barcode.padStart(gtinDigitsMax, '0');
}
