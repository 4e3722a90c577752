import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { keyed, moves } = shop;
await shop.leavesByDay('1010');
const category = (await call('list_expense_categories', { kind: ['operating'], limit: 1 })).data[0].id;
const supplier = (name: string): Promise<Wire> =>
  call('create_client', { type: 'business', display_name: name, roles: ['supplier'] });
const bill = (from: Wire, amount: string, more: object = {}): Promise<Wire> =>
  call('create_expense', { supplier_id: from.id, lines: [{ category_id: category, amount }], post: true, ...more });
const pay = (to: Wire, more: object): Promise<Wire> =>
  keyed('create_supplier_payment', { supplier_id: to.id, method: 'Bank transfer', ...more });
const apply = ({ id }: Wire, more: object = {}): Promise<Wire> => keyed('apply_supplier_credit', { id, ...more });
const giveBack = ({ id }: Wire, more: object = {}): Promise<Wire> =>
  keyed('refund_supplier_payment', { id, method: 'Bank transfer', ...more });
const balance = async ({ id }: Wire): Promise<string[]> => {
  const told = await call('get_supplier_balance', { id });
  return [told.payable, told.credit, told.balance];
};
const agesOf = async ({ id }: Wire, more: object = {}): Promise<Wire> => {
  const { rows, reconciliation } = await call('get_payables_aging', more);
  assert.equal(reconciliation.difference.amount ?? reconciliation.difference, '0.00');
  assert.deepEqual(reconciliation.credit, reconciliation.ledger_credit);
  return rows.find((row: Wire) => row.supplier_id === id);
};
const refuses = (code: string, work: Promise<Wire>, said: object = {}) =>
  assert.rejects(
    work,
    refused(code, (details) => assert.deepEqual({ ...details, ...said }, details)),
  );
const checksHold = async () => {
  const { checks } = await call('check_books');
  assert.deepEqual(
    checks.filter(({ ok }: Wire) => !ok),
    [],
  );
};

