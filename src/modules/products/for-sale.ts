import type { PriceTier } from '../../core/price.ts';
import type { TaxRate as CoreTaxRate } from '../../core/tax.ts';
import { arrayOf, type Sql, sql } from '../../db/sql.ts';
import { batchedByIds, batchedLater, readOnce } from '../../operation/batched.ts';
import type { Context } from '../../operation/operation.ts';
import type { TaxRate } from './tax-rates/tax-rate.ts';
import { fullName, skuKey, type StoredTier } from './variants/variant-row.ts';

/** A tax rate as sales and purchases charge it, with what their lines keep a copy of. */
export type TaxRateForSale = CoreTaxRate & {
  readonly name: string;
  readonly displayName: string;
  readonly category: TaxRate['category'];
  readonly exemptionReason: string | null;
  readonly exemptionReasonCode: string | null;
  /** Account for tax payable; null for the organisation's own. */
  readonly accountId: string | null;
  /** Of the tax on purchases, in millionths of a percent. */
  readonly recoverable: bigint;
  /** Account for recoverable tax; null for the organisation's own. */
  readonly claimedOn: string | null;
  readonly appliesTo: TaxRate['applies_to'];
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly status: 'active' | 'archived';
  readonly isUsed: boolean;
  readonly version: number;
};

export type Component = { readonly variantId: string; readonly quantity: bigint; readonly decimals: number };

/** Facts about a variant for a sale. */
export type VariantForSale = {
  readonly id: string;
  readonly productId: string;
  readonly productName: string;
  /** Its option values, such as `Red / L`; null for the only variant of a product. */
  readonly name: string | null;
  /** `T-shirt (Red / L)`. */
  readonly fullName: string;
  readonly sku: string | null;
  /** In millionths of a minor unit of `currency`. */
  readonly priceMicro: bigint;
  /** The lowest that it is sold for by hand, with tax where its price is. */
  readonly minPriceMicro: bigint | null;
  readonly currency: string;
  readonly priceIncludesTax: boolean;
  readonly priceTiers: readonly PriceTier[];
  readonly trackInventory: boolean;
  /** Null: as the organisation does. */
  readonly negativeStock: 'deny' | 'warn' | 'allow' | null;
  readonly unit: { readonly code: string | null; readonly label: string; readonly decimals: number } | null;
  /** The product's own, else its category's; null for the organisation's. */
  readonly incomeAccountId: string | null;
  readonly categoryId: string | null;
  /** Values of dimensions that the product gives to its lines, and those that its category does. */
  readonly dimensionIds: readonly string[];
  readonly categoryDimensionIds: readonly string[];
  readonly isSold: boolean;
  readonly status: 'draft' | 'active' | 'archived';
  /** Components issued for one bundle; empty for other variants. */
  readonly components: readonly Component[];
  /** The product's own, else its category's. */
  readonly taxRates: readonly TaxRateForSale[];
};

type RateRow = Omit<TaxRateForSale, 'percentage' | 'fixed' | 'recoverable'> & {
  readonly percentage: string;
  readonly fixed: string | null;
  readonly recoverable: string;
};

const rateColumns: Sql = sql`rate.id, rate.name, rate.display_name as "displayName",
  rate.percentage::text as percentage, rate.fixed_micro::text as fixed, rate.kind, rate.compound, rate.sequence,
  rate.category,
  rate.exemption_reason as "exemptionReason", rate.exemption_reason_code as "exemptionReasonCode",
  rate.payable_account_id as "accountId", rate.recoverable_percent::text as recoverable,
  rate.receivable_account_id as "claimedOn", rate.applies_to as "appliesTo",
  rate.valid_from::text as "validFrom", rate.valid_to::text as "validTo",
  case when rate.archived_at is null then 'active' else 'archived' end as status,
  rate.first_used_at is not null as "isUsed", rate.version`;

function rateFrom(row: RateRow): TaxRateForSale {
  const fixed = row.fixed === null ? null : BigInt(row.fixed);
  return { ...row, percentage: BigInt(row.percentage), fixed, recoverable: BigInt(row.recoverable) };
}

