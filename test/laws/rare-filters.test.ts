/**
 * A page of a list costs what it shows, whatever is asked for: also where a filter finds one row among ten thousand, or
 * none.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copySales, openShop } from '../../bench/books.ts';
import { addDays } from '../../src/core/calendar.ts';
import { openAccess } from '../../src/modules/identity/index.ts';
import { BusinessError } from '../../src/operation/errors.ts';
import { type Cost, costOf } from '../support/buffers.ts';
import { choicesOf, idFields, type Schema, wireSchemaOf } from '../support/id-fields.ts';
import { typeIdFrom } from '../../src/wire/type-id.ts';
import { startShop } from '../support/shop-service.ts';
import { operationNamed } from '../support/world.ts';

const sales = 10_000;
/** Far fewer than to walk through all of them. */
const rowsMost = 4_000;
const lists = ['list_sales', 'list_payments', 'list_journal_entries', 'list_stock_movements'] as const;

/** What is found by reading everything, and why. */
const readsAll: Readonly<Record<string, string>> = {
  'list_journal_entries q': 'A memo is found by any part of it, and nobody looks often enough for an index of each.',
  'list_sales next_due_date':
    'What is still to be paid has an index; what was due first of all that was paid has none.',
  'list_sales location_id': 'An index would be written with each sale.',
  'list_payments method_id': 'An index would be written with each payment.',
  'list_payments account_id': 'An index would be written with each payment.',
  'list_stock_movements location_id': 'An index would be written with each movement.',
};

/** Filters that are refused whatever is asked for here, since no record in the list has such a thing. */
const refused: Readonly<Record<string, readonly string[]>> = {
  list_sales: ['channel', 'tag'],
  list_payments: ['tag'],
  list_journal_entries: ['source_id', 'tag'],
  list_stock_movements: ['reason_code', 'tag'],
};

const { service, shop } = await startShop();
const { runtime } = service.app;
const actor = await openAccess({ ...runtime, issuer: runtime.settings.publicUrl }).actorOf(shop.who.token);
const many = await openShop({ call: (name, input) => shop.call(name, input) as Promise<Record<string, never>> });
const newest = addDays(many.today, -364);
await copySales({ urls: { owner: service.database.ownerUrl }, actor }, many, { count: sales, from: newest, days: 365 });

/** What a filter may be asked for: each choice, a record that few others belong to, and what is nowhere. */
function valuesOf(schema: Schema, id: string | undefined): unknown[] {
  if (id !== undefined) return [id];
  const [choices, type] = [choicesOf(schema), schema['type']];
  if (choices.length > 0) return choices.flatMap((choice) => valuesOf(choice, undefined));
  if (Array.isArray(schema['enum'])) return schema['enum'];
  if (type === 'array') return valuesOf(schema['items'] as Schema, undefined).map((one) => [one]);
  if (type === 'boolean') return [true, false];
  if (type === 'object') return [{ gt: '99999999.00' }, { gt: '2999-01-01' }, { gt: '2999-01-01T00:00:00Z' }];
  return ['zebra', 'client zebra', '99999999.00', '1999-01-01', '1999-01-01T00:00:00Z'];
}

const sumOf = (costs: readonly Cost[]) => costs.reduce((sum, { rows }) => sum + rows, 0);

const beside = ['cursor', 'limit', 'fields', 'expand', 'include', 'sort'];

for (const name of lists) {
  test(`${name} reads few rows for what is rare, and for what is nowhere`, async () => {
    const operation = operationNamed(name);
    const ids = new Map(idFields(operation).map(({ path: [first = ''], prefix }) => [first, shop.ids[prefix]]));
    const properties = wireSchemaOf(operation.input)['properties'] as Record<string, Schema>;
    const rows = new Map<string, number>();
    for (const [field, schema] of Object.entries(properties)) {
      if (beside.includes(field)) continue;
      for (const value of valuesOf(schema, ids.get(field))) {
        try {
          const cost = await costOf(runtime, { name, input: { limit: 50, fields: ['id'], [field]: value }, as: actor });
          const key = `${name} ${field}`;
          rows.set(key, Math.max(rows.get(key) ?? 0, sumOf(cost)));
        } catch (error) {
          // It takes no such value, or says that there is none.
          if (!(error instanceof BusinessError)) throw error;
        }
      }
    }
    const dear = [...rows].filter(([, read]) => read > rowsMost);
    const unexplained = dear.filter(([key]) => !(key in readsAll)).map(([key, read]) => `${key}: ${read} rows`);
    assert.deepEqual(unexplained, []);
    const explained = Object.keys(readsAll).filter((key) => key.startsWith(`${name} `));
    assert.deepEqual(
      explained.filter((key) => (rows.get(key) ?? 0) <= rowsMost),
      [],
      'read few rows after all',
    );
    const unmeasured = Object.keys(properties).filter((one) => !beside.includes(one) && !rows.has(`${name} ${one}`));
    assert.deepEqual(unmeasured.toSorted(), refused[name]);
  });
}

test('what few of the first rows have is not looked for in the order of the list, and what many have is', async () => {
  const orderOf = async (input: object) => {
    const costs = await costOf(runtime, { name: 'list_sales', input: { fields: ['id'], ...input }, as: actor });
    return costs.map(({ text }) => /order by (.*?) desc/.exec(text)?.[1]);
  };
  assert.deepEqual(await orderOf({ q: 'client' }), ['sale_date', 'sale_date']);
  assert.deepEqual(await orderOf({ q: 'zebra' }), ['sale_date', '((sale_date) + 0)']);
  assert.deepEqual(await orderOf({}), ['sale_date']);
});

test('a rare word beside another filter, and what most entries have, cost no more', async () => {
  const [{ id: account = '' } = {}] = (
    await service.owner.query(
      `select account_id as id from journal_lines where organization_id = $1 group by 1 order by count(*) desc limit 1`,
      [actor.organization?.id],
    )
  ).rows;
  for (const [name, input] of [
    ['list_sales', { q: 'zebra', location_id: shop.ids['loc'] }],
    ['list_sales', { q: 'zebra', sort: '-total,created_at' }],
    ['list_payments', { q: 'zebra', method_id: shop.ids['pm'] }],
    ['list_journal_entries', { account_id: typeIdFrom('acct', account) }],
    ['list_journal_entries', { client_id: shop.ids['client'], kind: ['manual'] }],
  ] as const) {
    const costs = await costOf(runtime, { name, input: { ...input, limit: 50, fields: ['id'] }, as: actor });
    assert.ok(sumOf(costs) <= rowsMost, `${name} ${JSON.stringify(input)}: ${sumOf(costs)} rows`);
  }
});
