import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const on = (day: string) => world.setNow(`${day}T12:00:00Z`);

/** A business of its own, so that no test sees another's figures. */
async function business() {
  const as = await world.found('Abroad', { country: 'US', currency: 'USD', timezone: 'Etc/UTC' });
  const run = (name: string, input: object): Promise<Wire> => world.call(name, input, { as });
  const results = async (to: string, basis: string, from = '2026-01-01') =>
    run('get_profit_and_loss', { from, to, basis });
  const inSections = async (from: string, to: string) => {
    const { rows } = await results(to, 'cash', from);
    return rows.map((row: Wire) => [row.section, row.code, row.amount]);
  };
  return { shop: shopOf(world, as), fixture: createExpenseFixture(world, as), run, results, inSections };
}

const inEuros = { currency: 'EUR', exchange_rate: '1.1' };

test('half a bill paid at another rate counts at half its worth, and what was lost in a row of its own', async () => {
  const { fixture, inSections } = await business();
  on('2026-01-05');
  const bill = await fixture.owed('100', inEuros);
  on('2026-02-01');
  const first = await fixture.pay(bill, { amount: '50', exchange_rate: '1.3' });
  on('2026-03-01');
  await fixture.pay(bill, { exchange_rate: '1.0' });
  assert.deepEqual(await inSections('2026-01-01', '2026-01-31'), []);
  assert.deepEqual(await inSections('2026-02-01', '2026-02-28'), [
    ['operating_expenses', '6300', '55.00'],
    ['other_expenses', '6900', '10.00'],
  ]);
  assert.deepEqual(await inSections('2026-03-01', '2026-03-31'), [
    ['operating_expenses', '6300', '55.00'],
    ['other_income', '4820', '5.00'],
  ]);
  on('2026-04-01');
  await fixture.keyed('void_expense_payment', { id: first.payments[0].id });
  assert.deepEqual(await inSections('2026-04-01', '2026-04-30'), [
    ['operating_expenses', '6300', '-55.00'],
    ['other_expenses', '6900', '-10.00'],
  ]);
});

test('what a sale brings is its worth as far as it is paid, and what was gained is no revenue', async () => {
  const { shop, inSections } = await business();
  on('2026-01-05');
  const sale = await shop.sold('100', inEuros);
  on('2026-02-01');
  await shop.pay(sale, { amount: '50', exchange_rate: '1.3' });
  assert.deepEqual(await inSections('2026-02-01', '2026-02-28'), [
    ['revenue', '4000', '55.00'],
    ['other_income', '4820', '10.00'],
  ]);
});

test('on every day cash and accrual differ by what is owed to the business and by it alone', async () => {
  const { shop, fixture, run, results } = await business();
  const days: [day: string, deed: () => Promise<unknown>][] = [];
  let [sale, bill, other, paid]: Wire[] = [{}, {}, {}, {}];
  const { id: client_id } = await shop.client();
  days.push(
    ['2026-01-05', async () => (sale = await shop.sold('4500', { ...inEuros, client_id }))],
    ['2026-01-09', async () => (bill = await fixture.owed('999.99', { currency: 'EUR', exchange_rate: '1.07' }))],
    ['2026-01-15', () => shop.pay(sale, { amount: '1234.56', exchange_rate: '1.0951' })],
    ['2026-01-20', () => fixture.pay(bill, { amount: '333.33', exchange_rate: '1.2' })],
    ['2026-02-02', async () => (paid = await fixture.pay(bill, { amount: '333.33', exchange_rate: '0.9' }))],
    ['2026-02-05', async () => (other = await fixture.owed('13500', { currency: 'JPY', exchange_rate: '0.0067' }))],
    ['2026-02-10', () => fixture.keyed('void_expense_payment', { id: paid.payments[1].id })],
    ['2026-02-12', () => fixture.pay(other, { exchange_rate: '0.007' })],
    ['2026-02-15', () => fixture.owed('20', { ...inEuros, method: 'Cash' })],
    [
      '2026-02-20',
      () =>
        shop.keyed('create_payment', {
          client_id,
          method: 'Cash',
          amount: '100',
          currency: 'EUR',
          exchange_rate: '1.3',
        }),
    ],
    ['2026-03-01', () => shop.pay(sale, { exchange_rate: '1.01' })],
    ['2026-03-02', () => fixture.pay(bill, { exchange_rate: '1.15' })],
    ['2026-03-03', () => fixture.owed('77.77')],
    ['2026-03-04', async () => (other = await fixture.owed('50', inEuros))],
    ['2026-03-05', () => fixture.keyed('void_expense', { id: other.id })],
  );
  for (const [day, deed] of days) {
    on(day);
    await deed();
  }
  const minor = (amount: string) => Math.round(Number(amount) * 100);
  for (const [day] of days) {
    const [cash, accrual] = [await results(day, 'cash'), await results(day, 'accrual')];
    const owed = await run('get_receivables_aging', { as_at: day });
    const owing = await run('get_payables_aging', { as_at: day });
    assert.equal(
      minor(accrual.totals.net_profit.amount) - minor(cash.totals.net_profit.amount),
      minor(owed.totals.total) - minor(owing.totals.total),
      day,
    );
    const exchange = (of: Wire) =>
      of.rows.filter(({ code }: Wire) => code === '4820' || code === '6900').map(({ amount }: Wire) => amount);
    assert.deepEqual(exchange(cash), exchange(accrual), 'both gain and lose by exchange with the money');
  }
});
