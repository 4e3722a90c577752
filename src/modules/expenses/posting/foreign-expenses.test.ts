import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-04-15T12:00:00Z');
const as = await world.found('Harbour Trading', { country: 'US', currency: 'USD', timezone: 'America/New_York' });
const fixture = createExpenseFixture(world, as);
const { moves } = shopOf(world, as);
const run = (name: string, input: object = {}): Promise<Wire> => world.call(name, input, { as });
const half = await run('create_tax_rate', { name: 'Half', percentage: '19', recoverable_percent: '50' });

const inEuros = { currency: 'EUR', exchange_rate: '1.09' };
const owed = (amount: string, more: object = inEuros): Promise<Wire> => fixture.owed(amount, more);
const soundly = async () => {
  await fixture.booksAgree();
  const { checks } = await run('check_books');
  assert.deepEqual(
    checks.filter(({ ok }: Wire) => !ok),
    [],
  );
};

describe('a bill in euros in books in dollars', () => {
  test('4,500 at 1.09 is 4,905.00; paid at 1.095 it takes 4,927.50, of which 22.50 are lost', async () => {
    let bill: Wire = {};
    assert.deepEqual(await moves(async () => (bill = await owed('4500'))), { 2000: -4905_00n, 6300: 4905_00n });
    assert.deepEqual(
      [bill.total, bill.base_total, bill.base_amount_due, bill.currency, bill.base_currency, bill.exchange_rate],
      ['4500.00', '4905.00', '4905.00', 'EUR', 'USD', '1.09'],
    );
    const paid = await moves(async () => (bill = await fixture.pay(bill, { exchange_rate: '1.095' })));
    assert.deepEqual(paid, { 1010: -4927_50n, 2000: 4905_00n, 6900: 22_50n });
    const [payment] = bill.payments;
    assert.deepEqual(
      [payment.amount, payment.exchange_rate, payment.base_amount, payment.fx_gain_loss],
      ['4500.00', '1.095', '4905.00', '-22.50'],
    );
    assert.deepEqual([bill.payment_status, bill.amount_due, bill.base_amount_due], ['paid', '0.00', '0.00']);
    await soundly();
  });

  test('paid at a lower rate it is a gain, and taking the payment back takes back the gain', async () => {
    const bill = await owed('100');
    let paid: Wire = {};
    const moved = await moves(async () => (paid = await fixture.pay(bill, { exchange_rate: '1.05' })));
    assert.deepEqual(moved, { 1010: -105_00n, 2000: 109_00n, 4820: -4_00n });
    const back = await moves(() => fixture.keyed('void_expense_payment', { id: paid.payments[0].id }));
    assert.deepEqual(back, { 1010: 105_00n, 2000: -109_00n, 4820: 4_00n });
    assert.equal((await fixture.expense(bill)).base_amount_due, '109.00');
    await soundly();
    const voided = await moves(() => fixture.keyed('void_expense', { id: bill.id }));
    assert.deepEqual(voided, { 2000: 109_00n, 6300: -109_00n });
    await soundly();
  });

  test('paid in parts, one of them taken back, it leaves nothing behind', async () => {
    const bill = await owed('100.01');
    assert.equal(bill.base_total, '109.01');
    const first = await fixture.pay(bill, { amount: '33.33', exchange_rate: '1.11' });
    await fixture.pay(bill, { amount: '33.33', exchange_rate: '1.05' });
    await fixture.keyed('void_expense_payment', { id: first.payments[0].id });
    await soundly();
    await fixture.pay(bill, { exchange_rate: '1.2' });
    await soundly();
    assert.equal((await fixture.expense(bill)).base_amount_due, '0.00');
  });

  test('each line and tax is converted by itself, and what that leaves over is rounding', async () => {
    const line = { category: 'Travel', amount: '0.05', tax_rate_ids: [] };
    const deed = () => owed('0', { ...inEuros, lines: [line, { ...line, category: 'Insurance' }, line] });
    assert.deepEqual(await moves(deed), { 2000: -16n, 4810: 1n, 6300: 10n, 6400: 5n });
    const taxed = { lines: [{ category: 'Travel', amount: '100', tax_rate_ids: [half.id] }] };
    assert.deepEqual(await moves(() => owed('0', { ...inEuros, ...taxed })), {
      1300: 10_36n,
      2000: -129_71n,
      6300: 119_36n,
      4810: -1n,
    });
    await soundly();
  });

  test('is in the currency of its supplier, at the rate of its day, and keeps both', async () => {
    const supplier = await fixture.supplier({ currency: 'PLN' });
    const bill = (more: object = {}) =>
      fixture.draft('100', { payee_name: undefined, supplier_id: supplier.id, ...more });
    await assert.rejects(
      bill(),
      refused('exchange_rate_missing', (details) =>
        assert.deepEqual(details, { currency: 'PLN', base_currency: 'USD', rate_date: '2026-04-15' }),
      ),
    );
    await run('set_exchange_rate', { currency: 'PLN', rate: '0.25', rate_date: '2026-03-01', source: 'NBP' });
    await run('set_exchange_rate', { currency: 'PLN', rate: '0.27', rate_date: '2026-04-10', source: 'NBP' });
    const [early, today] = [await bill({ expense_date: '2026-03-31' }), await bill()];
    assert.deepEqual(
      [early, today].map((one) => [one.currency, one.exchange_rate, one.rate_source, one.rate_date, one.base_total]),
      [
        ['PLN', '0.25', 'NBP', '2026-03-01', '25.00'],
        ['PLN', '0.27', 'NBP', '2026-04-10', '27.00'],
      ],
    );
    assert.equal((await bill({ currency: 'USD' })).base_total, '100.00');
    await run('set_exchange_rate', { currency: 'PLN', rate: '0.5', rate_date: '2026-04-10' });
    assert.equal((await run('update_expense', { id: today.id, notes: 'Same rate' })).base_total, '27.00');
    assert.equal((await run('update_expense', { id: today.id, due_date: '2027-01-01' })).base_total, '27.00');
    assert.equal((await run('update_expense', { id: early.id, expense_date: '2026-04-12' })).base_total, '50.00');
    const said = await run('update_expense', { id: today.id, exchange_rate: '0.3' });
    assert.deepEqual([said.base_total, said.rate_source], ['30.00', 'given']);
    const inDollars = await run('update_expense', { id: early.id, currency: 'USD' });
    assert.deepEqual([inDollars.total, inDollars.base_total, inDollars.rate_source], ['100.00', '100.00', null]);
    const owedFor = await fixture.keyed('post_expense', { id: today.id });
    assert.equal((await fixture.pay(owedFor, { amount: '40' })).payments[0].exchange_rate, '0.3');
    const tomorrow = await fixture.pay(owedFor, { payment_date: '2026-04-16' });
    assert.equal(tomorrow.payments[1].exchange_rate, '0.5', 'money is worth what it is on its own day');
    assert.deepEqual(
      (await run('list_expenses', { currency: 'PLN' })).data.map(({ id }: Wire) => id),
      [owedFor.id],
    );
    await soundly();
  });

  test('paid at once gains and loses nothing; paid on a later day it is paid at the rate of that day', async () => {
    const atOnce = await moves(() => owed('10', { ...inEuros, method: 'Cash' }));
    assert.deepEqual(atOnce, { 1000: -10_90n, 6300: 10_90n });
    const later = { expense_date: '2026-04-01', paid_on: '2026-04-14', method: 'Cash' };
    await assert.rejects(
      owed('10', { currency: 'NOK', exchange_rate: '0.1', ...later }),
      refused('exchange_rate_missing', ({ rate_date: day }) => assert.equal(day, '2026-04-14')),
    );
    await run('set_exchange_rate', { currency: 'NOK', rate: '0.11', rate_date: '2026-04-14' });
    const paid = await moves(() => owed('10', { currency: 'NOK', exchange_rate: '0.1', ...later }));
    assert.deepEqual(paid, { 1000: -1_10n, 6300: 1_00n, 6900: 10n });
    const draft = await fixture.draft('20', { currency: 'NOK', exchange_rate: '0.1', ...later });
    assert.equal((await fixture.keyed('post_expense', { id: draft.id })).payments[0].fx_gain_loss, '-0.20');
    await soundly();
  });

  test('of currencies with other minor units, and worth less than the smallest coin, the books are sound', async () => {
    const yen = await owed('13500', { currency: 'JPY', exchange_rate: '0.0067' });
    assert.deepEqual([yen.total, yen.base_total], ['13500', '90.45']);
    await fixture.pay(yen, { exchange_rate: '0.007' });
    const dinar = await owed('3.704', { currency: 'KWD', exchange_rate: '3.25' });
    await fixture.pay(dinar, { exchange_rate: '3.2', amount: '1.111' });
    const nothing = await owed('1', { currency: 'JPY', exchange_rate: '0.0001' });
    assert.equal(nothing.base_total, '0.00');
    const paid = await fixture.pay(nothing, { exchange_rate: '0.0001' });
    await fixture.keyed('void_expense_payment', { id: paid.payments[0].id });
    await fixture.keyed('void_expense', { id: nothing.id });
    await soundly();
  });

  test('what a member paid abroad is owed to the member, by the rate of its day', async () => {
    const taxi = await owed('10', { ...inEuros, paid_by: 'member' });
    assert.equal(taxi.base_amount_due, '10.90');
    await fixture.pay(taxi, { exchange_rate: '1.09', amount: '4' });
    await soundly();
    await assert.rejects(fixture.pay(taxi, { payment_date: '2026-04-16' }), refused('exchange_rate_missing'));
  });

  test('is refused at a rate that is none, and at one for the base currency', async () => {
    for (const exchange_rate of ['0', '1.12345678901', '-1']) {
      await assert.rejects(fixture.draft('1', { currency: 'EUR', exchange_rate }), refused('validation_failed'));
    }
    await assert.rejects(
      fixture.draft('1', { currency: 'USD', exchange_rate: '1' }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'base_currency')),
    );
    await assert.rejects(fixture.draft('1', { currency: 'XXZ' }), refused('validation_failed'));
    const base = await fixture.owed('5');
    await assert.rejects(fixture.pay(base, { exchange_rate: '1' }), refused('validation_failed'));
    const yen = await fixture.draft('10.50');
    await assert.rejects(
      run('update_expense', { id: yen.id, currency: 'JPY', exchange_rate: '0.01' }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'wrong_scale')),
    );
  });
});