describe('credit with a supplier', () => {
  test('is what was paid before there was any bill, and pays the bills that come', async () => {
    const mill = await supplier('Mill');
    let paid: Wire = {};
    const before = await moves(async () => (paid = await pay(mill, { amount: '100', keep_credit: true })));
    assert.deepEqual(before, { 1010: -100_00n, 1320: 100_00n });
    assert.deepEqual(
      [paid.supplier_name, paid.amount, paid.amount_allocated, paid.amount_unapplied, paid.allocations],
      ['Mill', '100.00', '0.00', '100.00', []],
    );
    assert.deepEqual(await balance(mill), ['0.00', '100.00', '-100.00']);
    const first = await bill(mill, '30');
    const second = await bill(mill, '90');
    const used = await moves(async () => (paid = await apply(paid)));
    assert.deepEqual(used, { 1320: -100_00n, 2000: 100_00n }, 'no money moves');
    const parts = new Map(paid.allocations.map((one: Wire) => [one.expense_number, one.amount]));
    assert.deepEqual([parts.get(first.number), parts.get(second.number)], ['30.00', '70.00'], 'first due first');
    assert.equal((await call('get_expense', { id: second.id })).amount_due, '20.00');
    assert.deepEqual(await balance(mill), ['20.00', '0.00', '20.00']);
    await refuses('amount_exceeds_credit', apply(paid), { max: '0.00', currency: 'EUR' });
    const { data } = await call('list_transactions', { client_id: mill.id });
    assert.deepEqual(
      data.map((one: Wire) => [one.kind, one.amount]),
      [['supplier_payment', '100.00']],
      'the money left once',
    );
    await checksHold();
  });

  test('is also what was paid too much, where that is wanted', async () => {
    const forge = await supplier('Forge');
    const owed = await bill(forge, '40');
    await refuses('amount_exceeds_due', pay(forge, { amount: '50' }), { max: '40.00' });
    const moved = await moves(async () => {
      const paid = await pay(forge, { amount: '50', keep_credit: true });
      assert.deepEqual([paid.amount_allocated, paid.amount_unapplied], ['40.00', '10.00']);
    });
    assert.deepEqual(moved, { 1010: -50_00n, 1320: 10_00n, 2000: 40_00n });
    assert.equal((await call('get_expense', { id: owed.id })).payment_status, 'paid');
    const later = await bill(forge, '25');
    const [one] = (await call('list_supplier_payments', { supplier_id: forge.id, has_credit: true })).data;
    const row = await agesOf(forge);
    assert.deepEqual([row.total, row.credit], ['25.00', '10.00']);
    await refuses('amount_exceeds_credit', apply(one, { allocations: [{ expense_id: later.id, amount: '10.01' }] }));
    await refuses('amount_exceeds_due', apply(one, { allocations: [{ expense_id: later.id, amount: '26' }] }));
    await refuses(
      'supplier_mismatch',
      apply(one, { allocations: [{ expense_id: (await bill(await supplier('X'), '5')).id }] }),
    );
    const named = { allocations: [{ expense: later.number, amount: '10' }] };
    assert.equal((await apply(one, named)).amount_unapplied, '0.00');
    assert.equal((await call('list_supplier_payments', { supplier_id: forge.id, has_credit: true })).data.length, 0);
    await checksHold();
  });

  test('comes back when the supplier gives it back, once, and that can be a mistake', async () => {
    const kiln = await supplier('Kiln');
    const paid = await pay(kiln, { amount: '60', keep_credit: true, payment_date: '2025-02-01' });
    let given: Wire = {};
    const moved = await moves(async () => (given = await giveBack(paid, { amount: '25', reference: 'Back 1' })));
    assert.deepEqual(moved, { 1010: 25_00n, 1320: -25_00n });
    assert.deepEqual([given.amount_refunded, given.amount_unapplied, given.version], ['25.00', '35.00', 2]);
    const [refund] = given.refunds;
    assert.deepEqual([refund.status, refund.amount, refund.reference], ['completed', '25.00', 'Back 1']);
    await refuses('amount_exceeds_credit', giveBack(paid, { amount: '35.01' }), { max: '35.00' });
    const bank = (await call('list_accounts', { code: '1010' })).data[0].id;
    const old = await call('create_payment_method', { name: 'Old bank', kind: 'bank_transfer', account_id: bank });
    await refuses('ambiguous_name', giveBack(paid, { method: 'bank_transfer' }));
    await call('archive_payment_method', { id: old.id });
    await refuses('payment_method_archived', giveBack(paid, { method: undefined, method_id: old.id }));
    await refuses('validation_failed', giveBack(paid, { amount: '0' }));
    await refuses('validation_failed', giveBack(paid, { refund_date: '2025-01-31' }));
    await refuses('supplier_refunds_remain', keyed('void_supplier_payment', { id: paid.id }), {
      amount_refunded: '25.00',
      refunds: [refund.id],
    });
    assert.deepEqual(
      (await call('list_transactions', { client_id: kiln.id, sort: 'date' })).data.map((one: Wire) => [
        one.kind,
        one.direction,
        one.record_id,
      ]),
      [
        ['supplier_payment', 'out', paid.id],
        ['supplier_refund', 'in', refund.id],
      ],
    );
    assert.equal((await agesOf(kiln, { as_at: '2025-03-01' })).credit, '60.00', 'as it was that day');
    const back = await keyed('void_supplier_refund', { id: refund.id, reason: 'Another supplier.' });
    assert.deepEqual([back.amount_refunded, back.refunds[0].status], ['0.00', 'voided']);
    await refuses('invalid_state_transition', keyed('void_supplier_refund', { id: refund.id }));
    await refuses('version_conflict', giveBack(paid, { version: 1 }));
    assert.equal((await giveBack(paid)).amount_unapplied, '0.00');
    await checksHold();
  });

  test('goes with the payment when that is voided, and what it paid is owed again', async () => {
    const loom = await supplier('Loom');
    const owed = await bill(loom, '40', { expense_date: '2025-03-01' });
    const moved = await moves(async () => {
      const paid = await pay(loom, { amount: '100', keep_credit: true, payment_date: '2025-03-02' });
      const later = await bill(loom, '30');
      await apply(paid);
      const voided = await keyed('void_supplier_payment', { id: paid.id, date: '2025-03-10' });
      assert.deepEqual([voided.amount_allocated, voided.amount_unapplied, voided.status], ['0.00', '0.00', 'voided']);
      assert.equal((await call('get_expense', { id: later.id })).amount_due, '30.00');
      await refuses('invalid_state_transition', apply(paid));
      await refuses('invalid_state_transition', giveBack(paid));
      await call('void_expense', { id: later.id });
    });
    assert.deepEqual(moved, {});
    assert.equal((await call('get_expense', { id: owed.id })).amount_due, '40.00');
    assert.deepEqual(await balance(loom), ['40.00', '0.00', '40.00']);
    await checksHold();
  });

  test('in another currency is worth what was paid for it, whatever bills and money back are worth', async () => {
    const abroad = await supplier('Abroad');
    const dollars = { currency: 'USD', keep_credit: true };
    await refuses('exchange_rate_missing', pay(abroad, { ...dollars, amount: '30' }));
    const paid = await pay(abroad, { ...dollars, amount: '100.01', exchange_rate: '0.9' });
    assert.deepEqual([paid.base_amount, paid.amount_unapplied], ['90.01', '100.01']);
    await bill(abroad, '60', { currency: 'USD', exchange_rate: '0.95' });
    const used = await moves(async () => apply(paid));
    assert.deepEqual(used, { 1320: -54_00n, 2000: 57_00n, 4820: -3_00n });
    const back = await moves(async () => giveBack(paid, { exchange_rate: '0.8', amount: '40' }));
    assert.deepEqual(back, { 1010: 32_00n, 1320: -36_00n, 6900: 4_00n });
    const inEuros = await bill(abroad, '5', { currency: 'EUR' });
    await refuses('currency_mismatch', apply(paid, { allocations: [{ expense_id: inEuros.id, amount: '0.01' }] }));
    const [, told] = (await call('get_supplier_balance', { id: abroad.id })).by_currency;
    assert.deepEqual([told.currency, told.credit, told.payable], ['USD', '0.01', '0.00']);
    await giveBack(paid, { exchange_rate: '0.8' });
    assert.equal((await call('get_supplier_balance', { id: abroad.id })).credit, '0.00');
    await checksHold();
  });

  test('is used once, however many ask at the same time', async () => {
    const rush = await supplier('Rush');
    const paid = await pay(rush, { amount: '50', keep_credit: true });
    await bill(rush, '50');
    const both = await Promise.allSettled([apply(paid), giveBack(paid)]);
    const ends: string[] = both.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.kind.code));
    assert.deepEqual(ends.toSorted(), ['amount_exceeds_credit', 'done']);
    const enough = await pay(await supplier('Calm'), { amount: '50', keep_credit: true });
    const backs = await Promise.all([giveBack(enough, { amount: '25' }), giveBack(enough, { amount: '25' })]);
    assert.equal(backs.length, 2, 'where there is enough, both are given');
    await checksHold();
  });

  test('is of nobody without an amount, and of nobody who is not there', async () => {
    const idle = await supplier('Idle');
    await refuses('nothing_owed', pay(idle, { keep_credit: true }));
    await refuses('nothing_owed', apply(await pay(idle, { amount: '5', keep_credit: true })));
    await assert.rejects(
      call('get_supplier_balance', { id: 'client_01h455vb4pex5vsknk084sn02q' }),
      refused('not_found'),
    );
    await refuses('not_found', keyed('void_supplier_refund', { id: 'sref_01h455vb4pex5vsknk084sn02q' }));
  });
});
