/** Two years of an importer who keeps stock, is paid a month after shipping, and pays the carriers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyOfNorthwind, settleNorthwind, type Movement } from '../../../test/support/northwind-money.ts';
import { costOf, northwind, productsOfNorthwind, sellNorthwind, soldOf } from '../../../test/support/northwind.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const costPercent = 60;
const world = await createWorld();
const importer = await world.found('Northwind', { currency: 'USD', country: 'US', timezone: 'America/Los_Angeles' });
await sellNorthwind(world, importer, { costPercent });
await settleNorthwind(world, importer);
const ask = (name: string, input: object): Promise<Wire> => world.call(name, input, { as: importer });

const money = moneyOfNorthwind();
const until = (movements: readonly Movement[], day: string) =>
  movements.reduce((sum, one) => (one.day <= day ? sum + one.cents : sum), 0n);
const cents = (amount: string) => BigInt(amount.replace('.', ''));

const monthEnds = Array.from({ length: 24 }, (_, month) =>
  new Date(Date.UTC(1996, 7 + month, 0)).toISOString().slice(0, 10),
);

test('at each end of a month the balance sheet balances, with what the files say is owed and owing', async () => {
  for (const day of monthEnds) {
    const { totals, rows } = await ask('get_balance_sheet', { as_at: day });
    assert.equal(cents(totals.assets.amount), cents(totals.liabilities.amount) + cents(totals.equity.amount), day);
    const balance = (code: string) => cents(rows.find((row: Wire) => row.code === code)?.amount ?? '0.00');
    assert.equal(balance('1100'), until(money.earned, day) - until(money.received, day), `receivable on ${day}`);
    assert.equal(balance('2000'), until(money.freight, day) - until(money.freightPaid, day), `payable on ${day}`);
  }
});

test('cash and accrual differ by exactly what clients owe, and what is owed for freight', async () => {
  for (const day of monthEnds) {
    const range = { from: northwind.opening, to: day };
    const accrual = (await ask('get_profit_and_loss', { ...range, basis: 'accrual' })).totals;
    const cash = (await ask('get_profit_and_loss', { ...range, basis: 'cash' })).totals;
    const owed = until(money.earned, day) - until(money.received, day);
    assert.equal(cents(accrual.revenue.amount) - cents(cash.revenue.amount), owed, `revenue until ${day}`);
    const owing = until(money.freight, day) - until(money.freightPaid, day);
    assert.equal(
      cents(accrual.operating_expenses.amount) - cents(cash.operating_expenses.amount),
      owing,
      `freight until ${day}`,
    );
  }
});

test('all that was in stock left it, and was the cost of what was sold', async () => {
  const { totals } = await ask('get_profit_and_loss', { from: northwind.opening, to: northwind.to });
  const worth = productsOfNorthwind().reduce((sum, product) => {
    const cost = BigInt(costOf(product, costPercent).replace('.', '')) * BigInt(soldOf(product['product_id'] ?? ''));
    return sum + (cost + 50n) / 100n;
  }, 0n);
  assert.equal(cents(totals.cost_of_sales.amount), worth);
  const { totals: left } = await ask('get_inventory_valuation', { as_at: northwind.to });
  assert.equal(cents(left.value), 0n);
});
