import { test } from 'node:test';
import { behindOf } from '../../../../test/support/behind.ts';
import { createYear } from '../../../../test/support/random-year.ts';
import { seed } from '../../../../test/support/seed.ts';
import type { Wire } from '../../../../test/support/world.ts';

const { world, year } = await createYear(seed, 100);
const ask = (name: string, input: object = {}): Promise<Wire> => world.call(name, input, { as: year.who });
const range = { from: '2025-03-10', to: '2025-11-20' };
const behind = behindOf(ask);

test('stock that moved: every quantity and every value, also at one location', async () => {
  const columns = ['opening', 'received', 'issued', 'transferred', 'adjusted', 'closing'];
  const [place] = (await ask('list_locations', {})).data;
  for (const group_by of ['variant', 'category', 'location']) {
    const asked = { ...range, group_by };
    const { rows, totals } = await ask('get_inventory_movements', asked);
    for (const row of [...rows, { ...totals, key: 'total', quantity: null }]) {
      for (const column of columns) {
        const key = row.key ?? row.kind;
        const isShare = group_by === 'location' && !['received', 'issued', 'transferred'].includes(column);
        if (!isShare) {
          await behind('inventory-movements', asked, { row: key, column: `${column}_value` }, row.value[column]);
        }
        if (row.quantity === null) continue;
        await behind('inventory-movements', asked, { row: key, column: `${column}_quantity` }, row.quantity[column]);
      }
    }
  }
  const there = { ...range, group_by: 'variant', location_id: place.id };
  for (const { key, quantity } of (await ask('get_inventory_movements', there)).rows) {
    for (const column of columns) {
      await behind('inventory-movements', there, { row: key, column: `${column}_quantity` }, quantity[column]);
    }
  }
  const asked = { ...range, group_by: 'product' };
  for (const row of (await ask('get_inventory_turnover', asked)).rows) {
    for (const column of ['cost', 'sold', 'on_hand', 'closing_value']) {
      await behind('inventory-turnover', asked, { row: row.key, column }, row[column]);
    }
  }
});

test('revenue by payment method: every payment and every refund', async () => {
  const asked = { ...range, group_by: 'payment_method', interval: 'quarter', compare: 'previous_period' };
  const { rows, totals, intervals } = await ask('get_revenue', asked);
  for (const row of [...rows.filter(({ kind }: Wire) => kind === 'group'), { ...totals, key: 'total' }]) {
    for (const column of ['gross', 'returns', 'total']) {
      await behind('revenue', asked, { row: row.key, column }, row[column]);
    }
    await behind('revenue', asked, { row: row.key, column: 'compared' }, row.net.compared);
    for (const [index, amount] of row.net.series.entries()) {
      await behind('revenue', asked, { row: row.key, column: intervals[index].label }, amount);
    }
  }
});
