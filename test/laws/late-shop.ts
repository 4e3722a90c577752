import { randomUUID } from 'node:crypto';
import type { Actor } from '../../src/operation/actor.ts';
import { fillBank } from '../support/shop/bank.ts';
import { fillClients } from '../support/shop/clients.ts';
import { fillDimensions } from '../support/shop/dimensions.ts';
import { fillExpenses } from '../support/shop/expenses.ts';
import type { Fill, Made, Shop } from '../support/shop/fill.ts';
import { fillProducts } from '../support/shop/products.ts';
import { fillSales } from '../support/shop/sales.ts';
import { fillStock } from '../support/shop/stock.ts';
import type { RunningService } from '../support/running-service.ts';
import { asOwner } from '../support/database.ts';
import type { World } from '../support/world.ts';

const fillAccounts: Fill = async ({ call, fresh }) => ({
  account: await call('create_account', { code: '1950', name: fresh('account'), type: 'bank' }),
});

const fills: readonly Fill[] = [
  fillClients,
  fillProducts,
  fillAccounts,
  fillDimensions,
  fillBank,
  fillStock,
  fillSales,
  fillExpenses,
];

let texts = 0;

/** A shop with records for samples, in a world, whose clock can be set; what posts needs no network. */
export async function shopIn(world: World, who: Actor): Promise<Shop> {
  // No sample of what posts asks for either; one that does fails, and is to be given a case without them.
  const absent = {} as { readonly service: RunningService; readonly who: Shop['who'] };
  const shop: Omit<Shop, 'ids'> = {
    service: absent.service,
    who: absent.who,
    mark: 'Late',
    call: (name, input = {}) => world.call(name, input, { as: who, key: randomUUID() }),
    fresh: (text) => `Late ${text} ${(texts += 1)}`,
  };
  let made: Made = {};
  for (const fill of fills) made = { ...made, ...(await fill(shop, made)) };
  const ids = Object.values(made).map(({ id }) => [id.slice(0, id.lastIndexOf('_')), id]);
  return { ...shop, ids: Object.fromEntries(ids) };
}

type Column = { readonly table_name: string; readonly column_name: string };

/** Number of rows of an organisation with a day, by column of days, such as `allocations.allocated_on`. */
export async function rowsOf(world: World, who: Actor, day: string): Promise<ReadonlyMap<string, number>> {
  return asOwner(world.database.ownerUrl, async (client) => {
    const { rows: columns } = await client.query<Column>(`
      select days.table_name, days.column_name from information_schema.columns as days
      join information_schema.tables as held using (table_schema, table_name)
      join information_schema.columns as tenant using (table_schema, table_name)
      where table_schema = 'public' and held.table_type = 'BASE TABLE' and days.data_type = 'date'
        and tenant.column_name = 'organization_id' order by 1, 2`);
    const counts = columns.map(
      ({ table_name: table, column_name: column }) =>
        `select '${table}.${column}' as place, count(*)::int from ${table}
          where organization_id = $1 and ${column} = $2`,
    );
    const { rows } = await client.query<{ place: string; count: number }>(counts.join(' union all '), [
      who.organization?.id,
      day,
    ]);
    return new Map(rows.map(({ place, count }) => [place, count]));
  });
}

/** Number of entries and movements of stock. */
export async function postedBy(world: World, who: Actor): Promise<number> {
  return asOwner(world.database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ made: number }>(
      `select (select count(*) from journal_entries where organization_id = $1)::int
         + (select count(*) from stock_movements where organization_id = $1)::int as made`,
      [who.organization?.id],
    );
    return rows[0]?.made ?? 0;
  });
}
