/** A bill that is paid early costs less, and less of its tax is claimed: for as long as the payment stands. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-11-20T12:00:00Z');
const { call } = world;
const fixture = createExpenseFixture(world);
const rate = async (percentage: string, more: object = {}): Promise<string> =>
  (await call('create_tax_rate', { name: `VAT ${percentage} ${JSON.stringify(more)}`, percentage, ...more })).id;
const [vat, reverse] = [await rate('19'), await rate('19', { kind: 'reverse_charge' })];
const threeIn10 = { type: 'days_after_issue', value: 30, early_discounts: [{ percent: '3', days: 10 }] };
const supplier = await fixture.supplier({ payment_terms: threeIn10 });

const billed = (amount: string, more: object = {}, line: object = {}): Promise<Wire> =>
  fixture.owed(amount, {
    payee_name: undefined,
    supplier_id: supplier.id,
    expense_date: '2026-07-01',
    lines: [{ category: 'Travel', amount, tax_rate_ids: [vat], ...line }],
    ...more,
  });

const on = (payment_date: string, more: object = {}) => ({ payment_date, ...more });
const codes = ['1010', '1300', '1500', '2000', '2200', '6840'];
async function moved(work: () => Promise<unknown>): Promise<Record<string, bigint>> {
  const balances = () => Promise.all(codes.map((code) => fixture.balance(code)));
  const before = await balances();
  await work();
  const after = await balances();
  const changes = codes.map((code, index) => [code, (after[index] ?? 0n) - (before[index] ?? 0n)] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0n));
}
const stateOf = async (bill: Wire) => {
  const { amount_due, payment_status, payments } = await fixture.expense(bill);
  return [amount_due, payment_status, payments.map(({ kind, amount, status }: Wire) => `${kind} ${amount} ${status}`)];
};
const soundly = async () => {
  await fixture.booksAgree();
  const { checks } = await call('check_books', {});
  assert.deepEqual(
    checks.filter(({ ok }: Wire) => !ok),
    [],
  );
};

describe('a bill that is paid in time', () => {
  test('of 595.00 at 3 % is paid with 577.15: 15.00 less of cost, 2.85 less of input tax', async () => {
    const bill = await billed('500');
    assert.deepEqual(bill.early_discounts, [
      { percent: '3', days: 10, until: '2026-07-11', discount: '17.85', payable: '577.15' },
    ]);
    const change = await moved(() => fixture.pay(bill, on('2026-07-10')));
    assert.deepEqual(change, { '1010': -57_715n, '1300': -285n, '2000': 59_500n, '6840': -1_500n });
    const [due, status, payments] = await stateOf(bill);
    assert.deepEqual([due, status], ['0.00', 'paid']);
    assert.deepEqual(payments, ['payment 577.15 completed', 'early_discount 17.85 completed']);
    await soundly();
  });

  test('by reverse charge takes both sides of the tax with it', async () => {
    const bill = await billed('1000', { early_discounts: [{ percent: '2', days: 10 }] }, { tax_rate_ids: [reverse] });
    const change = await moved(() => fixture.pay(bill, on('2026-07-10')));
    assert.deepEqual(change, { '1010': -98_000n, '1300': -380n, '2000': 100_000n, '2200': 380n, '6840': -2_000n });
    await soundly();
  });

  test('for an asset makes the asset cost less', async () => {
    const { data } = await call('list_accounts', { code: '1500' });
    const category = await call('create_expense_category', { name: 'Machines', account_id: data[0].id });
    const bill = await billed(
      '12000',
      { early_discounts: [{ percent: '2', days: 10 }] },
      {
        category: undefined,
        category_id: category.id,
      },
    );
    const change = await moved(() => fixture.pay(bill, on('2026-07-10')));
    assert.deepEqual([change['1500'], change['6840'], change['1300']], [-24_000n, undefined, -4_560n]);
    await soundly();
  });

  test('in part takes its share of the discount, and late none', async () => {
    const bill = await billed('500');
    await fixture.pay(bill, on('2026-07-05', { amount: '288.58' }));
    assert.deepEqual((await stateOf(bill)).slice(0, 2), ['297.49', 'partially_paid']);
    await fixture.pay(bill, on('2026-08-05'));
    assert.deepEqual((await stateOf(bill))[2], [
      'payment 288.58 completed',
      'early_discount 8.93 completed',
      'payment 297.49 completed',
    ]);
    const whole = await billed('500');
    await fixture.pay(whole, on('2026-07-05', { early_discount: false }));
    assert.deepEqual((await stateOf(whole))[2], ['payment 595.00 completed']);
    await soundly();
  });

  test('in another currency leaves nothing of it on the books', async () => {
    const foreign = { currency: 'USD', exchange_rate: '0.92' };
    const bill = await billed('500', foreign);
    const change = await moved(() => fixture.pay(bill, on('2026-07-10', { exchange_rate: '0.95' })));
    assert.equal(change['2000'], 54_740n);
    await soundly();
    const [payment] = (await fixture.expense(bill)).payments;
    await fixture.keyed('void_expense_payment', { id: payment.id });
    assert.equal((await fixture.expense(bill)).amount_due, '595.00');
    await soundly();
  });
});

describe('bills that one payment pays', () => {
  test('each take the discount they are in time for, and are owed in full again where it is void', async () => {
    const own = await fixture.supplier({ payment_terms: threeIn10 });
    const [one, two] = [
      await billed('500', { supplier_id: own.id }),
      await billed('200', { supplier_id: own.id, expense_date: '2026-06-01' }),
    ];
    const paying = { supplier_id: own.id, method: 'Bank transfer', payment_date: '2026-07-10' };
    const payment = await fixture.keyed('create_supplier_payment', paying);
    assert.equal(payment.amount, '815.15');
    assert.deepEqual([(await stateOf(one))[0], (await stateOf(two))[0]], ['0.00', '0.00']);
    await soundly();
    const change = await moved(() => fixture.keyed('void_supplier_payment', { id: payment.id }));
    assert.deepEqual(change, { '1010': 81_515n, '1300': 285n, '2000': -83_300n, '6840': 1_500n });
    assert.deepEqual([(await stateOf(one))[0], (await stateOf(two))[0]], ['595.00', '238.00']);
    await soundly();
    const named = { ...paying, allocations: [{ expense_id: one.id }] };
    assert.equal((await fixture.keyed('create_supplier_payment', named)).amount, '577.15');
    await soundly();
  });

  test('with more than they come to less their discounts pay the rest in full', async () => {
    const own = await fixture.supplier({ payment_terms: threeIn10 });
    const bill = await billed('500', { supplier_id: own.id });
    const paying = { supplier_id: own.id, method: 'Bank transfer', payment_date: '2026-07-10' };
    await fixture.keyed('create_supplier_payment', { ...paying, amount: '590.00' });
    assert.deepEqual((await stateOf(bill))[2], ['payment 590.00 completed', 'early_discount 5.00 completed']);
    await assert.rejects(fixture.keyed('create_supplier_payment', paying), refused('nothing_owed'));
    await soundly();
  });
});

describe('a discount that the payer names', () => {
  const late = (bill: Wire, named: object): Promise<Wire> =>
    fixture.keyed('create_supplier_payment', {
      method: 'Bank transfer',
      payment_date: '2026-11-10',
      allocations: [{ expense_id: bill['id'], ...named }],
    });

  test('is taken late as well, with its tax, and is owed again with its payment', async () => {
    const bill = await billed('500');
    let payment: Wire = {};
    const change = await moved(async () => (payment = await late(bill, { discount_amount: '11.90' })));
    assert.deepEqual(change, { '1010': -58_310n, '1300': -190n, '2000': 59_500n, '6840': -1_000n });
    assert.deepEqual((await stateOf(bill))[0], '0.00');
    await soundly();
    await fixture.keyed('void_supplier_payment', { id: payment['id'] });
    assert.deepEqual((await stateOf(bill))[0], '595.00');
    await soundly();
  });

  test('takes the place of the one it is in time for, and none is taken by naming zero', async () => {
    const bill = await billed('500', { expense_date: '2026-11-09' });
    await late(bill, { amount: '200.00', discount_amount: '0' });
    assert.deepEqual((await stateOf(bill))[0], '395.00');
    await late(bill, { amount: '394.60', discount_amount: '0.40' });
    assert.deepEqual((await stateOf(bill))[0], '0.00');
    await soundly();
  });

  test('is at most what the bill still owes beside the money', async () => {
    const bill = await billed('500');
    const tooMuch = refused('amount_exceeds_due');
    await assert.rejects(late(bill, { discount_amount: '595.00' }), tooMuch);
    await assert.rejects(late(bill, { amount: '590.00', discount_amount: '5.01' }), tooMuch);
    assert.deepEqual((await stateOf(bill))[0], '595.00');
  });
});

test('a discount is owed again without its payment, and its payment is not void without it', async () => {
  const bill = await billed('500');
  const { payments } = await fixture.pay(bill, on('2026-07-10'));
  const [payment, discount] = payments;
  assert.equal(discount.discount_of, payment.id);
  await fixture.keyed('void_expense_payment', { id: discount.id });
  assert.equal((await stateOf(bill))[0], '17.85');
  await soundly();
  const other = await billed('500');
  const paid = await fixture.pay(other, on('2026-07-10'));
  await fixture.keyed('void_expense_payment', { id: paid.payments[0].id });
  assert.deepEqual((await stateOf(other))[2], ['payment 577.15 voided', 'early_discount 17.85 voided']);
  await soundly();
});

test('a draft keeps them as long as they end before it is due, and another supplier has its own', async () => {
  const draft = await fixture.draft('500', {
    payee_name: undefined,
    supplier_id: supplier.id,
    expense_date: '2026-07-01',
    early_discounts: [{ percent: '5', days: 8 }],
  });
  const later = await call('update_expense', { id: draft.id, expense_date: '2026-07-02' });
  assert.deepEqual([later.early_discounts[0].percent, later.early_discounts[0].until], ['5', '2026-07-10']);
  const other = await fixture.supplier({ payment_terms: { ...threeIn10, value: 20 } });
  const theirs = await call('update_expense', { id: draft.id, supplier_id: other.id });
  assert.equal(theirs.early_discounts[0].percent, '3');
  assert.deepEqual((await call('update_expense', { id: draft.id, due_date: '2026-07-05' })).early_discounts, []);
});

test('on the cash basis a bill costs what was paid for it', async () => {
  const as = await world.found('Cash');
  const own = createExpenseFixture(world, as);
  const { id: tax } = await call('create_tax_rate', { name: 'VAT', percentage: '19' }, { as });
  const { id } = await own.supplier({ payment_terms: threeIn10 });
  const bill = await own.owed('500', {
    payee_name: undefined,
    supplier_id: id,
    expense_date: '2026-07-01',
    lines: [{ category: 'Travel', amount: '500', tax_rate_ids: [tax] }],
  });
  await own.pay(bill, on('2026-07-10'));
  const july = { from: '2026-07-01', to: '2026-07-31' };
  const [cash, accrual] = await Promise.all([
    call('get_profit_and_loss', { ...july, basis: 'cash' }, { as }),
    call('get_profit_and_loss', july, { as }),
  ]);
  assert.deepEqual([cash.totals.net_profit.amount, accrual.totals.net_profit.amount], ['-485.00', '-485.00']);
  const taxes = await call('get_tax_summary', { ...july, basis: 'cash' }, { as });
  assert.equal(taxes.totals.input_tax, '92.15');
  const moves = await call('list_transactions', { client_id: id }, { as });
  assert.deepEqual(
    moves.data.map(({ amount }: Wire) => amount),
    ['577.15'],
  );
  await own.booksAgree();
});
