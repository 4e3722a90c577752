import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-03-31T12:00:00Z');
const as = await world.found('Harbour Trading', { country: 'US', currency: 'USD', timezone: 'America/New_York' });
const shop = shopOf(world, as);
const fixture = createExpenseFixture(world, as);
const run = (name: string, input: object = {}): Promise<Wire> => world.call(name, input, { as });

const ann = await shop.client({ display_name: 'Ann', currency: 'EUR' });
const bob = await shop.client({ display_name: 'Bob' });
const sold = (client: Wire, total: string, more: object) =>
  run('create_sale', {
    client_id: client.id,
    lines: [{ name: 'Work', quantity: '1', unit_price: total }],
    confirm: true,
    ...more,
  });
const inEuros = { currency: 'EUR', exchange_rate: '1.1' };
const overdue = { sale_date: '2026-01-10', due_date: '2026-03-11' };
const paid = (client: Wire, amount: string, more: object = {}) =>
  shop.keyed('create_payment', { client_id: client.id, method: 'Bank transfer', amount, ...more });

await sold(ann, '100.00', { ...inEuros, ...overdue });
await sold(ann, '7.00', { currency: 'USD', sale_date: '2026-03-20', due_date: '2026-04-20' });
const yen = await sold(ann, '10000', {
  currency: 'JPY',
  exchange_rate: '0.0067',
  sale_date: '2026-03-01',
  instalments: 2,
});
await sold(bob, '50.00', overdue);
await paid(ann, '40.00', { currency: 'EUR', exchange_rate: '1.2', payment_date: '2026-03-15' });
await paid(ann, '5.00', { currency: 'GBP', exchange_rate: '1.3', payment_date: '2026-03-16' });
await paid(ann, '6000', { currency: 'JPY', exchange_rate: '0.007', payment_date: '2026-03-17' });

const told = ({ currencies }: Wire) =>
  currencies.map((one: Wire) => [one.currency, one.current, one.days_1_30, one.total, one.credit]);

test('who owes in several currencies is told in each of them, and what that is worth on the books', async () => {
  const { rows, totals, reconciliation } = await run('get_receivables_aging');
  const [first, second] = rows;
  assert.deepEqual([first.client, first.total, first.credit, first.sales], ['Ann', '99.80', '6.50', 3]);
  assert.deepEqual(told(first), [
    ['EUR', '0.00', '60.00', '60.00', '0.00'],
    ['GBP', '0.00', '0.00', '0.00', '5.00'],
    ['JPY', '4000', '0', '4000', '0'],
    ['USD', '7.00', '0.00', '7.00', '0.00'],
  ]);
  assert.deepEqual([second.client, second.total, second.currencies], ['Bob', '50.00', []]);
  assert.deepEqual(told(totals)[3], ['USD', '7.00', '50.00', '57.00', '0.00']);
  assert.equal(reconciliation.difference, '0.00');
  const [, , part] = (await run('get_sale', { id: yen.id })).payment_schedule;
  assert.equal(part, undefined);
});

test('one currency alone is told by itself, and a past day stays as it was', async () => {
  const { rows, totals, reconciliation, credit_sales } = await run('get_receivables_aging', { currency: 'EUR' });
  assert.deepEqual(
    rows.map((row: Wire) => [row.client, row.total, told(row)]),
    [['Ann', '66.00', [['EUR', '0.00', '60.00', '60.00', '0.00']]]],
  );
  assert.deepEqual([totals.total, reconciliation, credit_sales], ['66.00', null, null]);
  const before = await run('get_receivables_aging', { currency: 'EUR', as_at: '2026-03-14' });
  assert.deepEqual(told(before.totals), [['EUR', '0.00', '100.00', '100.00', '0.00']]);
  await assert.rejects(run('get_receivables_aging', { currency: 'SEK' }), refused('validation_failed'));
  await assert.rejects(run('get_receivables_aging', { currency: 'XXX' }), refused('validation_failed'));
});

test('ages reach as far as is asked, and what cannot be an age is refused', async () => {
  const { rows } = await run('get_receivables_aging', { buckets: [10, 21] });
  assert.deepEqual(rows[1].ages, { current: '0.00', days_1_10: '0.00', days_11_21: '50.00', over_21_days: '0.00' });
  assert.deepEqual([rows[1].days_1_30, rows[1].over_90_days, rows[1].total], [null, null, '50.00']);
  const usual = await run('get_receivables_aging', {});
  assert.deepEqual(Object.keys(usual.totals.ages), [
    'current',
    'days_1_30',
    'days_31_60',
    'days_61_90',
    'over_90_days',
  ]);
  const csv = await run('get_receivables_aging', { buckets: [10], format: 'csv' });
  assert.match(csv.content, /^"client","sales","current","days_1_10","over_10_days","total","credit"/);
  assert.match(csv.content, /"total JPY",1,4000,0,0,4000,0/);
  for (const name of ['get_receivables_aging', 'get_payables_aging']) {
    for (const buckets of [[], [0], [30, 30], [60, 30], [3_651], Array.from({ length: 13 }, (_, n) => n + 1)]) {
      await assert.rejects(run(name, { buckets }), refused('validation_failed'), JSON.stringify(buckets));
    }
  }
});

