/**
 * Rows that a sort holds equal come in the order of PostgreSQL's plan, which changes as tables grow: a ranking would be
 * cut elsewhere from one call to the next. Defaults of a server would change the form of days and instants.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { asOwner, setForConnections } from '../support/database.ts';
import { dose } from '../support/dose.ts';
import { isSchema, wireSchemaOf } from '../support/id-fields.ts';
import { type RunningService, serve } from '../support/running-service.ts';
import { type Sample, sampleOf } from '../support/samples.ts';
import { startSampledShops } from '../support/shop-service.ts';
import { callOf } from './call-of.ts';

const { service, shop } = await startSampledShops();
/** More than any ranking shows. */
const equals = 24;

/** Answers that differ from one call or service to the next. */
const passing: ReadonlySet<string> = new Set(['get_passkey_login', 'get_passkey_proof', 'list_jobs']);
const reads = dose(catalogue.filter(({ effect, name }) => effect === 'read' && !passing.has(name)));

type Settings = Readonly<Record<string, string>>;
const without = (...names: readonly string[]): Settings => Object.fromEntries(names.map((name) => [name, 'off']));

/** PostgreSQL joins, sorts and groups each time in another way. */
const plans = [
  without('enable_hashagg', 'enable_hashjoin', 'enable_seqscan'),
  without('enable_sort', 'enable_incremental_sort', 'enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'),
];

/** Of somebody else's server. */
const defaults: Settings = {
  array_nulls: 'off',
  bytea_output: 'escape',
  datestyle: `'SQL, DMY'`,
  default_text_search_config: `'pg_catalog.german'`,
  default_transaction_isolation: 'serializable',
  extra_float_digits: '-15',
  intervalstyle: 'sql_standard',
  search_path: 'pg_catalog',
  timezone: `'Pacific/Kiritimati'`,
  work_mem: `'64kB'`,
};

/** Many with the same amount on the same day, as rankings have to cut. */
async function addEqualRecords(): Promise<void> {
  const [{ id: category_id }] = (await shop.call('list_expense_categories', { limit: 1 })).data;
  for (let at = 0; at < equals; at += 1) {
    const name = shop.fresh('Equal');
    const { id: client_id } = await shop.call('create_client', {
      type: 'business',
      display_name: `Equal ${shop.mark}`,
    });
    const lines = [{ name, quantity: '1', unit_price: '7.00' }];
    await shop.call('create_sale', { client_id, lines, confirm: true });
    const spent = [{ category_id, amount: '7.00' }];
    await shop.call('create_expense', { payee_name: name, lines: spent, post: true });
  }
}

type Asked = { readonly operation: Operation; readonly sample: Sample };

/** Its sample, and the same with each value that a field may choose from; files are made of the same answers. */
async function asksOf(operation: Operation): Promise<Asked[]> {
  const sample = await sampleOf(shop, operation);
  const properties = Object.entries(wireSchemaOf(operation.input)['properties'] ?? {});
  const others = properties.flatMap(([name, field]) => {
    if (name === 'format') return [];
    const values = isSchema(field) && Array.isArray(field['enum']) ? (field['enum'] as unknown[]) : [];
    return values.map((value) => ({ [name]: value }));
  });
  const inputs = [{}, ...others].map((more) => ({ ...sample.input, ...more }));
  return inputs.map((input) => ({ operation, sample: { ...sample, input } }));
}

const nameOf = ({ operation, sample }: Asked): string => `${operation.name} ${JSON.stringify(sample.input)}`;

/** By what was asked, without instants. Files have parts that are of the call itself. */
async function answersTo(asks: readonly Asked[], from: RunningService): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const { operation, sample } of asks) {
    const { status, body, text } = await from.send(callOf(operation, sample));
    if (status !== 200 || body === undefined) continue;
    const told = text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'instant');
    answers.set(nameOf({ operation, sample }), told);
  }
  return answers;
}

test('reads answer the same whatever plan PostgreSQL makes and whatever its defaults are', async () => {
  await addEqualRecords();
  const asks = (await Promise.all(reads.map(asksOf))).flat();
  const expected = await answersTo(asks, service);
  const answered = asks.filter((ask) => expected.has(nameOf(ask)));
  const differing: string[] = [];
  for (const settings of [...plans, defaults]) {
    await setForConnections(service.database, settings);
    const { service: other, stop } = await serve(service.database);
    const answers = await answersTo(answered, other);
    await stop();
    differing.push(...[...expected].filter(([ask, told]) => answers.get(ask) !== told).map(([ask]) => ask));
  }
  assert.deepEqual(differing, []);
  assert.ok(expected.size > 0);
});

test('control: what no order says comes in another order by another plan', async () => {
  const orders: string[] = [];
  for (const settings of plans) {
    await setForConnections(service.database, settings);
    const { rows } = await asOwner(service.database.ownerUrl, (client) =>
      client.query('select client_id, sum(total) from sales group by client_id'),
    );
    orders.push(JSON.stringify(rows));
  }
  assert.equal(new Set(orders).size, plans.length);
});
