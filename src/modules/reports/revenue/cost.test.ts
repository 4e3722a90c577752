import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from 'pg';
import { type Cost, costOf, pagesOf } from '../../../../test/support/buffers.ts';
import { asOwner } from '../../../../test/support/database.ts';
import { countFlights } from '../../../../test/support/flights.ts';
import { repeatBack } from '../../../../test/support/history.ts';
import { randomYear } from '../../../../test/support/random-year.ts';
import { createWorld, operationNamed } from '../../../../test/support/world.ts';
import { sql } from '../../../db/sql.ts';
import { run } from '../../../operation/run.ts';

const world = await createWorld();
const { who, clients } = await randomYear(world, 4, 360);
const month = '2025-02-01';

const followsPeriod: readonly (readonly [name: string, input: object])[] = [
  ['get_profit_and_loss', { interval: 'week', compare: 'previous_period' }],
  ['get_profit_and_loss', { basis: 'cash', interval: 'week', compare: 'previous_period' }],
  ['get_expenses_by_category', { basis: 'cash' }],
  ['get_revenue', { compare: 'previous_year' }],
  ['get_revenue', { group_by: 'product', compare: 'previous_period' }],
  ['get_product_margin', { group_by: 'category' }],
  ['compare_periods', {}],
  ['compare_periods', { group_by: 'product', compare: 'previous_period' }],
  ['get_trends', { from: '2026-01-01' }],
  ['get_trends', { from: '2026-01-01', metric: 'net_profit', basis: 'cash' }],
  ['get_payments_report', {}],
  ['get_journal', {}],
  ['get_inventory_movements', { from: '2026-01-01' }],
  ['get_inventory_turnover', { from: '2026-01-01', group_by: 'location' }],
  ['get_tax_summary', { basis: 'accrual' }],
  ['get_tax_summary', { basis: 'cash' }],
];
/** These say what is, or was, on an account, or a client's. */
const readsBalances: readonly (readonly [name: string, input: object])[] = [
  ['get_receivables_aging', { as_at: '2026-01-20' }],
  ['get_client_statement', { client_id: clients[0].id }],
  ['get_cash_flow', { interval: 'week' }],
  ['get_inventory_valuation', { as_at: '2026-01-20' }],
  ['get_inventory_valuation', { as_at: '2026-01-20', group_by: 'location' }],
  ['get_trial_balance', {}],
  ['get_balance_sheet', { as_at: '2026-01-20', compare: 'previous_year' }],
  ['get_general_ledger', {}],
  ['get_business_overview', {}],
];
const all = [...followsPeriod, ...readsBalances];

const ask = (): Promise<Cost[][]> =>
  all.reduce<Promise<Cost[][]>>(async (before, [name, input]) => {
    return [...(await before), await costOf(world.runtime, { name, input, as: who })];
  }, Promise.resolve([]));

/** Has PostgreSQL believe that the rows of large tables belong to thousands of businesses. */
async function amongSmallOnes(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'organization_id'
     where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 20000`,
  );
  assert.ok(rows.length > 2, 'control');
  for (const { name } of rows) {
    await client.query(`alter table ${name} alter column organization_id set (n_distinct = 10000)`);
  }
  await client.query('analyze');
}

/** A row for each month that was, of each account. */
const isBalance = ({ text }: Cost) => text.includes('account_months') || text.includes('report_client_months');

const small = await repeatBack(world, who, { month, first: 13, last: 20 });
const before = await ask();
const large = await repeatBack(world, who, { month, first: 21, last: 180 });
const after = await ask();
await asOwner(world.database.ownerUrl, amongSmallOnes);
const amongSmall = await ask();
console.log(`${small} lines of history, then ${large}`);
for (const [index, [name, input]] of all.entries()) {
  const [then, now] = [before[index] ?? [], after[index] ?? []];
  console.log(
    `${name} ${JSON.stringify(input)}: ${pagesOf(then)} pages, then ${pagesOf(now)}; ${now.length} statements`,
  );
}

test('the history is as long as it should be', () => {
  assert.ok(small > 8_000n && small < 20_000n && large > 150_000n, `${small} and ${large} lines`);
});

/** An index grows a level deeper, and a plan may read a small table as a whole. */
const growthMax = 1.5;
const deeperMax = 80;

test('a report of a month costs the same beside a year of history and beside fifteen', () => {
  for (const [index, [name, input]] of all.entries()) {
    const [then, now] = [before[index] ?? [], after[index] ?? []].map((costs) =>
      pagesOf(costs.filter((one) => !isBalance(one))),
    );
    const limit = (then ?? 0) * growthMax + deeperMax;
    assert.ok((now ?? 0) <= limit, `${name} ${JSON.stringify(input)}: ${then} pages, then ${now}`);
  }
});

test('a report of one large business costs the same among small ones', () => {
  for (const [index, [name, input]] of all.entries()) {
    const [alone, among] = [pagesOf(after[index] ?? []), pagesOf(amongSmall[index] ?? [])];
    assert.ok(
      among <= alone * growthMax + deeperMax,
      `${name} ${JSON.stringify(input)}: ${alone} pages, then ${among}`,
    );
  }
});

test('a balance costs a row per month and account at most, however much was booked in each', async () => {
  const months = await world.db.transaction({ organization: who.organization?.id, readOnly: true }, async (db) => {
    const { rows } = await db.one<{ rows: bigint }>(rowsOfMonths);
    return Number(rows);
  });
  for (const [index, [name]] of all.entries()) {
    const balances = (after[index] ?? []).filter(isBalance);
    const pages = pagesOf(balances);
    assert.ok(
      pages <= months * balances.length,
      `${name}: ${pages} pages of balances beside ${months} months of accounts`,
    );
  }
});

const rowsOfMonths = sql`select count(*) as rows from account_months`;

const flightsMax = 5;

test('a report waits for the database no more than a few times', async () => {
  for (const [name, input] of all) {
    const { db, flights } = countFlights(world.db);
    const request = { actor: who, input, origin: { door: 'rest', requestId: 'flights' } } as const;
    await run({ ...world.runtime, db }, operationNamed(name), request);
    assert.ok(flights() <= flightsMax, `${name} ${JSON.stringify(input)}: ${flights()} flights`);
  }
});