test('without a rate nothing is made of it, and the refusal says which is missing', async () => {
  const isMissing = refused('exchange_rate_missing', ({ currency }) => assert.equal(currency, 'HUF'));
  const given = { currency: 'HUF', exchange_rate: '0.003' };
  const supplier = await fixture.supplier();
  const about = { payee_name: undefined, supplier_id: supplier.id };
  const lines = [{ category: 'Travel', amount: '9' }];
  await assert.rejects(fixture.keyed('create_expense', { payee_name: 'Kim', currency: 'HUF', lines }), isMissing);
  const { id } = await fixture.draft('9');
  await assert.rejects(run('update_expense', { id, currency: 'HUF' }), isMissing);
  const later = { expense_date: '2026-04-01', paid_on: '2026-04-14', method: 'Cash' };
  const paidLater = await fixture.draft('9', { ...given, ...later });
  await assert.rejects(fixture.keyed('post_expense', { id: paidLater.id }), isMissing);
  const bill = await owed('9', { ...given, ...about });
  const tomorrow = { method: 'Cash', payment_date: '2026-04-16' };
  await assert.rejects(fixture.keyed('pay_expense', { id: bill.id, ...tomorrow }), isMissing);
  const run47 = { supplier_id: supplier.id, ...tomorrow };
  await assert.rejects(fixture.keyed('create_supplier_payment', run47), isMissing);
  const rent = { name: 'Rent', frequency: 'month', template: { payee_name: 'Kim', currency: 'HUF', lines } };
  await assert.rejects(run('create_recurring_expense', rent), isMissing);
  const rate = await run('set_exchange_rate', { currency: 'HUF', rate: '0.003', rate_date: '2026-04-14' });
  const schedule = await run('create_recurring_expense', rent);
  await run('delete_exchange_rate', { id: rate.id });
  const { template } = rent;
  await assert.rejects(run('update_recurring_expense', { id: schedule.id, template }), isMissing);
  await assert.rejects(fixture.keyed('run_recurring_expense', { id: schedule.id }), isMissing);
  await soundly();
});

