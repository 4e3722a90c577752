/** Foreign currency balances are revalued at a month's end and reversed on the next day. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createExpenseFixture } from '../../../test/support/expense-fixture.ts';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const noon = (day: string) => world.setNow(`${day}T12:00:00Z`);

/** An organisation of its own, in which nothing else happens. */
async function books(name: string, day: string) {
  noon(day);
  const as = await world.found(name);
  const fixture = createExpenseFixture(world, as);
  const shop = shopOf(world, as);
  const call = (operation: string, input: object = {}) => world.call(operation, input, { as });
  const sound = async () => {
    const { checks } = await call('check_books');
    assert.deepEqual(
      checks.filter(({ ok }: Wire) => !ok).map(({ name: check, found }: Wire) => [check, found]),
      [],
    );
  };
  /** Balance of an account at the end of a day, debits positive. */
  const on = async (code: string, to: string) => {
    const { rows } = await call('get_trial_balance', { from: '2020-01-01', to });
    return rows.find((row: Wire) => row.code === code)?.closing ?? '0.00';
  };
  const revalue = (rate: string, more: object = {}) =>
    fixture.keyed('revalue_currency', { rates: [{ currency: 'USD', rate }], standard: 'ias_21', ...more });
  return { as, call, shop, sound, on, revalue, ...fixture };
}

const december = { date: '2026-12-31' };

describe('a receivable', () => {
  test('loses at the end of the year and on the day it is paid, each year its own', async () => {
    const { shop, on, call, revalue, sound } = await books('Receivable', '2026-11-10');
    const sale = await shop.sold('1190', { currency: 'USD', exchange_rate: '0.92' });
    noon('2027-01-10');
    const made = await revalue('0.90');
    assert.deepEqual(
      [made.date, made.reversed_on, made.gain, made.loss],
      ['2026-12-31', '2027-01-01', '0.00', '23.80'],
    );
    const [item] = made.items;
    assert.deepEqual(
      [item.amount, item.carrying_amount, item.revalued_amount, item.difference, item.record_id],
      ['1190.00', '1094.80', '1071.00', '-23.80', sale.id],
    );
    assert.equal(await on('6905', '2026-12-31'), '23.80');
    assert.equal(await on('1105', '2026-12-31'), '-23.80');
    assert.equal(await on('6905', '2027-01-01'), '0.00');
    noon('2027-01-15');
    await shop.pay(sale, { exchange_rate: '0.91' });
    assert.equal(await on('6900', '2027-01-15'), '11.90');
    const profit = async (from: string, to: string) =>
      (await call('get_profit_and_loss', { from, to })).totals.net_profit.amount;
    assert.equal(await profit('2026-12-01', '2026-12-31'), '-23.80');
    assert.equal(await profit('2027-01-01', '2027-01-31'), '11.90');
    await sound();
  });

  test('by HGB has its loss, and no gain that is more than a year away', async () => {
    const { shop, revalue, sound } = await books('Prudent', '2026-11-10');
    await shop.sold('1000', { currency: 'USD', exchange_rate: '0.90', due_date: '2028-06-30' });
    await shop.sold('1000', { currency: 'USD', exchange_rate: '0.90', due_date: '2027-06-30' });
    noon('2027-01-10');
    const up = await revalue('0.95', { standard: 'hgb' });
    assert.deepEqual([up.gain, up.loss], ['50.00', '0.00']);
    const down = await revalue('0.85', { standard: 'hgb' });
    assert.deepEqual([down.gain, down.loss], ['0.00', '100.00']);
    await sound();
  });
});

