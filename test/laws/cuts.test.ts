/** A list that is cut says so: how many rows are left, what they come to, and how to see them. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { catalogue } from '../../src/catalogue.ts';
import { shapeOf } from '../../src/doors/rest.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { createExpenseFixture } from '../support/expense-fixture.ts';
import { isSchema, type Schema, wireSchemaOf } from '../support/id-fields.ts';
import { shopOf } from '../support/sales-shop.ts';
import { createWorld, operationNamed, type Wire } from '../support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const fixture = createExpenseFixture(world);
const rows = 12;

world.setNow('2026-05-10T12:00:00Z');
const project = await call('create_dimension', { name: 'Project' });
for (let at = 1; at <= rows; at += 1) {
  const value = await call('create_dimension_value', { dimension_id: project.id, code: `P-${at}`, name: `Job ${at}` });
  const variant = await shop.product({ name: `Thing ${at}` });
  await shop.receive(variant, '5', `${at}.50`);
  const lines = [{ variant_id: variant.id, quantity: '1', unit_price: `${at}0.01`, dimension_value_ids: [value.id] }];
  await call('create_sale', { lines, client_id: (await shop.client()).id, confirm: true });
  await fixture.owed(`${at}.03`, { payee_name: `Payee ${at}` });
}

/** Every object of an answer that says of its lists whether they are cut, or how to go on. */
function saysCut(schema: Schema): boolean {
  const properties = schema['properties'] as Readonly<Record<string, unknown>> | undefined;
  if (properties !== undefined && ['cut', 'has_more'].some((name) => name in properties)) return true;
  return Object.values(schema).some((one) =>
    Array.isArray(one) ? one.some((part) => isSchema(part) && saysCut(part)) : isSchema(one) && saysCut(one),
  );
}

const limited = catalogue.filter(({ effect, ...operation }) => {
  return effect === 'read' && 'limit' in shapeOf(operation as Operation);
});

test('whatever takes a limit answers with what is left, or with how to go on', () => {
  const silent = limited.filter(({ name, output }) => name !== 'get_report' && !saysCut(wireSchemaOf(output)));
  assert.deepEqual(
    silent.map(({ name }) => name),
    [],
  );
  assert.ok(limited.length > 60, `${limited.length} take a limit`);
});

/** Reads that stop somewhere and need not say so, and why. */
const whole: Readonly<Record<string, string>> = {
  'audit/export-audit-log.ts': 'It reads page after page, and refuses more than it may hold.',
  'bank/rules/list-bank-rule-proposals.ts': 'It proposes the most frequent; further ones come once these are made.',
  'bank/rules/preview-bank-rule.ts': 'It says how many lines it looked at, and how many of them fit.',
  'connector/undo/plan-undo.ts': 'It answers with the plan of one write.',
  'identity/passkeys/get-passkey-proof.ts':
    'It lists the keys that a device may answer with, of which a person has few.',
  'imports/inspect-import.ts': 'It shows samples of a file, and says how many rows there are.',
  'notifications/count-unread-notifications.ts': 'It counts, and says where it stopped.',
  'vat/lists/get-ec-sales-list.ts': 'It refuses more than it may hold.',
};

