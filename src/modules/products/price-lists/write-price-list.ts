import { nameKey } from '../../../core/fold.ts';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import type { PriceListWithPrices, PricesGiven } from './price-list.ts';
import { unitPrice } from '../variants/variant-record.ts';

type Prices = PriceListWithPrices['prices'];

/** The prices that were sent, in the list's currency. Refuses variants that are not there. */
export async function pricesFrom(context: Context, given: PricesGiven, currency: string): Promise<Prices> {
  const prices = given.map(({ price, ...one }, index) => ({
    ...one,
    price: { micro: unitPrice(price, `/prices/${index}/price`, currency), currency },
  }));
  const ids = [...new Set(given.map((one) => one.variant_id))];
  if (ids.length === 0) return prices;
  const rows = await context.db.many<{ id: string }>(sql`
    select id from variants where organization_id = ${context.organization} and id = any(${ids}::uuid[])
      and merged_into_id is null
    order by id for key share`);
  const found = new Set(rows.map(({ id }) => id));
  const errors = given.flatMap((one, index) =>
    found.has(one.variant_id)
      ? []
      : [{ pointer: `/prices/${index}/variant_id`, code: 'not_found', message: 'The variant was not found.' }],
  );
  if (errors.length > 0) throw notFound({ errors });
  return prices;
}

export function insertPriceList({ db, organization }: Context, list: PriceListWithPrices): void {
  db.later(sql`
    insert into price_lists (organization_id, id, name, name_key, currency, prices_include_tax, valid_from, valid_to,
      percent_off, external_id, metadata, custom_fields, tags, created_at, updated_at, created_by, updated_by)
    values (${organization}, ${list.id}, ${list.name}, ${nameKey(list.name)}, ${list.currency},
      ${list.prices_include_tax}, ${list.valid_from}, ${list.valid_to}, ${list.percent_off}, ${list.external_id},
      ${JSON.stringify(list.metadata)}, ${JSON.stringify(list.custom_fields)}, ${list.tags}, ${list.created_at},
      ${list.updated_at}, ${JSON.stringify(list.created_by)}, ${JSON.stringify(list.updated_by)})`);
}

/** Writes a list that was locked, as it will be. */
export function rewritePriceList({ db, organization }: Context, list: PriceListWithPrices): void {
  db.later(sql`
    update price_lists set name = ${list.name}, name_key = ${nameKey(list.name)},
      prices_include_tax = ${list.prices_include_tax}, valid_from = ${list.valid_from}, valid_to = ${list.valid_to},
      percent_off = ${list.percent_off}, external_id = ${list.external_id},
      metadata = ${JSON.stringify(list.metadata)}, custom_fields = ${JSON.stringify(list.custom_fields)},
      tags = ${list.tags}, version = ${list.version}, updated_at = ${list.updated_at},
      updated_by = ${JSON.stringify(list.updated_by)}, archived_at = ${list.archived_at}
    where organization_id = ${organization} and id = ${list.id}`);
}

/** Puts these prices in the place of those that the list had. */
export function writePrices({ db, organization }: Context, listId: string, prices: Prices): void {
  db.later(sql`delete from price_list_prices where organization_id = ${organization} and price_list_id = ${listId}`);
  if (prices.length === 0) return;
  db.later(sql`
    insert into price_list_prices (organization_id, price_list_id, variant_id, min_quantity, price_micro)
    select ${organization}, ${listId}, variant_id, min_quantity, price_micro
    from unnest(${prices.map((one) => one.variant_id)}::uuid[], ${prices.map((one) => one.min_quantity)}::bigint[],
      ${prices.map(({ price }) => price.micro)}::bigint[]) as given (variant_id, min_quantity, price_micro)`);
}
