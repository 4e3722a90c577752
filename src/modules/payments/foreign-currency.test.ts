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
/** By how much each account has moved, by its code, while `deed` was done; those that did not are left out. */
const moves = async (deed: () => Promise<unknown>, codes = '1010 1100 2300 4000 4810 4820 6810 6900') => {
  const before = await Promise.all(codes.split(' ').map((code) => shop.balance(code)));
  await deed();
  const after = await Promise.all(codes.split(' ').map((code) => shop.balance(code)));
  const by = codes.split(' ').map((code, index) => [code, (after[index] ?? 0n) - (before[index] ?? 0n)] as const);
  return Object.fromEntries(by.filter(([, moved]) => moved !== 0n));
};

describe('an invoice in euros in books in dollars', () => {
  test('4,500 at 1.09 is 4,905.00; paid at 1.095 it brings 4,927.50, of which 22.50 are gained', async () => {
    let sale: Wire = {};
    assert.deepEqual(await moves(async () => (sale = await invoice('4500'))), { 1100: 4905_00n, 4000: -4905_00n });
    assert.deepEqual(
      [sale.total, sale.base_total, sale.currency, sale.base_currency, sale.exchange_rate, sale.rate_source],
      ['4500.00', '4905.00', 'EUR', 'USD', '1.09', 'given'],
    );
    let payment: Wire = {};
    const paid = await moves(async () => (payment = await shop.pay(sale, { exchange_rate: '1.095' })));
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
    const moved = await moves(async () => {
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
    const vat = await shop.tax('19');
    const lines = ['0.33', '0.33', '0.33'].map((unit_price) => {
      return { name: 'Small', quantity: '1', unit_price, tax_rate_ids: [vat] };
    });
    const client_id = (await shop.client()).id;
    const deed = () => run('create_sale', { ...inEuros, client_id, lines, confirm: true });
    assert.deepEqual(await moves(deed), { 1100: 1_29n, 4000: -1_08n });
    await shop.booksAgree();
  });

  test('is voided at its own rate', async () => {
    const sale = await invoice('4500');
    assert.deepEqual(await moves(() => shop.keyed('void_sale', { id: sale.id })), { 1100: -4905_00n, 4000: 4905_00n });
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

describe('rates', () => {
  test('are taken from the table: that of the day, or the last before it', async () => {
    for (const [rate_date, rate] of [
      ['2026-03-01', '0.25'],
      ['2026-03-10', '0.27'],
    ]) {
      await run('set_exchange_rate', { currency: 'PLN', rate, rate_date, source: 'NBP' });
    }
    const on = (sale_date: string) => invoice('100', { currency: 'PLN', sale_date });
    const [early, later] = [await on('2026-03-09'), await on('2026-04-01')];
    assert.deepEqual(
      [early, later].map((sale) => [sale.exchange_rate, sale.rate_source, sale.rate_date, sale.base_total]),
      [
        ['0.25', 'NBP', '2026-03-01', '25.00'],
        ['0.27', 'NBP', '2026-03-10', '27.00'],
      ],
    );
    await run('set_exchange_rate', { currency: 'PLN', rate: '0.5', rate_date: '2026-03-10' });
    assert.equal((await shop.sale(later)).base_total, '27.00', 'a document keeps the rate that it used');
    await assert.rejects(
      on('2026-02-28'),
      refused('exchange_rate_missing', (details) =>
        assert.deepEqual(details, { currency: 'PLN', base_currency: 'USD', rate_date: '2026-02-28' }),
      ),
    );
  });

  test('of a draft stand until another day or another rate is said', async () => {
    await run('set_exchange_rate', { currency: 'SEK', rate: '0.1', rate_date: '2026-01-01' });
    const client_id = (await shop.client()).id;
    const draft = await shop.draft(['100'], { client_id, currency: 'SEK', sale_date: '2026-01-05' });
    await run('set_exchange_rate', { currency: 'SEK', rate: '0.2', rate_date: '2026-01-04' });
    const noted = await run('update_sale', { id: draft.id, due_date: '2027-01-01' });
    assert.equal(noted.base_total, '10.00');
    const moved = await run('update_sale', { id: draft.id, sale_date: '2026-01-06' });
    assert.equal(moved.base_total, '20.00');
    const said = await run('update_sale', { id: draft.id, exchange_rate: '0.3' });
    assert.deepEqual([said.base_total, said.rate_source], ['30.00', 'given']);
    assert.equal((await shop.keyed('confirm_sale', { id: draft.id })).base_total, '30.00');
  });

  test('currencies with other minor units convert by their worth', async () => {
    const yen = await invoice('13500', { currency: 'JPY', exchange_rate: '0.0067' });
    assert.deepEqual([yen.total, yen.base_total], ['13500', '90.45']);
    const dinar = await invoice('3.704', { currency: 'KWD', exchange_rate: '3.25' });
    assert.deepEqual([dinar.total, dinar.base_total], ['3.704', '12.04']);
    await shop.pay(yen, { exchange_rate: '0.007' });
    await shop.pay(dinar, { exchange_rate: '3.2' });
    await shop.booksAgree();
  });

  test('are no rates where they are zero, too fine, not numbers, or one for the base currency', async () => {
    const lines = [{ name: 'Tea', quantity: '1', unit_price: '10' }];
    const client_id = (await shop.client()).id;
    for (const exchange_rate of ['0', '1.12345678901', 'NaN', '1e400', '１.09', '-1', '99999999999']) {
      const deed = run('create_sale', { currency: 'EUR', exchange_rate, client_id, lines, confirm: true });
      await assert.rejects(deed, refused('validation_failed'));
      await assert.rejects(
        run('set_exchange_rate', { currency: 'EUR', rate: exchange_rate }),
        refused('validation_failed'),
      );
    }
    await assert.rejects(
      run('create_sale', { currency: 'USD', exchange_rate: '1', client_id, lines }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'base_currency')),
    );
    await assert.rejects(run('set_exchange_rate', { currency: 'USD', rate: '1' }), refused('validation_failed'));
    await assert.rejects(run('create_sale', { currency: 'XXX', client_id, lines }), refused('validation_failed'));
    const sale = await invoice('10');
    await assert.rejects(
      shop.pay(sale, { amount: '1.001', exchange_rate: '1.1' }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'wrong_scale')),
    );
    await shop.booksAgree();
  });

  test('are listed, shown and deleted; what was sold by them stays', async () => {
    const rate = await run('set_exchange_rate', { currency: 'NOK', rate: '0.09', rate_date: '2026-05-05' });
    assert.deepEqual([rate.rate, rate.source, rate.version], ['0.09', 'manual', 1]);
    const again = await run('set_exchange_rate', { currency: 'NOK', rate: '0.095', rate_date: '2026-05-05' });
    assert.deepEqual([again.id, again.version], [rate.id, 2]);
    assert.equal((await run('list_exchange_rates', { currency: 'NOK' })).data.length, 1);
    await assert.rejects(run('delete_exchange_rate', { id: rate.id, version: 1 }), refused('version_conflict'));
    await run('delete_exchange_rate', { id: rate.id });
    await assert.rejects(run('get_exchange_rate', { id: rate.id }), refused('not_found'));
  });
});

describe('money of one currency', () => {
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
      ...{ method: 'Bank transfer', client_id, amount: '100.01', currency: 'EUR', exchange_rate: '1.1' },
    });
    assert.equal(credit.base_amount, '110.01');
    const [one, two] = [
      await invoice('33.34', { ...inEuros, client_id }),
      await invoice('66.67', { currency: 'EUR', exchange_rate: '1.2', client_id }),
    ];
    const use = (sale: Wire) =>
      shop.keyed('apply_client_credit', { id: credit.id, allocations: [{ sale_id: sale.id, amount: sale.total }] });
    const moved = await moves(async () => {
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
    await assert.rejects(
      run('create_sale', { ...inEuros, lines }),
      refused('currency_mismatch', ({ hint }) => assert.match(hint, /unit_price in EUR/)),
    );
  });

  test('what goods cost is in the currency of the books, and so is the margin', async () => {
    const variant = await shop.product({});
    await shop.receive(variant, '10', '4');
    const lines = [{ variant_id: variant.id, quantity: '2', unit_price: '10' }];
    const sale = await run('create_sale', { ...inEuros, client_id: (await shop.client()).id, lines, confirm: true });
    assert.deepEqual([sale.base_total, sale.cost_total, sale.margin], ['21.80', '8.00', '13.80']);
  });
});

describe('what is given back', () => {
  const goBack = (sale: Wire, more: object) => shop.keyed('return_sale', { id: sale.id, reason: 'damaged', ...more });

  test('is worth what it was sold for, and leaves nothing behind, whatever was paid of it', async () => {
    const client_id = (await shop.client()).id;
    const lines = [{ name: 'Rope', quantity: '3', unit_price: '33.33' }];
    const sale = await run('create_sale', { ...inEuros, client_id, lines, confirm: true });
    await shop.pay(sale, { amount: '50.01', exchange_rate: '1.2' });
    const [line] = sale.lines;
    for (const step of [1, 2, 3]) {
      const back = await goBack(sale, { lines: [{ line_id: line.id, quantity: '1' }] });
      assert.deepEqual([back.currency, back.exchange_rate, back.total], ['EUR', '1.09', '33.33'], `return ${step}`);
      await shop.booksAgree();
    }
    const done = await shop.sale(sale);
    assert.deepEqual([done.amount_due, done.amount_credited], ['0.00', '99.99']);
  });

  test('as money leaves at the rate that it came in by, and its gain is taken back', async () => {
    const sale = await invoice('4500');
    await shop.pay(sale, { exchange_rate: '1.095' });
    const moved = await moves(() => goBack(sale, { refund: { destination: 'original_method' } }));
    assert.deepEqual(moved, { 1010: -4927_50n, 4000: 4905_00n, 4820: 22_50n });
    await shop.booksAgree();
  });

  test('of a payment without a return is owed again, part by part to the last cent', async () => {
    const sale = await invoice('100.01');
    const payment = await shop.pay(sale, { exchange_rate: '1.2' });
    for (const amount of ['33.33', '33.33', '33.35']) {
      await shop.keyed('refund_payment', { id: payment.id, amount });
      await shop.booksAgree();
    }
    assert.equal((await shop.sale(sale)).amount_due, '100.01');
    await shop.pay(sale, { exchange_rate: '1', reference: 'again' });
    assert.equal((await shop.sale(sale)).amount_due, '0.00');
    await shop.booksAgree();
  });

  test('can be taken back itself: refunds, returns and allocations', async () => {
    const sale = await invoice('100.01');
    const payment = await shop.pay(sale, { exchange_rate: '1.2' });
    const refund = await shop.keyed('refund_payment', { id: payment.id, amount: '33.33' });
    await shop.keyed('void_refund', { id: refund.id });
    await shop.booksAgree();
    const back = await goBack(sale, {});
    assert.equal(back.refunds[0].destination, 'client_credit');
    await shop.booksAgree();
    await shop.keyed('void_sale', { id: back.id });
    await shop.booksAgree();
    const [allocation] = payment.allocations;
    await shop.keyed('reverse_allocation', { id: allocation.id });
    assert.equal((await shop.sale(sale)).amount_due, '100.01');
    await shop.booksAgree();
    await shop.keyed('apply_client_credit', { id: payment.id });
    assert.equal((await shop.sale(sale)).amount_due, '0.00');
    await shop.booksAgree();
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