test('whatever reads a part in its own code says that it is a part', () => {
  const bounded = /\blimit \$\{|\.slice\(0, \w*(?:[mM]ax|Shown|limit)\b|\)\[1:\$\{/;
  assert.match('select 1 limit ${most}', bounded, 'positive control');
  const root = 'src/modules/';
  const silent = globSync(`${root}**/*.ts`)
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => ({ path: path.slice(root.length), text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => text.includes("effect: 'read'") && bounded.test(text))
    .filter(({ text }) => !/\bcutOf\(|has_more|pagingOf\(/.test(text));
  assert.deepEqual(silent.map(({ path }) => path).toSorted(), Object.keys(whole));
});

/** The amount that rows of a ranking are ranked and added up by. */
const amounts: Readonly<Record<string, (row: Wire) => string>> = {
  get_revenue: ({ net }) => net.amount,
  get_product_margin: ({ margin }) => margin,
  compare_periods: ({ net }) => net.change,
  get_profit_by_dimension: ({ net_profit: profit }) => profit,
  get_receivables_aging: ({ total }) => total,
  get_payables_aging: ({ total }) => total,
  get_inventory_valuation: ({ value }) => value,
  get_inventory_movements: ({ value }) => value.closing,
  get_inventory_turnover: ({ closing_value: value }) => value,
};
const asked: Readonly<Record<string, object>> = { get_revenue: { group_by: 'client' } };
const cents = (amount: string) => BigInt(amount.replace('.', ''));
const together = (all: readonly string[]) => all.reduce((total, one) => total + cents(one), 0n);

const rankings = limited.filter(({ http, name, output }) => {
  return (
    http.startsWith('GET /reports/') && name !== 'get_report' && JSON.stringify(wireSchemaOf(output)).includes('"cut"')
  );
});

test('a ranking that is cut says how many are left; what is shown and what is left are the total', async () => {
  const limits = rankings.map(({ name }) => name);
  assert.deepEqual(limits.toSorted(), Object.keys(amounts).toSorted(), 'each has an amount here');
  for (const [name, amountOf] of Object.entries(amounts)) {
    const all = await call(name, { ...inputOf(name), limit: 1_000 });
    assert.deepEqual(all.cut, [], `control: ${name} shows all of them`);
    const few = await call(name, { ...inputOf(name), limit: 2 });
    const [cut] = few.cut;
    const about = `${name}: ${JSON.stringify(few.cut)}`;
    assert.deepEqual([cut.list, cut.shown, cut.left], ['rows', 2, rows - 2], about);
    assert.match(cut.how, /limit.*1000/, about);
    const named = few.rows.filter((row: Wire) => row.kind === 'group' || (row.kind === undefined && isNamed(row)));
    assert.equal(named.length, 2, about);
    const rest = all.rows.filter((row: Wire) => row.kind !== undefined && row.kind !== 'group');
    const shownAndLeft = together([...named.map(amountOf), cut.rest, ...rest.map(amountOf)]);
    assert.equal(shownAndLeft, together(all.rows.map(amountOf)), about);
  }
});

/** Of the whole year, or as it is today. */
function inputOf(name: string): object {
  const range = 'period' in shapeOf(operationNamed(name)) ? { period: 'this_year' } : {};
  return { ...range, ...asked[name] };
}

function isNamed({ client, payee }: Wire): boolean {
  return (client ?? payee) !== 'Others';
}

test('the file of a ranking that is cut says how many are in its last row', async () => {
  for (const name of Object.keys(amounts)) {
    const input = { ...inputOf(name), format: 'csv' };
    const read = async (limit: number): Promise<string[][]> => parse((await call(name, { ...input, limit })).content);
    // Values of a dimension are columns.
    const [head = [], ...body] = await read(2);
    const labels = [...head, ...body.map(([label]) => label)];
    assert.ok(labels.includes(`Others (${rows - 2})`), `${name}: ${labels.join(', ')}`);
    assert.ok(!(await read(1_000)).some(([label = '']) => label.startsWith('Others')), `control: ${name}`);
  }
});

test('a report that is read by its name is cut as it says', async () => {
  for (const name of ['revenue', 'receivables-aging', 'inventory-valuation']) {
    const grouped = name === 'revenue' ? { period: 'this_year', group_by: 'client' } : {};
    const { report } = await call('get_report', { name, ...grouped, limit: 5 });
    assert.deepEqual([report.cut[0].shown, report.cut[0].left], [5, rows - 5], name);
  }
});

test('the best of the dashboard and the payees of expenses say who else there is', async () => {
  const overview = await call('get_business_overview', { period: 'this_year' });
  for (const list of ['top_clients', 'top_products']) {
    const cut = overview.cut.find((one: Wire) => one.list === list);
    assert.deepEqual([cut.shown, cut.left], [5, rows - 5], list);
    const shown = overview[list].map(({ net }: Wire) => net);
    assert.equal(together([...shown, cut.rest]), cents(overview.net_sales.amount), list);
  }
  const spent = await call('get_expenses_by_category', { period: 'this_year' });
  const [payees] = spent.cut;
  assert.deepEqual([payees.list, payees.shown, payees.left], ['payees', 10, rows - 10]);
  const shown = spent.payees.map(({ amount }: Wire) => amount);
  const [travel] = spent.categories.filter(({ level }: Wire) => level === 1);
  assert.equal(together([...shown, payees.rest]), cents(travel.amount));
});
