import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const fixture = createExpenseFixture(world);
const types = () => world.emitted().map(({ type }) => type);
const bill = (supplier: Wire, amount: string, more: object = {}) =>
  fixture.owed(amount, { payee_name: undefined, supplier_id: supplier.id, ...more });
const pay = (supplier: Wire, more: object = {}) =>
  fixture.keyed('create_supplier_payment', { supplier_id: supplier.id, method: 'Bank transfer', ...more });
const shares = ({ allocations }: Wire) => allocations.map((one: Wire) => `${one.expense_number} ${one.amount}`);
const soundly = async () => {
  await fixture.booksAgree();
  const { checks } = await call('check_books', {});
  assert.deepEqual(
    checks.filter(({ ok }: Wire) => !ok),
    [],
  );
};

test('one payment pays several bills of a supplier, and is one movement of money', async () => {
  const supplier = await fixture.supplier();
  const [first, second] = [await bill(supplier, '40.00'), await bill(supplier, '60.00')];
  const bank = await fixture.balance('1010');
  types();
  const payment = await pay(supplier, { reference: 'Run 7' });
  assert.deepEqual(
    [payment.amount, payment.supplier_name, payment.status],
    ['100.00', supplier.display_name, 'completed'],
  );
  assert.deepEqual(shares(payment), [`${first.number} 40.00`, `${second.number} 60.00`]);
  assert.deepEqual(types(), ['expense.paid', 'expense.paid', 'supplier_payment.completed']);
  assert.equal((await fixture.balance('1010')) - bank, -10_000n);
  const paid = await fixture.expense(second);
  assert.deepEqual([paid.payment_status, paid.version], ['paid', 2]);
  assert.deepEqual([paid.payments[0].supplier_payment_id, paid.payments[0].reference], [payment.id, 'Run 7']);
  const { data } = await call('list_transactions', { client_id: supplier.id });
  assert.deepEqual(
    data.map((one: Wire) => [one.kind, one.amount, one.record_id, one.number]),
    [['supplier_payment', '100.00', payment.id, payment.number]],
  );
  const { supplier: expanded, ...shown } = await call('get_supplier_payment', { id: payment.id, expand: ['supplier'] });
  assert.deepEqual(shown, payment);
  assert.equal(expanded.id, supplier.id);
  await soundly();
});

test('an amount pays what is due first, and never more than is owed', async () => {
  const supplier = await fixture.supplier();
  const later = await bill(supplier, '40.00', { due_date: '2099-02-01' });
  const sooner = await bill(supplier, '60.00', { due_date: '2099-01-01' });
  const payment = await pay(supplier, { amount: '75.00' });
  assert.deepEqual(shares(payment).toSorted(), [`${later.number} 15.00`, `${sooner.number} 60.00`].toSorted());
  await assert.rejects(
    pay(supplier, { amount: '25.01' }),
    refused('amount_exceeds_due', (details) => assert.equal(details['max'], '25.00')),
  );
  await pay(supplier);
  await assert.rejects(pay(supplier), refused('nothing_owed'));
  await soundly();
});

test('allocations say which bills get how much, by number too', async () => {
  const supplier = await fixture.supplier();
  const [first, second] = [await bill(supplier, '40.00'), await bill(supplier, '60.00')];
  const payment = await fixture.keyed('create_supplier_payment', {
    method: 'Cash',
    amount: '50.00',
    allocations: [{ expense: first.number }, { expense_id: second.id, amount: '10.00' }],
  });
  assert.deepEqual([payment.supplier_id, payment.amount], [supplier.id, '50.00']);
  assert.equal((await fixture.expense(second)).amount_due, '50.00');
});

test('what cannot be paid so is refused, and nothing is paid', async () => {
  const [supplier, other] = [await fixture.supplier(), await fixture.supplier()];
  const own = await bill(supplier, '40.00', { expense_date: '2026-01-10' });
  const theirs = await bill(other, '60.00');
  const draft = await fixture.draft('5.00', { payee_name: undefined, supplier_id: supplier.id });
  const unnamed = await fixture.owed('7.00');
  const [paysOwn, paysTheirs] = [{ expense_id: own.id }, { expense_id: theirs.id }];
  const wrong: readonly (readonly [object, string, string?])[] = [
    [{ allocations: [paysOwn, paysTheirs] }, 'supplier_mismatch'],
    [{ allocations: [{ expense_id: unnamed.id }] }, 'supplier_mismatch'],
    [{ allocations: [{ ...paysOwn, amount: '40.01' }] }, 'amount_exceeds_due', '/allocations/0/amount'],
    [{ allocations: [{ expense_id: draft.id }] }, 'invalid_state_transition'],
    [{ allocations: [paysOwn, paysOwn] }, 'validation_failed', '/allocations/1'],
    [{ allocations: [{ ...paysOwn, amount: '0' }] }, 'validation_failed', '/allocations/0/amount'],
    [{ allocations: [paysOwn], amount: '39.00' }, 'validation_failed', '/amount'],
    [{ allocations: [{}] }, 'validation_failed', '/allocations/0/expense_id'],
    [{ allocations: [{ expense: 'E-1900-1' }] }, 'not_found', '/allocations/0/expense'],
    [{ supplier_id: undefined }, 'validation_failed', '/supplier_id'],
    [{ amount: '0' }, 'validation_failed', '/amount'],
    [{ payment_date: '2026-01-09' }, 'validation_failed', '/payment_date'],
    [{ method: 'no such' }, 'not_found', '/method'],
  ];
  for (const [more, code, pointer] of wrong) {
    await assert.rejects(
      pay(supplier, more),
      refused(code, ({ errors }) => {
        if (pointer !== undefined) assert.equal(errors?.[0]?.pointer, pointer, JSON.stringify(more));
      }),
    );
  }
  const duplicates = { display_name: 'Twin Mills', allow_duplicate: true };
  for (const _ of [1, 2]) await fixture.supplier(duplicates);
  const byName = { supplier: 'Twin Mills', method: 'Cash' };
  await assert.rejects(fixture.keyed('create_supplier_payment', byName), refused('ambiguous_name'));
  const { data } = await call('list_payment_methods', { kind: ['cash'] });
  const method = await fixture.keyed('create_payment_method', {
    name: 'Old till',
    kind: 'cash',
    account_id: data[0].account_id,
  });
  await call('archive_payment_method', { id: method.id });
  const archived = { method: undefined, method_id: method.id };
  await assert.rejects(pay(supplier, archived), refused('payment_method_archived'));
  assert.deepEqual((await fixture.expense(own)).payments, []);
});

