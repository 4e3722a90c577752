/** Two clients become one after a year of business: no report changes but in whose the amounts are, and back again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createYear } from '../../../../test/support/random-year.ts';
import { seed } from '../../../../test/support/seed.ts';
import type { Wire } from '../../../../test/support/world.ts';

const { world, year } = await createYear(seed, 120);
const ask = (name: string, input: object = {}): Promise<Wire> => world.call(name, input, { as: year.who });
const [from, into, third] = year.clients as [Wire, Wire, Wire];

const all = { from: '2025-01-01', to: '2026-01-31' };
const days = ['2025-05-01', '2025-09-09', '2026-01-31'];
const cents = (amount: string) => BigInt(amount.replace('.', ''));

/** Reports on the business as a whole. */
const whole: readonly (readonly [string, object])[] = [
  ...['get_profit_and_loss', 'get_trial_balance', 'get_cash_flow', 'get_tax_summary', 'get_revenue'].map(ofYear),
  ...['get_payments_report', 'get_product_margin', 'get_general_ledger'].map(ofYear),
  ...days.map((as_at) => ['get_balance_sheet', { as_at }] as const),
  ['get_inventory_valuation', {}],
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
  for (const day of days) reports.push(['ageing', (await ask('get_receivables_aging', { as_at: day })).totals]);
  // The stock that the year begins with was posted by hand, which one of the checks tells of.
  const { checks } = await ask('check_books');
  return [...reports, ['checks', checks.map((check: Wire) => ({ ...check, checked: undefined }))]];
}

async function accountOf(client: Wire): Promise<Wire> {
  const {
    client_id: _,
    client: __,
    ...statement
  } = plain(await ask('get_client_statement', { client_id: client.id, ...all }));
  const { client_id: ___, ...balances } = await ask('get_client_balances', { id: client.id });
  return { statement, balances };
}

const summed = ['receivable', 'overdue', 'unapplied_credit', 'balance', 'lifetime_invoiced', 'lifetime_paid'] as const;

test('every report stays, the account of the one is the sum of both, and undone all is as before', async () => {
  const before = await wholeBusiness();
  const [one, other, stranger] = [await accountOf(from), await accountOf(into), await accountOf(third)];
  await ask('merge_client', { id: from.id, into_id: into.id });
  const told = (reports: Wire[]) =>
    JSON.parse(
      (['id', 'number', 'display_name'] as const).reduce(
        (text, fact) => text.replaceAll(from[fact], into[fact]),
        JSON.stringify(reports),
      ),
    );
  assert.deepEqual(told(await wholeBusiness()), told(before));
  const both = await accountOf(into);
  for (const field of summed) {
    assert.equal(cents(both.balances[field]), cents(one.balances[field]) + cents(other.balances[field]), field);
  }
  for (const field of ['opening', 'closing']) {
    assert.equal(cents(both.statement[field]), cents(one.statement[field]) + cents(other.statement[field]), field);
  }
  for (const [age, amount] of Object.entries(both.statement.ageing)) {
    assert.equal(cents(amount as string), cents(one.statement.ageing[age]) + cents(other.statement.ageing[age]), age);
  }
  assert.equal(both.statement.rows.length, one.statement.rows.length + other.statement.rows.length);
  assert.deepEqual(await accountOf(third), stranger);
  await ask('undo_client_merge', { id: from.id });
  assert.deepEqual(await wholeBusiness(), before);
  assert.deepEqual([await accountOf(from), await accountOf(into)], [one, other]);
});