describe('a payment that leaves an account without euros takes back their exchange difference with it', async () => {
  const euros = await run('create_account', { code: '1015', name: 'Bank in euros', type: 'bank' });
  const [dollars] = (await run('list_accounts', { code: '1010' })).data;
  await run('create_payment_method', { name: 'From euros', kind: 'bank_transfer', account_id: euros.id });
  const supplier = await fixture.supplier({ currency: 'EUR' });
  const bill = () => owed('200', { payee_name: undefined, supplier_id: supplier.id, ...inEuros });
  const paying = { method: 'From euros', exchange_rate: '1.1' };
  const bought = { from_account_id: dollars.id, to_account_id: euros.id, amount: '210' };
  const part = { amount: '80', exchange_rate: '1.2', method: 'From euros' };
  let paid: Wire = {};
  const ways: Readonly<Record<string, readonly [pay: () => Promise<Wire>, back: () => Promise<Wire>]>> = {
    'of a bill': [
      async () => (paid = await fixture.pay(await bill(), paying)),
      () => fixture.keyed('void_expense_payment', { id: paid.payments[0].id }),
    ],
    'of a bill in parts': [
      async () => {
        paid = await fixture.pay(await bill(), part);
        return (paid = await fixture.pay(paid, paying));
      },
      async () => {
        for (const { id } of paid.payments) await fixture.keyed('void_expense_payment', { id });
        return paid;
      },
    ],
    'of a supplier': [
      async () => {
        const { id } = await bill();
        const allocations = [{ expense_id: id }];
        const given = { supplier_id: supplier.id, amount: '200', allocations, ...paying };
        return (paid = await fixture.keyed('create_supplier_payment', given));
      },
      () => fixture.keyed('void_supplier_payment', { id: paid.id }),
    ],
  };
  for (const [name, [pay, back]] of Object.entries(ways)) {
    test(name, async () => {
      const transfer = await fixture.keyed('create_transfer', { ...bought, to_currency: 'EUR', to_amount: '200' });
      assert.equal(await fixture.balance('1015'), 210_00n);
      const gains = [await fixture.balance('4820'), await fixture.balance('6900')];
      await pay();
      assert.equal(await fixture.balance('1015'), 0n);
      await back();
      assert.equal(await fixture.balance('1015'), 210_00n);
      assert.deepEqual([await fixture.balance('4820'), await fixture.balance('6900')], gains);
      await soundly();
      await fixture.keyed('void_transfer', { id: transfer.id });
    });
  }
});

