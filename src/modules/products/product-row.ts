import { z } from 'zod';
import { nameKey, folded } from '../../core/fold.ts';
import { arrayOf, jsonRows, type Sql, sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { batched } from '../../operation/batched.ts';
import { encoderOf } from '../../operation/encode.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { byId } from '../../operation/expand.ts';
import { missing } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { picturesOf } from '../files/index.ts';
import { componentFrom, componentsColumn, type StoredComponent } from './variants/components.ts';
import type { Option } from './variants/options.ts';
import { Product } from './product.ts';
import { costOfVariant, variantColumns, variantFrom, type VariantRow } from './variants/variant-row.ts';
import type { Refusals } from './violation.ts';

export type ProductRow = Omit<Product, 'variants' | 'components'> & {
  readonly variants: readonly VariantRow[];
  readonly components: readonly StoredComponent[];
};

/** A product as it goes out, for the audit log. */
export const wireProduct: (product: Product) => unknown = encoderOf(Product);

/** The columns of a product called `product`, its variants included, so that a page of products is one statement. */
export const productColumns: Sql = sql`product.id, product.organization_id, product.type, product.name,
  product.description, product.status, product.category_id, product.options, product.sku_prefix, product.is_sold,
  product.is_purchased, product.tax_code, product.unit, product.income_account_id, product.cogs_account_id,
  product.inventory_account_id, product.supplier_id, product.dimension_value_ids, product.merged_into_id,
  product.external_id,
  product.metadata, product.custom_fields, product.tags, product.version, product.created_at,
  product.updated_at, product.created_by, product.updated_by, product.archived_at,
  array(select other.category_id from product_other_categories other
    where other.organization_id = product.organization_id and other.product_id = product.id
    order by other.category_id) as category_ids,
  ${componentsColumn} as components,
  ${picturesOf({ organization: sql`product.organization_id`, id: sql`product.id` })} as picture_ids,
  ${ratesFor(sql`'sale'`)} as tax_rate_ids, ${ratesFor(sql`'purchase'`)} as purchase_tax_rate_ids,
  (select coalesce(jsonb_agg(to_jsonb(variant) order by variant.position), '[]') from (
    select ${variantColumns} from variants v ${costOfVariant}
    where v.organization_id = product.organization_id and v.product_id = product.id) variant) as variants`;

function ratesFor(purpose: Sql): Sql {
  return sql`array(select rate.tax_rate_id from product_tax_rates rate
    where rate.organization_id = product.organization_id and rate.product_id = product.id and rate.purpose = ${purpose}
    order by rate.position)`;
}

export function productFrom(context: Context, row: ProductRow): Product {
  return {
    ...row,
    components: row.components.map(componentFrom),
    variants: row.variants.map((variant) => variantFrom(context, variant)),
  };
}

export async function readProduct(context: Context, id: string): Promise<Product> {
  const row = await productRow(context, id);
  if (row === undefined) throw notFound();
  return productFrom(context, row);
}

const productRow = batched('read', async ({ db, organization }: Context, ids: readonly string[]) => {
  const rows = await db.many<ProductRow>(sql`
    select ${productColumns} from products product
    where product.organization_id = ${organization} and product.id = any(${arrayOf('uuid', ids)})`);
  const found = byId(rows);
  return ids.map((id) => found.get(id));
});

export async function loadProducts(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Product>> {
  const { db, organization } = context;
  const rows = await db.many<ProductRow>(sql`
    select ${productColumns} from products product
    where product.organization_id = ${organization} and product.id = any(${ids}::uuid[])`);
  return byId(rows.map((row) => productFrom(context, row)));
}

/**
 * Locks the product, then reads it with its variants: nobody changes any of them meanwhile, since whoever does locks
 * the product first. Two statements in one flight, because the first may wait for a change that the second has to see.
 */
export async function lockProduct(context: Context, id: string, version?: number): Promise<ProductRow> {
  const { db, organization } = context;
  const [, row] = await Promise.all([
    db.run(sql`select id from products where organization_id = ${organization} and id = ${id} for no key update`),
    db.maybe<ProductRow>(sql`
      select ${productColumns} from products product
      where product.organization_id = ${organization} and product.id = ${id}`),
  ]);
  if (row === undefined) throw notFound();
  if (row.merged_into_id !== null) throw mergedAway(row.merged_into_id);
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return row;
}

/** For a product that became another: names the one that is left. */
function mergedAway(survivor: string): Error {
  const hint = 'Use the product it was merged into, `merged_into_id`, or undo the merge with undo_product_merge.';
  const into = z.encode(Id('product'), survivor);
  return invalidStateTransition({ status: 'merged', merged_into_id: into, allowed: ['undo_product_merge'], hint });
}

/**
 * Locks two products with all their stock and their variants, so that nothing refers to them anew; then reads both.
 * Merged ones are not refused. Stock comes first, as with those who sell and count: their lines then refer to the
 * product. What was stocked for the first time meanwhile is locked when nobody can refer to the product any more.
 */
export async function lockProducts(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, ProductRow>> {
  const { db, organization } = context;
  const lockStock = () => db.run(sql`select lock_stock_of(${ids}::uuid[])`);
  const [, , , , rows] = await Promise.all([
    lockStock(),
    db.run(sql`
      select id from products where organization_id = ${organization} and id = any(${ids}::uuid[])
      order by id for update`),
    db.run(sql`
      select id from variants where organization_id = ${organization} and product_id = any(${ids}::uuid[])
      order by id for update`),
    lockStock(),
    db.many<ProductRow>(sql`
      select ${productColumns} from products product
      where product.organization_id = ${organization} and product.id = any(${ids}::uuid[])`),
  ]);
  return byId(rows);
}

/** A product as it is written, without its variants, rates and other categories. */
export type ProductRecord = Omit<
  Product,
  'options' | 'variants' | 'components' | 'category_ids' | 'tax_rate_ids' | 'purchase_tax_rate_ids' | 'picture_ids'
> & { readonly options: readonly Option[] };

export const referencesUnknown: Refusals = {
  products_supplier_fkey: () => missing('/supplier_id', 'client'),
};

type Findable = {
  readonly name: string;
  readonly variants: readonly { readonly sku: string | null; readonly barcode: string | null }[];
};

/** Text that `q` searches: the name, and the SKU and barcode of every variant, one to a line. */
function searchTextOf({ name, variants }: Findable): string {
  return folded(name, ...variants.flatMap(({ sku, barcode }) => [sku, barcode])).slice(0, searchTextMax);
}

const searchTextMax = 8_000;

const inserted = sql`organization_id, id, type, name, name_key, search_text, description, sku_prefix, status,
  category_id, options, is_sold, is_purchased, tax_code, unit, income_account_id, cogs_account_id,
  inventory_account_id, supplier_id, dimension_value_ids, external_id, metadata, custom_fields, tags, created_at,
  updated_at, created_by, updated_by`;

/** Writes new products, all that are made side by side in one statement. */
export const insertProduct = batched(
  'write',
  async ({ db }: Context, products: readonly (ProductRecord & Findable)[]): Promise<void[]> => {
    const rows = products.map(({ variants, ...product }) => ({
      ...product,
      name_key: nameKey(product.name),
      search_text: searchTextOf({ name: product.name, variants }),
    }));
    await db.run(sql`
      insert into products (${inserted})
      select ${inserted} from json_populate_recordset(null::products, ${jsonRows(rows)})`);
    return products.map(() => undefined);
  },
);

/** Writes a product that was locked, as a new version of it. */
export function updateProductRow(context: Context, p: ProductRecord & Findable): Promise<number> {
  const { db, organization, actor, now } = context;
  return db.run(sql`
    update products set name = ${p.name}, name_key = ${nameKey(p.name)}, search_text = ${searchTextOf(p)},
      description = ${p.description}, sku_prefix = ${p.sku_prefix}, status = ${p.status},
      category_id = ${p.category_id}, options = ${JSON.stringify(p.options)}, is_sold = ${p.is_sold},
      is_purchased = ${p.is_purchased}, tax_code = ${p.tax_code}, unit = ${p.unit && JSON.stringify(p.unit)},
      income_account_id = ${p.income_account_id}, cogs_account_id = ${p.cogs_account_id},
      inventory_account_id = ${p.inventory_account_id}, supplier_id = ${p.supplier_id},
      dimension_value_ids = ${p.dimension_value_ids},
      external_id = ${p.external_id}, metadata = ${JSON.stringify(p.metadata)},
      custom_fields = ${JSON.stringify(p.custom_fields)}, tags = ${p.tags}, archived_at = ${p.archived_at},
      version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${p.id}`);
}

/** Writes what a locked product is found by, now that its variants are these. */
export function rewriteSearchText({ db, organization }: Context, product: Findable & { readonly id: string }): void {
  db.later(sql`
    update products set search_text = ${searchTextOf(product)}
    where organization_id = ${organization} and id = ${product.id}`);
}
