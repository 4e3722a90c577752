import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const fixture = createExpenseFixture(world);
const supplier = await fixture.supplier();
const said = { payee_name: undefined, supplier_id: supplier.id, supplier_invoice_number: 'R-1' };
const first = await fixture.draft('10', said);
const codes = async (amount: string, more: object) =>
  (await fixture.draft(amount, more)).warnings.map(({ code }: Wire) => code);
const isRefused = refused('duplicate_expense', ({ candidates }) =>
  assert.equal((candidates as Wire[]).at(-1)?.id, first.id),
);

test('neither create_expense nor update_expense takes an invoice twice, unless it is said to be another', async () => {
  assert.deepEqual(first.warnings, []);
  await assert.rejects(fixture.draft('11', said), isRefused);
  await assert.rejects(fixture.owed('11', { ...said, supplier_invoice_number: 'r-1' }), isRefused);
  const other = await fixture.draft('12', { ...said, supplier_invoice_number: 'R-2' });
  await assert.rejects(call('update_expense', { id: other.id, supplier_invoice_number: 'R-1' }), isRefused);
  const { id, number, status, expense_date, currency, total } = first;
  const allowed = await fixture.draft('13', { ...said, allow_duplicate: true });
  assert.deepEqual(
    allowed.warnings.map(({ code, candidates }: Wire) => [code, candidates]),
    [['duplicate_invoice_number', [{ id, number, status, expense_date, currency, total }]]],
  );
  assert.equal((await call('update_expense', { id: allowed.id, notes: 'A second delivery' })).version, 2);
  await fixture.keyed('post_expense', { id: allowed.id });
  assert.equal((await call('update_expense', { id: first.id, reference: 'First' })).warnings.length, 1);
  const elsewhere = await fixture.supplier();
  assert.deepEqual(await codes('10', { ...said, supplier_id: elsewhere.id }), []);
});

test('an invoice that was voided can be recorded again', async () => {
  const invoice = { ...said, supplier_invoice_number: 'R-9' };
  const wrong = await fixture.owed('10', invoice);
  await fixture.keyed('void_expense', { id: wrong.id });
  assert.deepEqual((await fixture.draft('19', invoice)).warnings, []);
});

test('of many who record the same invoice at once exactly one does', async () => {
  const invoice = { ...said, supplier_invoice_number: 'R-10' };
  const all = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => fixture.draft(`${20 + n}`, invoice)));
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const one of all) if (one.status === 'rejected') refused('duplicate_expense')(one.reason);
});

test('the same amount to the same payee on one day is recorded with a warning that names its candidates', async () => {
  assert.deepEqual(await codes('10', { ...said, supplier_invoice_number: 'R-3' }), ['duplicate_suspected']);
  assert.deepEqual(await codes('99', { ...said, supplier_invoice_number: 'R-4' }), []);
  const taxi = await fixture.draft('7', { payee_name: 'Müller Taxi' });
  const { warnings } = await fixture.draft('7', { payee_name: 'MULLER taxi' });
  assert.deepEqual(
    warnings.map(({ code, candidates }: Wire) => [code, candidates.map(({ id }: Wire) => id)]),
    [['duplicate_suspected', [taxi.id]]],
  );
  assert.deepEqual(await codes('7', { payee_name: 'Meier Taxi' }), []);
  const invoice = { payee_name: 'Kiosk', supplier_invoice_number: '7' };
  await fixture.draft('3', invoice);
  assert.deepEqual(await codes('4', invoice), ['duplicate_invoice_number']);
});
