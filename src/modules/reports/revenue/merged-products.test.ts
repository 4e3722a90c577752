/** Two products become one after a year of business: no report changes but in whose the amounts are, and back again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createYear } from '../../../../test/support/random-year.ts';
import { seed } from '../../../../test/support/seed.ts';
import type { Wire } from '../../../../test/support/world.ts';

const { world, year } = await createYear(seed, 120);
const ask = (name: string, input: object = {}): Promise<Wire> => world.call(name, input, { as: year.who });
const goods = (await ask('list_products', { type: ['good'], sort: 'created_at', limit: 3 })).data as [Wire, Wire, Wire];
const [from, into, third] = goods;

const all = { from: '2025-01-01', to: '2026-01-31' };
const days = ['2025-05-01', '2025-09-09', '2026-01-31'];
const minor = (amount: string | null) => BigInt((amount ?? '0').replace('.', ''));

/** Reports on the business as a whole. */
const whole: readonly (readonly [string, object])[] = [
  ...['get_profit_and_loss', 'get_trial_balance', 'get_cash_flow', 'get_tax_summary', 'get_revenue'].map(ofYear),
  ...['get_payments_report', 'get_general_ledger'].map(ofYear),
  ...days.map((as_at) => ['get_balance_sheet', { as_at }] as const),
];

function ofYear(name: string): readonly [string, object] {
  return [name, all];
}

/** Only what is made anew each time is left out. */
function plain(report: Wire): Wire {
  return { ...report, meta: undefined };
}

async function wholeBusiness(): Promise<Wire[]> {
  const reports = [];
  for (const [name, input] of whole) reports.push([name, plain(await ask(name, input))]);
  for (const as_at of days) reports.push(['valuation', (await ask('get_inventory_valuation', { as_at })).totals]);
  reports.push(['margin', (await ask('get_product_margin', all)).totals]);
  const { checks } = await ask('check_books');
  return [...reports, ['checks', checks.map((check: Wire) => ({ ...check, checked: undefined }))]];
}

/** All-time figures of a product, and its valuation on some days. */
async function lifetimeOf(product: Wire): Promise<Wire> {
  const { totals } = await ask('get_product_margin', { product_id: product.id, ...all });
  const worth = [];
  for (const as_at of days) {
    const { rows } = await ask('get_inventory_valuation', { as_at, limit: 100 });
    const own = rows.find(({ key }: Wire) => key === product.variants[0].id);
    worth.push([own?.quantity ?? null, own?.value ?? null]);
  }
  return { totals, worth };
}

test('every report stays, the lifetime of the one is the sum of both, and undone all is as before', async () => {
  const before = await wholeBusiness();
  const [one, other, stranger] = [await lifetimeOf(from), await lifetimeOf(into), await lifetimeOf(third)];
  await ask('merge_product', { id: from.id, into_id: into.id });
  assert.deepEqual(await wholeBusiness(), before);
  const both = await lifetimeOf(into);
  for (const field of ['net', 'cost', 'margin', 'units']) {
    assert.ok(both.totals[field] !== undefined, `there is ${field}`);
    assert.equal(minor(both.totals[field]), minor(one.totals[field]) + minor(other.totals[field]), field);
  }
  for (const [index, [, value]] of both.worth.entries()) {
    assert.equal(minor(value), minor(one.worth[index][1]) + minor(other.worth[index][1]), days[index]);
  }
  assert.ok(
    both.worth.some(([, value]: string[]) => minor(value ?? null) > 0n),
    'control: there is something of it',
  );
  assert.deepEqual(await lifetimeOf(third), stranger);
  const { totals } = await ask('get_product_margin', { product_id: from.id, ...all });
  assert.deepEqual(totals, both.totals, 'the old id reads the product that is left');
  await ask('undo_product_merge', { id: from.id });
  assert.deepEqual(await wholeBusiness(), before);
  assert.deepEqual([await lifetimeOf(from), await lifetimeOf(into)], [one, other]);
});
