import { convert } from '../../../core/exchange.ts';
import { type Money, money } from '../../../core/money.ts';
import { divide } from '../../../core/rounding.ts';
import { sql } from '../../../db/sql.ts';
import type { WriteOutcome } from '../../../operation/operation.ts';
import type { Context } from '../../../operation/operation.ts';
import { uuidFrom } from '../../../wire/type-id.ts';
import { knownRate } from '../../exchange/index.ts';
import { overLimit } from '../refusals.ts';

/** Goods or services that a write lets go, each with what is known of their worth. */
type Leaving = {
  readonly variant_id: string | null;
  /** In 1/100,000. */
  readonly quantity: bigint;
  /** Cost, and offered value before discounts, in the base currency; null where unknown. */
  readonly cost: bigint | null;
  readonly offered: bigint | null;
  /** In millionths of a minor unit of `currency`. */
  readonly price: bigint | null;
  readonly standard_cost: bigint | null;
  readonly currency: string | null;
  readonly is_tracked: boolean | null;
};

/** Millionths of a minor unit, times 1/100,000. */
const priceTimesQuantity = 10n ** 11n;

/**
 * The worth in the base currency of the goods that leave by a write: of each line the largest of its cost, its list
 * price and its price before discounts, so that a discount or a price of nought makes nothing small. Goods that go to
 * another location of the organisation do not leave. Where neither cost nor price is known, a person decides.
 */
export async function goodsWorth(context: Context, outcome: WriteOutcome): Promise<Money | undefined> {
  const [sold, moved] = await Promise.all([soldBy(context, outcome), movedOutBy(context, outcome)]);
  const leaving = [...sold, ...moved];
  if (leaving.length === 0) return undefined;
  let sum = 0n;
  for (const goods of leaving) sum += await worthOf(context, goods);
  return money(sum, baseOf(context));
}

async function worthOf(context: Context, goods: Leaving): Promise<bigint> {
  const { quantity, cost, offered, price, standard_cost: standard, currency, is_tracked: isTracked } = goods;
  const listed = await inBase(context, times(price, quantity), currency);
  const expected = await inBase(context, times(standard, quantity), currency);
  const known = [cost, offered, listed, expected].filter((one) => one !== null && one > 0n);
  const largest = known.reduce<bigint>((most, one) => (one !== null && one > most ? one : most), 0n);
  if (largest === 0n && isTracked === true) {
    throw overLimit({ detail: 'Neither the cost nor the list price of these goods is known.' });
  }
  return largest;
}

function times(price: bigint | null, quantity: bigint): bigint | null {
  return price === null ? null : divide(price * quantity, priceTimesQuantity, 'half_up');
}

/** Null where no rate is known: the other figures then say what there is to say. */
async function inBase(context: Context, minor: bigint | null, currency: string | null): Promise<bigint | null> {
  const base = baseOf(context);
  if (minor === null || currency === null || currency === base) return minor;
  const known = await knownRate(context, currency, context.today);
  return known === undefined ? null : convert(minor, { from: currency, to: base, rate: known.rate });
}

function baseOf({ actor }: Context): string {
  return actor.organization?.baseCurrency ?? '';
}

const priced = sql`list.price_micro as price, list.standard_cost_micro as standard_cost, list.currency,
  list.track_inventory as is_tracked`;

const saleIds = /\bsale_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g;

/** The lines of the sales that were confirmed in this very write. */
function soldBy({ db, organization, now }: Context, { output }: WriteOutcome): Promise<Leaving[]> {
  const named = (JSON.stringify(output) ?? '').match(saleIds) ?? [];
  const ids = [...new Set(named)].flatMap((id) => uuidFrom('sale', id) ?? []);
  return db.many<Leaving>(sql`
    select sold.variant_id, sold.quantity, sold.cost_total as cost, sold.undiscounted as offered, ${priced}
    from report_goods_sold as sold
      left join report_list_prices as list on list.organization_id = sold.organization_id
        and list.variant_id = sold.variant_id
    where sold.organization_id = ${organization} and sold.sale_id = any(${ids}::uuid[])
      and sold.confirmed_at = ${now}`);
}

/** Other issues of stock: written off, adjusted or counted down, or returned to a supplier. */
function movedOutBy({ db, organization }: Context, { ids }: WriteOutcome): Promise<Leaving[]> {
  return db.many<Leaving>(sql`
    select movement.variant_id, -movement.quantity as quantity, movement.total_cost as cost, null::bigint as offered,
      ${priced}
    from report_stock_movements as movement
      left join report_list_prices as list on list.organization_id = movement.organization_id
        and list.variant_id = movement.variant_id
    where movement.organization_id = ${organization} and movement.id = any(${ids}::uuid[]) and movement.quantity < 0
      and movement.type in ('write_off', 'adjustment_out', 'count', 'supplier_return')`);
}