describe('money', () => {
  // What it gains is the same: as it leaves, or only when it is valued.
  for (const [policy, left, gain, realised] of [
    ['average', '828.00', '9.00', '-18.00'],
    ['day', '810.00', '27.00', '0.00'],
  ] as const) {
    test(`is valued at the closing rate, and back on the next day, where it leaves at the ${policy} rate`, async () => {
      const { shop, owed, pay, on, revalue, sound, call } = await books(`Money ${policy}`, '2026-12-01');
      const { data } = await call('list_accounts', { q: '1010' });
      const bank = data.find(({ code }: Wire) => code === '1010');
      assert.equal(bank.currency_outflow, 'average');
      await call('update_account', { id: bank.id, currency_outflow: policy });
      for (const [total, exchange_rate] of [
        ['1000', '0.90'],
        ['500', '0.96'],
      ] as const) {
        await shop.pay(await shop.sold(total, { currency: 'USD', exchange_rate }), { exchange_rate });
      }
      assert.equal(await on('1010', '2026-12-01'), '1380.00');
      await pay(await owed('600', { currency: 'USD', exchange_rate: '0.94' }), { exchange_rate: '0.95' });
      assert.equal(await on('1010', '2026-12-01'), left);
      assert.equal(await on('4820', '2026-12-01'), realised);
      assert.equal(await on('6900', '2026-12-01'), '6.00');
      noon('2027-01-10');
      const { items, gain: unrealised } = await revalue('0.93');
      assert.deepEqual(
        [items[0].kind, items[0].amount, items[0].carrying_amount, items[0].revalued_amount, unrealised],
        ['account', '900.00', left, '837.00', gain],
      );
      assert.equal(await on('1010', '2026-12-31'), '837.00');
      assert.equal(await on('1010', '2027-01-01'), left);
      assert.equal(await on('4825', '2027-01-01'), '0.00');
      await sound();
    });
  }
});

describe('what is owed to suppliers', () => {
  test('costs more by a dearer currency; an advance keeps its rate', async () => {
    const { keyed, owed, supplier, revalue, sound, on } = await books('Payable', '2026-12-01');
    const { id: supplier_id } = await supplier();
    await owed('1000', { currency: 'USD', exchange_rate: '0.90', supplier_id, payee_name: undefined });
    await keyed('create_supplier_payment', {
      supplier_id: (await supplier()).id,
      amount: '1000',
      currency: 'USD',
      exchange_rate: '0.92',
      method: 'Bank transfer',
      keep_credit: true,
    });
    noon('2027-01-10');
    const { loss, items } = await revalue('0.95');
    assert.deepEqual(
      items.filter(({ kind }: Wire) => kind === 'payable').map(({ amount, difference }: Wire) => [amount, difference]),
      [['-1000.00', '-50.00']],
    );
    assert.deepEqual([loss, items.length], ['80.00', 2], 'the money that is overdrawn, and not the advance');
    assert.equal(await on('1320', '2026-12-31'), '920.00');
    assert.equal(await on('2005', '2026-12-31'), '-50.00');
    await sound();
  });
});

test('a second run replaces the first, and two at once make one', async () => {
  const { shop, call, revalue, on, sound } = await books('Twice', '2026-11-10');
  await shop.sold('1190', { currency: 'USD', exchange_rate: '0.92' });
  noon('2027-01-10');
  await revalue('0.90', december);
  const second = await revalue('0.88', december);
  assert.equal(second.loss, '47.60');
  await Promise.all([revalue('0.88', december), revalue('0.88', december)]);
  const { data } = await call('list_revaluations', { status: 'posted' });
  assert.deepEqual(
    data.map(({ loss }: Wire) => loss),
    ['47.60'],
  );
  assert.equal(await on('6905', '2026-12-31'), '47.60');
  assert.equal(await on('6905', '2027-01-01'), '0.00');
  await sound();
});

test('it wants a rate, a month that is over and an open period; a void takes both entries back', async () => {
  const { shop, keyed, call, revalue, on, sound } = await books('Refused', '2026-11-10');
  await shop.sold('1190', { currency: 'USD', exchange_rate: '0.92' });
  noon('2027-01-10');
  await assert.rejects(keyed('revalue_currency', december), refused('exchange_rate_missing'));
  const code = (expected: string) =>
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, expected));
  await assert.rejects(revalue('0.90', { date: '2026-12-30' }), code('no_month_end'));
  await assert.rejects(revalue('0.90', { date: '2027-01-31' }), code('in_future'));
  await call('set_exchange_rate', { currency: 'USD', rate: '0.90', rate_date: '2026-12-31', source: 'ECB' });
  const { id, rates } = await keyed('revalue_currency', { ...december, standard: 'ias_21' });
  assert.deepEqual(rates, [{ currency: 'USD', rate: '0.9', source: 'ECB', rate_date: '2026-12-31' }]);
  world.emitted();
  await keyed('void_revaluation', { id, date: '2026-12-31' });
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['revaluation.voided'],
  );
  assert.equal(await on('6905', '2026-12-31'), '0.00');
  await call('set_period_locks', { soft: '2026-12-31' });
  await assert.rejects(revalue('0.90', december), refused('period_locked'));
  await sound();
});
