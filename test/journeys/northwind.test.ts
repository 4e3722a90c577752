/** A small importer's books of two years come in through the import, and both doors tell the same of them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { eventually } from '../support/embedded-service.ts';
import { northwind } from '../support/northwind.ts';
import { startService } from '../support/running-service.ts';
import { tool } from '../support/tools.ts';
import type { Wire } from '../support/world.ts';

const service = await startService({ role: 'all' });
const owner = await service.register('Northwind');
const api = async (method: string, path: string, body?: unknown): Promise<Wire> => {
  const answer = await service.api(owner.token, method, path, body, { 'idempotency-key': randomUUID() });
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  return answer.body ?? answer.text;
};
const file = (name: string) => readFileSync(new URL(`../northwind/${name}.csv`, import.meta.url), 'utf8');

async function bringIn(input: object): Promise<Wire> {
  const { id } = await api('POST', '/imports', input);
  let found: Wire;
  await eventually(async () => {
    found = await api('GET', `/imports/${id}`);
    assert.notEqual(found.state, 'queued');
    assert.notEqual(found.state, 'running');
  });
  if (found.failed > 0) throw new Error(await api('GET', `/imports/${id}/errors`));
  return found;
}

const counts = ({ state, total, created, skipped, failed }: Wire) => ({ state, total, created, skipped, failed });
const whole = (total: number) => ({ state: 'completed', total, created: total, skipped: 0, failed: 0 });

await api('PATCH', '/organization', { base_currency: 'USD', country: 'US', timezone: 'America/Los_Angeles' });
const orders = {
  kind: 'sales',
  content: file('order_lines'),
  heads: file('orders'),
  mapping: { due_date: 'required_date', channel: 'ship_country' },
  defaults: { tax_rate: 'none', prices_include_tax: 'no' },
};

test('clients, categories, products with stock and 830 orders come in without a fault', async (t) => {
  const began = performance.now();
  const clients = await bringIn({ kind: 'clients', content: file('customers'), filename: 'customers.csv' });
  assert.deepEqual(counts(clients), whole(91));
  assert.deepEqual(counts(await bringIn({ kind: 'product_categories', content: file('categories') })), whole(8));
  const goods = { kind: 'products', content: file('products'), defaults: { cost: '0.60' } };
  assert.deepEqual(counts(await bringIn({ ...goods, is_trial: true })), whole(77));
  assert.equal((await api('GET', '/products?limit=1')).data.length, 0, 'a trial keeps nothing');
  assert.deepEqual(counts(await bringIn(goods)), whole(77));
  assert.deepEqual(counts(await bringIn(orders)), whole(830));
  t.diagnostic(`brought in after ${Math.round(performance.now() - began)} ms`);
});

test('a second time nothing comes in twice', async () => {
  assert.deepEqual(counts(await bringIn({ kind: 'clients', content: file('customers') })), {
    ...whole(91),
    created: 0,
    skipped: 91,
  });
  assert.deepEqual(counts(await bringIn(orders)), { ...whole(830), created: 0, skipped: 830 });
});

test('what the clients, the products and the stock are is what the files say', async () => {
  const [alfred] = (await api('GET', '/clients?external_id=ALFKI')).data;
  assert.deepEqual(
    [alfred.display_name, alfred.billing_address.country, alfred.contacts[0].name, alfred.contacts[0].role],
    ['Alfreds Futterkiste', 'DE', 'Maria Anders', 'Sales Representative'],
  );
  const [chai] = (await api('GET', '/products?external_id=1&expand=category')).data;
  assert.deepEqual([chai.name, chai.category.name, chai.variants[0].price], ['Chai', 'Beverages', '18.00']);
  const levels = (await api('GET', `/stock/levels?variant_id=${chai.variants[0].id}`)).data;
  assert.deepEqual(
    levels.map(({ on_hand }: Wire) => on_hand),
    ['39'],
  );
});

/** The same question at both doors. */
const mcp = await service.mcpToken(owner);
const doors: Readonly<Record<string, (name: string, input: Record<string, string>) => Promise<Wire>>> = {
  REST: (name, input) => api('GET', `/reports/${name}?${new URLSearchParams(input).toString()}`),
  MCP: async (name, input) => {
    const asked = 'limit' in input ? { ...input, limit: Number(input['limit']) } : input;
    const { structuredContent, isError } = await service.tool(mcp, 'get_report', { name, ...asked });
    assert.notEqual(isError, true);
    return structuredContent.report;
  },
};
const all = { from: northwind.from, to: northwind.to };
const groupsOf = (rows: Wire[]) => rows.filter(({ kind }) => kind === 'group');

for (const [door, ask] of Object.entries(doors)) {
  test(`${door} tells the totals right to the cent`, async () => {
    const { totals } = await ask('revenue', { ...all });
    assert.deepEqual(
      [totals.gross, totals.net.amount, totals.charges, totals.sales],
      [northwind.gross, northwind.net, northwind.freight, 830],
    );
    const years = await ask('revenue', { ...all, interval: 'year' });
    assert.deepEqual(
      years.rows.map((row: Wire) => [row.label, row.gross, row.net.amount]),
      northwind.years,
    );
    const months = await ask('revenue', { from: '1997-01-01', to: '1997-12-31' });
    assert.deepEqual(
      months.rows.map((row: Wire) => row.net.amount),
      northwind.months1997,
    );
  });

  test(`${door} tells categories and the largest clients right to the cent`, async () => {
    const categories = await ask('revenue', { ...all, group_by: 'category' });
    assert.deepEqual(
      groupsOf(categories.rows).map((row) => [row.label, row.net.amount]),
      northwind.categories,
    );
    const clients = groupsOf((await ask('revenue', { ...all, group_by: 'client', limit: '5' })).rows);
    const codes = await Promise.all(clients.map(async ({ key }) => (await api('GET', `/clients/${key}`)).external_id));
    assert.deepEqual(
      clients.map((row, index) => [codes[index], row.net.amount]),
      northwind.clients,
    );
  });

  test(`${door} tells a trial balance of nothing left over`, async () => {
    const { totals, rows } = await ask('trial-balance', { ...all });
    assert.equal(totals.debit, totals.credit);
    const cents = rows.reduce((sum: bigint, { closing }: Wire) => sum + BigInt(closing.replace('.', '')), 0n);
    assert.equal(cents, 0n);
  });
}

test('hledger and Beancount find the books in order, and hledger the same income', async (t) => {
  const journal = await api('GET', '/ledger/export?format=hledger');
  const strict = tool(t, 'hledger', 'its strict checks')?.on(journal, 'check', '--strict', '-f', 'FILE');
  assert.ok(strict?.ok ?? true, strict?.errors);
  const beans = await api('GET', '/ledger/export?format=beancount');
  const verdict = tool(t, 'bean-check', 'its checks')?.on(beans, 'FILE');
  assert.ok(verdict?.ok ?? true, `${verdict?.output}${verdict?.errors}`);
  const period = ['-b', northwind.from, '-e', '1998-05-07'];
  const args = ['incomestatement', '-f', 'FILE', '-O', 'csv', ...period];
  const statement = tool(t, 'hledger', 'its income statement')?.on(journal, ...args);
  if (statement === undefined) return;
  const rows: string[][] = parse(statement.output, { relax_column_count: true });
  const total = rows.find(([name]) => name === 'Net:')?.[1]?.replace(' USD', '');
  const { totals } = await api('GET', `/reports/profit-and-loss?${new URLSearchParams(all).toString()}`);
  assert.equal(totals.net_profit.amount, total);
});