test('a void takes the whole back, and no part of it is taken back alone', async () => {
  const supplier = await fixture.supplier();
  const [first, second] = [await bill(supplier, '40.00'), await bill(supplier, '60.00')];
  const payment = await pay(supplier);
  const [part] = payment.allocations;
  await assert.rejects(
    fixture.keyed('void_expense_payment', { id: part.id }),
    refused('part_of_supplier_payment', (details) => assert.equal(details['supplier_payment_id'], payment.id)),
  );
  const bank = await fixture.balance('1010');
  types();
  const voided = await fixture.keyed('void_supplier_payment', { id: payment.id, reason: 'Twice', version: 1 });
  assert.deepEqual([voided.status, voided.void_reason, voided.amount], ['voided', 'Twice', '100.00']);
  assert.deepEqual(types(), ['expense.payment_voided', 'expense.payment_voided', 'supplier_payment.voided']);
  assert.equal((await fixture.balance('1010')) - bank, 10_000n);
  for (const one of [first, second]) {
    const owed = await fixture.expense(one);
    assert.deepEqual([owed.payment_status, owed.payments[0].status], ['unpaid', 'voided']);
  }
  await assert.rejects(
    fixture.keyed('void_supplier_payment', { id: payment.id }),
    refused('invalid_state_transition', (details) => assert.equal(details['status'], 'voided')),
  );
  const again = await pay(supplier, { amount: '10.00' });
  assert.notEqual(again.number, payment.number);
  const { data } = await call('list_transactions', { client_id: supplier.id, kind: ['supplier_payment_void'] });
  assert.deepEqual(
    data.map((one: Wire) => [one.direction, one.amount]),
    [['in', '100.00']],
  );
  await soundly();
});

test('payments are found by supplier, expense, day, reference and words; what is said of them changes', async () => {
  const supplier = await fixture.supplier();
  const own = await bill(supplier, '40.00');
  const payment = await pay(supplier, { reference: 'Quarterly', external_id: 'run-1', tags: ['run'] });
  const found = async (filter: object) =>
    (await call('list_supplier_payments', filter)).data.map(({ id }: Wire) => id as string);
  for (const filter of [
    { supplier_id: supplier.id },
    { expense_id: own.id },
    { external_id: 'run-1' },
    { tag: 'run' },
    { q: 'quarterl' },
    { number: payment.number },
  ]) {
    assert.deepEqual(await found(filter), [payment.id], JSON.stringify(filter));
  }
  const changed = await call('update_supplier_payment', {
    id: payment.id,
    notes: 'By standing order',
    reference: null,
  });
  assert.deepEqual([changed.notes, changed.reference, changed.version], ['By standing order', null, 2]);
  assert.deepEqual(await found({ q: 'standing' }), [payment.id]);
  await fixture.owed('1.00', { payee_name: undefined, supplier_id: supplier.id });
  await assert.rejects(pay(supplier, { external_id: 'run-1' }), refused('supplier_payment_external_id_taken'));
});

test('an advance that pays no bill stays credit as a whole, and is of a supplier that is named', async () => {
  const supplier = await fixture.supplier();
  const open = await bill(supplier, '40.00');
  const advance = { amount: '10.00', allocations: [], keep_credit: true };
  const payment = await pay(supplier, advance);
  assert.deepEqual([payment.amount_unapplied, payment.allocations], ['10.00', []]);
  assert.equal((await fixture.expense(open)).amount_due, '40.00');
  await assert.rejects(pay(supplier, { amount: '10.00', allocations: [] }), refused('validation_failed'));
  await assert.rejects(
    fixture.keyed('create_supplier_payment', { ...advance, method: 'Bank transfer' }),
    refused('validation_failed'),
  );
  await soundly();
});