test('each figure of an ageing has behind it what makes it, in its own currency too', async () => {
  const behind = async (more: object) => {
    const { total, data } = await run('get_report_drilldown', { name: 'receivables-aging', row: 'total', ...more });
    return [total, data.length];
  };
  assert.deepEqual(await behind({ column: 'days_1_30' }), ['116.00', 2]);
  assert.deepEqual(await behind({ column: 'days_1_30', currency: 'EUR' }), ['60.00', 1]);
  assert.deepEqual(await behind({ column: 'days_11_21' }), ['116.00', 2]);
  assert.deepEqual(await behind({ column: 'over_21_days' }), ['0.00', 0]);
  assert.deepEqual(await behind({ column: 'credit', currency: 'GBP' }), ['5.00', 1]);
  await assert.rejects(behind({ column: 'days_x_y' }), refused('validation_failed'));
});

test('what is owed to suppliers is told in each currency', async () => {
  const supplier = await fixture.supplier({ display_name: 'Mill' });
  const bill = (amount: string, more: object) =>
    fixture.owed(amount, { payee_name: undefined, supplier_id: supplier.id, expense_date: '2026-03-01', ...more });
  const euros = await bill('100', inEuros);
  await bill('10', {});
  await fixture.pay(euros, { amount: '25', exchange_rate: '1.2' });
  const { rows, totals, reconciliation } = await run('get_payables_aging', { buckets: [45] });
  assert.deepEqual([rows[0].payee, rows[0].total, rows[0].expenses], ['Mill', '92.50', 2]);
  assert.deepEqual(
    rows[0].currencies.map((one: Wire) => [one.currency, one.ages]),
    [
      ['EUR', { current: '0.00', days_1_45: '75.00', over_45_days: '0.00' }],
      ['USD', { current: '0.00', days_1_45: '10.00', over_45_days: '0.00' }],
    ],
  );
  assert.deepEqual([totals.total, reconciliation.difference], ['92.50', '0.00']);
  const advance = { amount: '8', keep_credit: true, currency: 'GBP', exchange_rate: '1.25' };
  await fixture.keyed('create_supplier_payment', { supplier_id: supplier.id, method: 'Bank transfer', ...advance });
  const { totals: beside, reconciliation: both } = await run('get_payables_aging');
  assert.deepEqual([beside.credit, both.credit, both.ledger_credit], ['10.00', '10.00', '10.00']);
  assert.deepEqual(
    beside.currencies.map((one: Wire) => [one.currency, one.total, one.credit]),
    [
      ['EUR', '75.00', '0.00'],
      ['GBP', '0.00', '8.00'],
      ['USD', '10.00', '0.00'],
    ],
  );
  const alone = await run('get_payables_aging', { currency: 'EUR' });
  assert.deepEqual(
    [alone.totals.total, alone.totals.currencies[0].total, alone.reconciliation],
    ['82.50', '75.00', null],
  );
  const asked = { name: 'payables-aging', row: supplier.id, column: 'total', currency: 'EUR' };
  assert.equal((await run('get_report_drilldown', asked)).total, '75.00');
});

test('a client has a statement in each currency, and no balance mixes them', async () => {
  const statement = (more: object = {}) =>
    run('get_client_statement', { client_id: ann.id, from: '2026-03-01', to: '2026-03-31', ...more });
  const euros = await statement();
  assert.deepEqual(
    [euros.currency, euros.meta.currency, euros.other_currencies],
    ['EUR', 'EUR', ['GBP', 'JPY', 'USD']],
    'that of the client, where none is asked for',
  );
  assert.deepEqual(
    [euros.opening, euros.rows.map(({ kind, amount, balance }: Wire) => [kind, amount, balance]), euros.closing],
    ['100.00', [['payment', '-40.00', '60.00']], '60.00'],
  );
  assert.deepEqual([euros.ageing.days_1_30, euros.ageing.credit], ['60.00', '0.00']);
  const yens = await statement({ currency: 'JPY' });
  assert.deepEqual([yens.opening, yens.closing, yens.ageing.current], ['0', '4000', '4000']);
  const pounds = await statement({ currency: 'GBP' });
  assert.deepEqual([pounds.closing, pounds.ageing.credit], ['-5.00', '5.00']);
  const dollars = await statement({ currency: 'USD' });
  assert.deepEqual([dollars.opening, dollars.rows.length, dollars.closing], ['0.00', 1, '7.00']);
  await assert.rejects(statement({ currency: 'SEK' }), refused('validation_failed'));
  const later = { from: '2026-04-01', to: '2026-04-30' };
  for (const [currency, opening] of [
    ['EUR', '60.00'],
    ['JPY', '4000'],
    ['USD', '7.00'],
  ]) {
    assert.equal((await statement({ ...later, currency })).opening, opening);
    const open = await statement({ currency, type: 'outstanding_only' });
    assert.equal(open.closing, opening);
  }
  const bobs = await run('get_client_statement', { client_id: bob.id, ...later });
  assert.deepEqual([bobs.currency, bobs.opening, bobs.other_currencies], ['USD', '50.00', []]);
  const asked = { name: 'client-statement', client_id: ann.id, from: '2026-03-01', to: '2026-03-31' };
  for (const [row, total] of [
    ['opening', '100.00'],
    ['closing', '60.00'],
  ]) {
    assert.equal((await run('get_report_drilldown', { ...asked, row })).total, total);
  }
  assert.equal((await run('get_report_drilldown', { ...asked, row: 'closing', currency: 'JPY' })).total, '4000');
  const { checks } = await run('check_books');
  assert.deepEqual(
    checks.filter(({ ok }: Wire) => !ok),
    [],
  );
});