describe('one payment of a supplier', () => {
  test('pays bills of one currency: what it is worth is what its bills were and what is gained or lost', async () => {
    const supplier = await fixture.supplier({ currency: 'EUR' });
    const bill = (amount: string, more: object = {}) =>
      fixture.owed(amount, { payee_name: undefined, supplier_id: supplier.id, ...inEuros, ...more });
    const bills = [await bill('33.33'), await bill('33.33', { exchange_rate: '1.13' }), await bill('0.01')];
    let payment: Wire = {};
    const moved = await moves(async () => {
      payment = await fixture.keyed('create_supplier_payment', {
        supplier_id: supplier.id,
        method: 'Bank transfer',
        exchange_rate: '1.1',
      });
    });
    assert.deepEqual(
      [payment.currency, payment.amount, payment.base_amount, payment.exchange_rate, payment.allocations.length],
      ['EUR', '66.67', '73.34', '1.1', 3],
    );
    assert.equal(moved['1010'], -73_34n);
    assert.equal(moved['2000'], 36_33n + 37_66n + 1n);
    for (const { id } of bills) assert.equal((await fixture.expense({ id })).base_amount_due, '0.00');
    await soundly();
    await fixture.keyed('void_supplier_payment', { id: payment.id });
    for (const { id } of bills) assert.notEqual((await fixture.expense({ id })).base_amount_due, '0.00');
    const listed = await run('list_supplier_payments', { currency: 'EUR' });
    assert.equal(listed.data[0].base_amount, '73.34');
    await soundly();
  });

  test('never mixes currencies, and nobody guesses which is paid', async () => {
    const supplier = await fixture.supplier();
    const bill = (amount: string, more: object) =>
      fixture.owed(amount, { payee_name: undefined, supplier_id: supplier.id, ...more });
    const [euros, dollars] = [await bill('10', inEuros), await bill('10', {})];
    const pay = (more: object) =>
      fixture.keyed('create_supplier_payment', { supplier_id: supplier.id, method: 'Bank transfer', ...more });
    await assert.rejects(
      pay({}),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/currency')),
    );
    const both = { allocations: [{ expense_id: euros.id }, { expense_id: dollars.id }] };
    await assert.rejects(pay(both), refused('currency_mismatch'));
    await assert.rejects(pay({ currency: 'EUR' }), refused('exchange_rate_missing'));
    await assert.rejects(pay({ currency: 'SEK', exchange_rate: '0.1' }), refused('nothing_owed'));
    const paid = await pay({ currency: 'USD' });
    assert.deepEqual([paid.amount, paid.base_amount, paid.allocations.length], ['10.00', '10.00', 1]);
    assert.equal((await pay({ exchange_rate: '1.09' })).currency, 'EUR');
    await soundly();
  });
});
