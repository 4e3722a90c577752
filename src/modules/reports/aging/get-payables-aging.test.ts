import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const fixture = createExpenseFixture(world);
const on = (day: string) => world.setNow(`${day}T12:00:00Z`);

on('2026-01-10');
const air = await fixture.supplier({ display_name: 'Zephyr Air' });
const said = { payee_name: undefined, supplier_id: air.id };
const flight = await fixture.owed('100', { ...said, expense_date: '2026-01-10', due_date: '2026-01-31' });
await fixture.owed('40', { payee_name: 'Old Printer', expense_date: '2025-09-01' });
const mistake = await fixture.owed('7', { payee_name: 'Old Printer', expense_date: '2026-01-10' });
const lent = await fixture.owed('12', { paid_by: 'member', payee_name: 'Taxi', expense_date: '2026-01-10' });
on('2026-02-10');
const partly = await fixture.pay(flight, { amount: '60' });
on('2026-02-20');
await fixture.pay(lent, { method: 'Cash' });
await fixture.keyed('void_expense_payment', { id: partly.payments[0].id });
await fixture.keyed('void_expense', { id: mistake.id });

const aging = (as_at: string, more: object = {}) => call('get_payables_aging', { as_at, ...more });

test('what is owed is in the bucket of how long it is overdue, with whom it is owed to', async () => {
  const report = await aging('2026-02-20');
  assert.deepEqual(
    report.rows.map((row: Wire) => [row.payee, row.supplier_id, row.expenses, row.days_1_30, row.over_90_days]),
    [
      ['Zephyr Air', air.id, 1, '100.00', '0.00'],
      ['Old Printer', null, 1, '0.00', '40.00'],
    ],
  );
  assert.deepEqual([report.totals.total, report.reconciliation.difference], ['140.00', '0.00']);
});

test('a day that is past stays as it was, whatever was paid, taken back or voided since', async () => {
  const before = await aging('2026-02-09');
  assert.deepEqual(
    before.rows.map((row: Wire) => [row.payee, row.total]),
    [
      ['Zephyr Air', '100.00'],
      ['Old Printer', '47.00'],
      ['Owner of Acme', '12.00'],
    ],
  );
  assert.deepEqual([before.totals.expenses, before.reconciliation.difference], [4, '0.00']);
  const between = await aging('2026-02-15');
  assert.deepEqual([between.totals.total, between.reconciliation.difference], ['99.00', '0.00']);
  const first = await aging('2026-01-05');
  assert.deepEqual([first.totals.total, first.reconciliation.difference], ['40.00', '0.00']);
});

test('debts may age from the day that they were made', async () => {
  const { rows, totals } = await aging('2026-02-20', { age_from: 'issue_date' });
  assert.ok(rows.length > 0);
  assert.deepEqual([totals.current, totals.total], ['0.00', '140.00']);
  for (const column of ['days_31_60', 'over_90_days', 'days_1_30', 'total']) {
    const drill = { name: 'payables-aging', row: 'total', column, as_at: '2026-02-20', age_from: 'issue_date' };
    assert.equal((await call('get_report_drilldown', drill)).total, totals[column]);
  }
});

test('who is owed least is in one row of others, and a file says the same', async () => {
  const { rows } = await aging('2026-02-09', { limit: 1 });
  assert.deepEqual(
    rows.map((row: Wire) => [row.payee, row.total]),
    [
      ['Zephyr Air', '100.00'],
      ['Others', '59.00'],
    ],
  );
  const { content } = await aging('2026-02-09', { format: 'csv' });
  const lines: string[][] = parse(content);
  assert.deepEqual([lines[0]?.[0], ...(lines.at(-1)?.slice(-2) ?? [])], ['payee', '159.00', '0.00']);
  assert.deepEqual((await call('get_payables_aging', {}, { as: world.rival })).rows, []);
});