/** Tax rates by their id, in one statement; what is not this organisation's is not there. */
export const taxRatesFor = batchedByIds(async ({ db, organization }: Context, ids) => {
  const rows = await db.many<RateRow>(sql`
    select ${rateColumns} from tax_rates rate
    where rate.organization_id = ${organization} and rate.id = any(${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, rateFrom(row)]));
});

/** The rate of lines that name no product and no tax, unless it was archived. */
export const defaultRate = readOnce(async ({ db, organization }: Context): Promise<TaxRateForSale | undefined> => {
  const row = await db.maybe<RateRow>(sql`
    select ${rateColumns} from tax_rates rate
    where rate.organization_id = ${organization} and rate.is_default and rate.archived_at is null`);
  return row && rateFrom(row);
});

/** The highest rate that the organisation charges, such as the standard one of its country; none where it has none. */
export const chargedRate = readOnce(({ db, organization }: Context) =>
  db.maybe<Pick<TaxRate, 'id' | 'name'>>(sql`
    select id, name from tax_rates
    where organization_id = ${organization} and archived_at is null and applies_to <> 'purchases'
      and kind = 'standard' and (percentage > 0 or fixed_micro is not null)
    order by percentage desc, id limit 1`),
);

/**
 * The organisation's own rates of these categories that charge nothing on a sale of this day, the oldest of each: what
 * a client who pays no tax is billed with.
 */
export async function untaxedRates(
  { db, organization }: Context,
  categories: readonly TaxRate['category'][],
  day: string,
): Promise<TaxRateForSale[]> {
  const rows = await db.many<RateRow>(sql`
    select distinct on (rate.category) ${rateColumns} from tax_rates rate
    where rate.organization_id = ${organization} and rate.category = any(${categories}::text[])
      and rate.archived_at is null and rate.applies_to <> 'purchases' and rate.kind <> 'withholding'
      and coalesce(rate.valid_from, ${day}) <= ${day}::date and coalesce(rate.valid_to, ${day}) >= ${day}::date
    order by rate.category, rate.id`);
  return rows.map(rateFrom);
}

/** The organisation's own rates that a purchase of this day may be taxed with, the oldest first. */
export async function purchaseRates({ db, organization }: Context, day: string): Promise<TaxRateForSale[]> {
  const rows = await db.many<RateRow>(sql`
    select ${rateColumns} from tax_rates rate
    where rate.organization_id = ${organization} and rate.archived_at is null
      and rate.applies_to <> 'sales' and rate.kind <> 'withholding' and rate.fixed_micro is null
      and coalesce(rate.valid_from, ${day}) <= ${day}::date and coalesce(rate.valid_to, ${day}) >= ${day}::date
    order by rate.id`);
  return rows.map(rateFrom);
}

type Row = Omit<VariantForSale, 'name' | 'fullName' | 'taxRates' | 'priceTiers' | 'components'> & {
  readonly parts: readonly StoredPart[];
  readonly tiers: readonly StoredTier[];
  readonly values: readonly string[];
  readonly taxRates: readonly RateRow[];
};

/**
 * Variants by their id, with price, taxes and accounts, in one statement; what is not there is not in the map.
 *
 * `offset 0` keeps the planner from turning the joins around: where it knows nothing of a table yet, it reads every
 * variant for every product.
 */
export const variantsFor = batchedByIds(async ({ db, organization }: Context, ids) => {
  const rows = await db.many<Row>(sql`
    select v.id, v.product_id as "productId", product.name as "productName", v.option_values as values, v.sku,
      v.price_micro as "priceMicro", v.min_price_micro as "minPriceMicro",
      v.currency, v.price_includes_tax as "priceIncludesTax",
      v.price_tiers as tiers,
      v.track_inventory as "trackInventory", v.negative_stock as "negativeStock", product.unit,
      coalesce(product.income_account_id, category.income_account_id) as "incomeAccountId",
      case when product.type = 'bundle' then ${partsOf} else '[]' end as parts,
      product.category_id as "categoryId", product.dimension_value_ids as "dimensionIds",
      coalesce(category.dimension_value_ids, '{}') as "categoryDimensionIds",
      product.is_sold as "isSold",
      case when product.status <> 'active' then product.status
        when v.archived_at is null then 'active' else 'archived' end as status,
      coalesce(nullif(${ratesOf('product')}, '[]'), ${ratesOf('category')}) as "taxRates"
    from variants v
    cross join lateral (select * from products
      where products.organization_id = v.organization_id and products.id = v.product_id offset 0) as product
    left join lateral (select income_account_id, dimension_value_ids from product_categories
      where product_categories.organization_id = v.organization_id and product_categories.id = product.category_id
      offset 0) as category on true
    where v.organization_id = ${organization} and v.id = any(${arrayOf('uuid', ids)})`);
  return new Map(
    rows.map(({ values, taxRates, tiers, parts, ...row }) => {
      const name = values.length === 0 ? null : values.join(' / ');
      const rates = taxRates.map(rateFrom);
      const priceTiers = tiers.map(tierFrom);
      const components = parts.map(partFrom);
      return [
        row.id,
        { ...row, name, fullName: fullName(row.productName, values), taxRates: rates, priceTiers, components },
      ] as const;
    }),
  );
});

type StoredPart = { readonly id: string; readonly quantity: string; readonly decimals: number };

function partFrom({ id, quantity, decimals }: StoredPart): Component {
  return { variantId: id, quantity: BigInt(quantity), decimals };
}

const partsOf: Sql = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', part.variant_id,
      'quantity', part.quantity::text, 'decimals', coalesce((made_of.unit ->> 'decimals')::int, 5))
    order by part.position), '[]')
  from bundle_components part
  join variants taken on taken.organization_id = part.organization_id and taken.id = part.variant_id
  join products made_of on made_of.organization_id = part.organization_id and made_of.id = taken.product_id
  where part.organization_id = v.organization_id and part.product_id = v.product_id)`;

function tierFrom({ min_quantity: from, price }: StoredTier): PriceTier {
  return { minQuantity: BigInt(from), price: BigInt(price) };
}

/** The rates of the product, or of its category, as one JSON array in their order. */
function ratesOf(owner: 'product' | 'category'): Sql {
  const [table, column, id] =
    owner === 'product'
      ? [sql`product_tax_rates`, sql`product_id`, sql`v.product_id`]
      : [sql`category_tax_rates`, sql`category_id`, sql`product.category_id`];
  return sql`(select coalesce(jsonb_agg(to_jsonb(charged) - 'position' order by charged.position), '[]')
    from (select ${rateColumns}, given.position from ${table} given
      join tax_rates rate on rate.organization_id = given.organization_id and rate.id = given.tax_rate_id
      where given.organization_id = v.organization_id and given.${column} = ${id} and given.purpose = 'sale') charged)`;
}

/** Ids of variants by a SKU, whatever its case, of theirs or of one merged into them; what nobody has is not there. */
export async function variantIdsBySku(
  { db, organization }: Context,
  skus: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.many<{ id: string; sku_key: string }>(sql`
    select coalesce(merged_into_id, id) as id, sku_key from variants
    where organization_id = ${organization} and sku_key = any(${skus.map(skuKey)}::text[])`);
  const ids = new Map(rows.map((row) => [row.sku_key, row.id]));
  return new Map(
    skus.flatMap((sku) => {
      const id = ids.get(skuKey(sku));
      return id === undefined ? [] : [[sku, id] as const];
    }),
  );
}

/**
 * Marks rates that are charged for the first time as used, from when on they cannot change; nothing is sent for others.
 * Sent without waiting. Should a rate have changed since it was read, the transaction fails at commit and runs again.
 */
export function useTaxRates(context: Context, rates: Iterable<TaxRateForSale>): void {
  const fresh = new Map([...rates].filter(({ isUsed }) => !isUsed).map((rate) => [rate.id, rate.version]));
  if (fresh.size > 0) useFresh(context, fresh);
}

const useFresh = batchedLater('write', ({ db, organization, now }: Context, sales: readonly Map<string, number>[]) => {
  const fresh = new Map(sales.flatMap((rates) => [...rates]));
  db.later(sql`
    select use_tax_rates(${organization}, ${[...fresh.keys()]}::uuid[], ${[...fresh.values()]}::int[], ${now})`);
});
