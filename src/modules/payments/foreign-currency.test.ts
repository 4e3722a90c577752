import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const harbour = await world.found('Harbour Trading', { country: 'US', currency: 'USD', timezone: 'America/New_York' });
const shop = shopOf(world, harbour);
const as = harbour;
const run = (name: string, input: object): Promise<Wire> => call(name, input, { as });

const inEuros = { currency: 'EUR', exchange_rate: '1.09' };
const invoice = async (total: string, more: object = inEuros): Promise<Wire> => shop.sold(total, more);
describe('an invoice in euros in books in dollars', () => {
  test('4,500 at 1.09 is 4,905.00; paid at 1.095 it brings 4,927.50, of which 22.50 are gained', async () => {
    let sale: Wire = {};
    assert.deepEqual(await shop.moves(async () => (sale = await invoice('4500'))), { 1100: 4905_00n, 4000: -4905_00n });
    assert.deepEqual(
      [sale.total, sale.base_total, sale.currency, sale.base_currency, sale.exchange_rate, sale.rate_source],
      ['4500.00', '4905.00', 'EUR', 'USD', '1.09', 'given'],
    );
    let payment: Wire = {};
    const paid = await shop.moves(async () => (payment = await shop.pay(sale, { exchange_rate: '1.095' })));
    assert.deepEqual(paid, { 1010: 4927_50n, 1100: -4905_00n, 4820: -22_50n });
    assert.deepEqual(
      [payment.base_amount, payment.allocations[0].base_amount, payment.allocations[0].fx_gain_loss],
      ['4927.50', '4905.00', '22.50'],
    );
    assert.equal((await shop.sale(sale)).status, 'completed');
    await shop.booksAgree();
  });

  test('paid in parts at other rates leaves nothing behind, and each part keeps what it gained or lost', async () => {
    const sale = await invoice('100.01');
    assert.equal(sale.base_total, '109.01');
    const parts: Wire[] = [];
    const moved = await shop.moves(async () => {
      for (const [amount, exchange_rate] of [
        ['33.33', '1.11'],
        ['33.33', '1.05'],
        ['33.35', '1.09'],
      ] as const) {
        parts.push(await shop.pay(sale, { amount, exchange_rate }));
      }
    });
    assert.equal(moved['1100'], -109_01n);
    assert.deepEqual(
      parts.map(({ allocations: [one] }) => [one.base_amount, one.fx_gain_loss]),
      [
        ['36.33', '0.67'],
        ['36.33', '-1.33'],
        ['36.35', '0.00'],
      ],
    );
    await shop.booksAgree();
  });

  test('a payment taken back leaves the debt as it was, whatever was paid before and after', async () => {
    const sale = await invoice('100.01');
    const first = await shop.pay(sale, { amount: '33.34', exchange_rate: '1.2' });
    await shop.pay(sale, { amount: '33.34', exchange_rate: '1.3' });
    await shop.keyed('void_payment', { id: first.id });
    await shop.booksAgree();
    await shop.pay(sale, { exchange_rate: '1' });
    assert.equal((await shop.sale(sale)).amount_due, '0.00');
    await shop.booksAgree();
  });

  test('is converted line by line, and what that leaves over is rounding', async () => {
    const lines = ['0.05', '0.05', '0.05'].map((unit_price) => ({ name: 'Small', quantity: '1', unit_price }));
    const client_id = (await shop.client()).id;
    const deed = () => run('create_sale', { ...inEuros, client_id, lines, confirm: true });
    assert.deepEqual(await shop.moves(deed), { 1100: 16n, 4000: -15n, 4810: -1n });
    await shop.booksAgree();
  });

  test('is voided at its own rate', async () => {
    const sale = await invoice('4500');
    assert.deepEqual(await shop.moves(() => shop.keyed('void_sale', { id: sale.id })), {
      1100: -4905_00n,
      4000: 4905_00n,
    });
    await shop.booksAgree();
  });

  test('paid at the till is paid at the rate of the sale', async () => {
    const lines = [{ name: 'Tea', quantity: '1', unit_price: '10' }];
    const payments = [{ method: 'Cash', amount: '3.33' }, { method: 'Card' }];
    const sale = await shop.keyed('record_sale', { ...inEuros, lines, payments });
    assert.deepEqual(
      [sale.status, ...sale.payments.map(({ base_amount: worth }: Wire) => worth)],
      ['completed', '3.63', '7.27'],
    );
    await shop.booksAgree();
  });
});

