import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-04-15T12:00:00Z');
const as = await world.found('Harbour Trading', { country: 'US', currency: 'USD', timezone: 'America/New_York' });
const fixture = createExpenseFixture(world, as);
const run = (name: string, input: object = {}): Promise<Wire> => world.call(name, input, { as });
const half = await run('create_tax_rate', { name: 'Half', percentage: '19', recoverable_percent: '50' });

const inEuros = { currency: 'EUR', exchange_rate: '1.09' };
const owed = (amount: string, more: object = inEuros): Promise<Wire> => fixture.owed(amount, more);

test('a schedule in euros makes each expense at the rate of its own day', async () => {
  await run('set_exchange_rate', { currency: 'CHF', rate: '1.1', rate_date: '2026-01-01' });
  const lines = [{ category: 'Travel', amount: '50' }];
  const schedule = await run('create_recurring_expense', {
    name: 'Rent abroad',
    frequency: 'day',
    mode: 'post',
    start_date: '2026-04-14',
    template: { payee_name: 'Landlord', currency: 'CHF', amounts_include_tax: false, lines },
  });
  assert.deepEqual([schedule.template.currency, schedule.template.lines[0].amount], ['CHF', '50.00']);
  await run('set_exchange_rate', { currency: 'CHF', rate: '1.2', rate_date: '2026-04-15' });
  const worth = [];
  for (const _ of ['one', 'other']) {
    const { expense_id: id } = await fixture.keyed('run_recurring_expense', { id: schedule.id });
    worth.push((await fixture.expense({ id })).base_total);
  }
  assert.deepEqual(worth, ['55.00', '60.00']);
  await fixture.booksAgree();
});

test('budgets, spending reports and what is charged to a client are in dollars', async () => {
  const category = await run('create_expense_category', {
    name: 'Trips abroad',
    account_id: (await run('list_accounts', { code: '6300' })).data[0].id,
    budget_monthly: '100',
  });
  const client = await run('create_client', { type: 'business', display_name: 'Paying', currency: 'EUR' });
  const line = { category_id: category.id, amount: '95', billable: true, client_id: client.id };
  world.emitted();
  await owed('0', { ...inEuros, lines: [line] });
  const crossed = world.emitted().filter(({ type }) => type === 'expense_category.over_budget');
  assert.deepEqual(
    crossed.map(({ data }) => [(data as Wire).budget.minor, (data as Wire).spent.minor]),
    [[100_00n, 103_55n]],
  );
  const days = { from: '2026-04-01', to: '2026-04-30' };
  const { categories } = await run('get_expenses_by_category', days);
  const own = categories.find(({ category_id: id }: Wire) => id === category.id);
  assert.deepEqual([own.amount, own.variance], ['103.55', '-3.55']);
  const sale = await run('invoice_expenses', { client_id: client.id, markup_percent: '10' });
  assert.deepEqual([sale.currency, sale.totals.net], ['USD', '113.91']);
});

test('two bills of one amount in two currencies are no duplicates', async () => {
  const day = { payee_name: 'Twin', expense_date: '2026-04-02' };
  await fixture.draft('10', { ...day, ...inEuros });
  assert.deepEqual((await fixture.draft('10', day)).warnings, []);
  const again = await fixture.draft('10', { ...day, ...inEuros });
  assert.equal(again.warnings[0].candidates[0].currency, 'EUR');
});

test('a payment is shown in its own currency among what moved, and what is owed in dollars by age', async () => {
  const bill = await owed('100', { ...inEuros, payee_name: 'Aged' });
  await fixture.pay(bill, { amount: '25', exchange_rate: '1.2' });
  const { data } = await run('list_transactions', { kind: ['expense_payment'] });
  assert.equal(data.find(({ amount }: Wire) => amount === '25.00')?.currency, 'EUR');
  const { rows, reconciliation } = await run('get_payables_aging');
  assert.equal(rows.find(({ payee }: Wire) => payee === 'Aged').total, '81.75');
  assert.equal(reconciliation.difference, '0.00');
});

for (const [format, program, ...options] of [
  ['hledger', 'hledger', 'check', '--strict', '-f'],
  ['beancount', 'bean-check'],
] as const) {
  test(`books with bills in other currencies in them are sound to ${program}`, async (context) => {
    for (const [currency, exchange_rate, later] of [
      ['EUR', '1.09', '1.095'],
      ['JPY', '0.0067', '0.0070'],
      ['KWD', '3.25', '3.2'],
    ]) {
      const lines = ['99', '1', '33'].map((amount) => ({ category: 'Travel', amount, tax_rate_ids: [half.id] }));
      const bill = await owed('0', { currency, exchange_rate, lines });
      await fixture.pay(bill, { amount: '50', exchange_rate: later });
      await fixture.keyed('void_expense_payment', {
        id: (await fixture.pay(bill, { exchange_rate: later })).payments[1].id,
      });
    }
    const { content } = await run('export_ledger', { format });
    const folder = mkdtempSync(join(tmpdir(), 'daybook-books-'));
    context.after(() => rmSync(folder, { recursive: true }));
    const path = join(folder, `books.${format}`);
    writeFileSync(path, content);
    const { error, status, stdout, stderr } = spawnSync(program, [...options, path], { encoding: 'utf8' });
    if (error !== undefined) return context.skip(`${program} is not installed`);
    assert.equal(status, 0, `${stdout}${stderr}`);
  });
}
