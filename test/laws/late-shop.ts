import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import pg from 'pg';
import type { Actor } from '../../src/operation/actor.ts';
import { fillBank } from '../support/shop/bank.ts';
import { fillClients } from '../support/shop/clients.ts';
import { fillDimensions } from '../support/shop/dimensions.ts';
import { fillExpenses } from '../support/shop/expenses.ts';
import type { Fill, Made, Shop, ShopActions } from '../support/shop/fill.ts';
import { fillProducts } from '../support/shop/products.ts';
import { fillSales } from '../support/shop/sales.ts';
import { fillStock } from '../support/shop/stock.ts';
import type { RunningService } from '../support/running-service.ts';
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
  const shop: ShopActions = {
    service: absent.service,
    who: absent.who,
    mark: 'Late',
    call: (name, input = {}) => world.call(name, input, { as: who, key: randomUUID() }),
    fresh: (text) => `Late ${text} ${(texts += 1)}`,
  };
  let made: Made = {};
  for (const fill of fills) made = { ...made, ...(await fill(shop, made)) };
  const ids = Object.values(made).map(({ id }) => [id.slice(0, id.lastIndexOf('_')), id]);
  return { ...shop, ids: Object.fromEntries(ids), samples: new Map() };
}

type Column = { readonly table_name: string; readonly column_name: string };

export type Counts = {
  /** Number of rows with a day, by column of days, such as `allocations.allocated_on`. */
  readonly rows: ReadonlyMap<string, number>;
  /** Number of entries and movements of stock. */
  readonly posted: number;
};

/** Counts of an organisation, over a connection that stays open: planning them takes longer than counting. */
export async function openCounts(world: World, { organization }: Actor): Promise<(day: string) => Promise<Counts>> {
  const owner = new pg.Client({ connectionString: world.database.ownerUrl });
  // The database may go before it does.
  owner.on('error', () => undefined);
  await owner.connect();
  after(() => owner.end());
  const { rows: columns } = await owner.query<Column>(`
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
  const posted = ['journal_entries', 'stock_movements'].map(
    (table) => `select '${table}' as place, count(*)::int from ${table} where organization_id = $1`,
  );
  const text = [...counts, ...posted].join(' union all ');
  return async (day) => {
    const values = [organization?.id, day];
    const { rows } = await owner.query<{ place: string; count: number }>({ name: 'counts', text, values });
    const days = rows.filter(({ place }) => place.includes('.'));
    const others = rows.filter((row) => !days.includes(row));
    return {
      rows: new Map(days.map(({ place, count }) => [place, count])),
      posted: others.reduce((sum, { count }) => sum + count, 0),
    };
  };
}