describe('money of one currency', () => {
  test('is worth what the rate of its own day says, which must be known', async () => {
    const sale = await invoice('10', { ...inEuros, sale_date: '2026-01-05' });
    const paying = { id: sale.id, method: 'Bank transfer' };
    await assert.rejects(shop.keyed('pay_sale', paying), refused('exchange_rate_missing'));
    const atOnce = await shop.keyed('pay_sale', { ...paying, amount: '4', payment_date: '2026-01-05' });
    assert.equal(atOnce.exchange_rate, '1.09', 'that of the sale is known for its day');
    await run('set_exchange_rate', { currency: 'EUR', rate: '1.2', rate_date: '2026-01-10' });
    const later = await shop.keyed('pay_sale', { ...paying, payment_date: '2026-01-12' });
    assert.deepEqual([later.exchange_rate, later.rate_date], ['1.2', '2026-01-10']);
    await shop.booksAgree();
  });

  test('settles sales of that currency alone', async () => {
    const client_id = (await shop.client()).id;
    const sale = await invoice('100', { ...inEuros, client_id });
    const pay = (more: object) => shop.keyed('create_payment', { method: 'Bank transfer', client_id, ...more });
    await assert.rejects(
      pay({ amount: '100', allocations: [{ sale_id: sale.id, amount: '100' }] }),
      refused('currency_mismatch', ({ currency, paid_in: paidIn, hint }) => {
        assert.deepEqual([currency, paidIn], ['EUR', 'USD']);
        assert.match(hint, /send a payment in EUR/);
      }),
    );
    const dollars = await pay({ amount: '5' });
    assert.deepEqual([dollars.amount_unapplied, dollars.allocations], ['5.00', []]);
    const euros = await pay({ amount: '150', currency: 'EUR', exchange_rate: '1.1' });
    assert.deepEqual([euros.amount_allocated, euros.amount_unapplied], ['100.00', '50.00']);
    const balances = await run('get_client_balances', { id: client_id });
    assert.deepEqual([balances.currency, balances.unapplied_credit], ['USD', '60.00']);
    assert.deepEqual(
      balances.by_currency.map((one: Wire) => [one.currency, one.unapplied_credit]),
      [
        ['EUR', '50.00'],
        ['USD', '5.00'],
      ],
    );
    await shop.booksAgree();
  });

  test('credit keeps the worth of its own day until it is used, to the last cent', async () => {
    const client_id = (await shop.client()).id;
    const credit = await shop.keyed('create_payment', {
      method: 'Bank transfer',
      client_id,
      amount: '100.01',
      currency: 'EUR',
      exchange_rate: '1.1',
    });
    assert.equal(credit.base_amount, '110.01');
    const [one, two] = [
      await invoice('33.34', { ...inEuros, client_id }),
      await invoice('66.67', { currency: 'EUR', exchange_rate: '1.2', client_id }),
    ];
    const use = (sale: Wire) =>
      shop.keyed('apply_client_credit', { id: credit.id, allocations: [{ sale_id: sale.id, amount: sale.total }] });
    const moved = await shop.moves(async () => {
      await use(one);
      await use(two);
    });
    assert.equal(moved['2300'], 110_01n);
    assert.equal(moved['1100'], -(36_34n + 80_00n));
    await shop.booksAgree();
  });

  test('a variant with a price in another currency needs a price in that of the sale', async () => {
    const variant = await shop.product({ type: 'service' });
    const lines = [{ variant_id: variant.id, quantity: '1' }];
    const mismatch = refused('currency_mismatch', ({ hint }) => assert.match(hint, /unit_price in EUR/));
    await assert.rejects(run('create_sale', { ...inEuros, lines }), mismatch);
    await assert.rejects(run('calculate_sale', { ...inEuros, lines }), mismatch);
    const draft = await shop.draft(['10'], inEuros);
    await assert.rejects(run('update_sale', { id: draft.id, lines }), mismatch);
  });

  test('what goods cost is in the currency of the books, and so is the margin', async () => {
    const variant = await shop.product({});
    await shop.receive(variant, '10', '4');
    const lines = [{ variant_id: variant.id, quantity: '2', unit_price: '10' }];
    const sale = await run('create_sale', { ...inEuros, client_id: (await shop.client()).id, lines, confirm: true });
    assert.deepEqual([sale.base_total, sale.cost_total, sale.margin], ['21.80', '8.00', '13.80']);
  });
});

describe('reports', () => {
  test('say what documents were worth on their day, whatever the rate is now', async () => {
    const kiosk = await world.found('Kiosk', { country: 'US', currency: 'USD', timezone: 'America/New_York' });
    const stand = shopOf(world, kiosk);
    const see = (name: string, input: object = {}) => call(name, input, { as: kiosk });
    const vat = await stand.tax('19');
    const lines = ['99.99', '0.01', '33.33'].map((unit_price) => {
      return { name: 'Piece', quantity: '1', unit_price, tax_rate_ids: [vat] };
    });
    const client_id = (await stand.client()).id;
    const days = { sale_date: '2026-02-10', due_date: '2026-02-20' };
    const sale = await see('create_sale', { ...inEuros, ...days, client_id, lines, confirm: true });
    await see('set_exchange_rate', { currency: 'EUR', rate: '2', rate_date: '2026-02-01' });
    const span = { from: '2026-02-01', to: '2026-02-28' };
    const before = await see('get_receivables_aging', { as_at: '2026-02-28' });
    assert.equal(before.totals.total, sale.base_total);
    await stand.pay(sale, { amount: '60', exchange_rate: '1.2', payment_date: '2026-02-25' });
    const [profit, revenue, tax, dashboard] = await Promise.all([
      see('get_profit_and_loss', span),
      see('get_revenue', span),
      see('get_tax_summary', span),
      see('get_receivables_aging', { as_at: '2026-02-28' }),
    ]);
    assert.equal(profit.totals.revenue.amount, '145.33');
    assert.equal(revenue.totals.net_sales?.amount ?? revenue.totals.net?.amount, '145.33');
    assert.equal(tax.totals.output_tax, '27.61');
    assert.equal(tax.reconciliation.difference, '0.00');
    const open = (172_94n - 65_40n).toString();
    assert.equal(dashboard.totals.total.replace('.', ''), open);
    await stand.booksAgree();
  });
});
