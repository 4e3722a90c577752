import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book, soldOn } from '../../../test/support/books.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld } from '../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
world.setNow('2026-03-20T12:00:00Z');
await book(world, [soldOn('2026-03-01', '10.00')]);
const client = await call('create_client', { type: 'individual', display_name: 'Ann' });

test('every report by its name is what its own call answers', async () => {
  const march = { period: 'this_month' };
  for (const [name, operation, input] of [
    ['profit-and-loss', 'get_profit_and_loss', { ...march, compare: 'previous_year', interval: 'week' }],
    ['revenue', 'get_revenue', { ...march, group_by: 'client', limit: 20 }],
    ['payments', 'get_payments_report', march],
    ['receivables-aging', 'get_receivables_aging', { as_at: '2026-03-10', limit: 20 }],
    ['trial-balance', 'get_trial_balance', march],
    ['balance-sheet', 'get_balance_sheet', { as_at: '2026-03-10', compare: 'previous_year' }],
    ['general-ledger', 'get_general_ledger', { ...march, limit: 20 }],
    ['journal', 'get_journal', { ...march, limit: 20 }],
    ['profit-and-loss', 'get_profit_and_loss', { ...march, basis: 'cash' }],
    ['trends', 'get_trends', { ...march, metric: 'net_profit', interval: 'week' }],
    ['product-margin', 'get_product_margin', { ...march, group_by: 'variant', limit: 20 }],
    ['period-comparison', 'compare_periods', { ...march, group_by: 'product', metric: 'margin', limit: 20 }],
    ['expenses-by-category', 'get_expenses_by_category', { ...march, compare: 'previous_period' }],
    ['client-statement', 'get_client_statement', { ...march, client_id: client.id }],
    ['tax-summary', 'get_tax_summary', { ...march, basis: 'cash' }],
    ['cash-flow', 'get_cash_flow', { ...march, interval: 'day' }],
    ['inventory-valuation', 'get_inventory_valuation', { as_at: '2026-03-10', limit: 20 }],
    ['inventory-movements', 'get_inventory_movements', { ...march, group_by: 'location', limit: 20 }],
    ['inventory-turnover', 'get_inventory_turnover', { ...march, group_by: 'category', limit: 20 }],
  ] as const) {
    const own = await call(operation, input);
    assert.deepEqual(await call('get_report', { name, ...input }), { name, report: own }, name);
  }
});

test('a report in pages goes on by its name too, and takes no cursor but its own', async () => {
  await book(world, [soldOn('2026-03-02', '20.00')]);
  const asked = { name: 'journal', period: 'this_month', limit: 1 };
  const first = await call('get_report', asked);
  const second = await call('get_report', { ...asked, cursor: first.report.next_cursor });
  assert.deepEqual([first.report.rows[0].amount, second.report.rows[0].amount], ['10.00', '20.00']);
  await assert.rejects(call('get_report', { ...asked, cursor: 'abc' }), refused('invalid_cursor'));
});

test('a report by its name is narrowed by what there is, and refuses what there is not', async () => {
  const asked = { period: 'this_month', client_id: client.id };
  assert.deepEqual((await call('get_report', { name: 'revenue', ...asked })).report, await call('get_revenue', asked));
  const none = 'client_01h455vb4pex5vsknk084sn02q';
  const isRefused = refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/client_id'));
  await assert.rejects(call('get_report', { name: 'revenue', period: 'this_month', client_id: none }), isRefused);
});

test('what a report does not take is refused at its field', async () => {
  const at = (pointer: string) =>
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, pointer));
  await assert.rejects(call('get_report', { name: 'payments', group_by: 'client' }), at('/group_by'));
  await assert.rejects(call('get_report', { name: 'trial-balance', as_at: '2026-03-01' }), at('/as_at'));
  await assert.rejects(call('get_report', { name: 'weather' }), at('/name'));
});
