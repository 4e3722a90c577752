import type { PriceTier } from '../../core/price.ts';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/** A price list that a client buys by, with its prices of the variants that were asked for. */
export type ClientPriceList = {
  readonly id: string;
  readonly source: 'client_list' | 'group_list';
  readonly currency: string;
  readonly includesTax: boolean;
  /** Millionths of a percent off the own price of variants that the list has none for. */
  readonly percentOff: bigint | null;
  readonly tiers: ReadonlyMap<string, readonly PriceTier[]>;
};

type Row = Omit<ClientPriceList, 'tiers'> & {
  readonly prices: readonly { readonly variant: string; readonly from: string; readonly price: string }[];
};

/**
 * The lists that hold for a client on a day, in one statement: its own, then those of its groups in the order in which
 * it is in them.
 */
export async function priceListsFor(
  { db, organization }: Context,
  clientId: string,
  { variantIds, day }: { readonly variantIds: readonly string[]; readonly day: string },
): Promise<ClientPriceList[]> {
  const rows = await db.many<Row>(sql`
    select list.id, given.source, list.currency, list.prices_include_tax as "includesTax",
      list.percent_off as "percentOff",
      (select coalesce(jsonb_agg(jsonb_build_object('variant', price.variant_id,
          'from', price.min_quantity::text, 'price', price.price_micro::text)), '[]')
        from prices_in_lists price where price.organization_id = ${organization} and price.price_list_id = list.id
          and price.variant_id = any(${variantIds}::uuid[])) as prices
    from (
      select 'client_list' as source, 0 as place, price_list_id from clients
      where organization_id = ${organization} and id = ${clientId}
      union all
      select 'group_list', joined.place, client_groups.price_list_id from clients
      cross join lateral unnest(clients.group_ids) with ordinality as joined (group_id, place)
      join client_groups
        on client_groups.organization_id = clients.organization_id and client_groups.id = joined.group_id
      where clients.organization_id = ${organization} and clients.id = ${clientId}) given
    join price_lists_in_use list on list.organization_id = ${organization} and list.id = given.price_list_id
    where ${day}::date between coalesce(list.valid_from, '-infinity') and coalesce(list.valid_to, 'infinity')
    order by given.place`);
  return rows.map(({ prices, ...list }) => ({ ...list, tiers: tiersByVariant(prices) }));
}

function tiersByVariant(prices: Row['prices']): ReadonlyMap<string, PriceTier[]> {
  const tiers = new Map<string, PriceTier[]>();
  for (const { variant, from, price } of prices) {
    const known = tiers.get(variant) ?? [];
    tiers.set(variant, [...known, { minQuantity: BigInt(from), price: BigInt(price) }]);
  }
  return tiers;
}
