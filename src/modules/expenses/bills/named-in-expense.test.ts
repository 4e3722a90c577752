/** References of an expense or a schedule are checked again each time they are used. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const fixture = createExpenseFixture(world);
world.setNow('2026-03-10T12:00:00Z');

const line = { category: 'Travel', amount: '10' };
const template = { payee_name: 'Landlord', lines: [line] };
const duplicates = await Promise.all(
  [1, 2].map(() => fixture.supplier({ display_name: 'Twin', allow_duplicate: true })),
);
const [bank] = (await world.call('list_accounts', { code: '1010' })).data;
const category = await world.call('create_expense_category', {
  name: 'Boats',
  account_id: (await world.call('list_accounts', { code: '6300' })).data[0].id,
});
const customer = await fixture.supplier({ roles: ['customer'] });
const gone = await fixture.supplier();
const method = await world.call('create_payment_method', { name: 'Till', kind: 'cash', account_id: bank.id });
const schedule = (more: object = {}): Promise<Wire> =>
  fixture.keyed('create_recurring_expense', {
    name: 'Rent',
    frequency: 'month',
    start_date: '2026-03-01',
    template: { ...template, ...more },
  });

const boats = { lines: [{ category_id: category.id, amount: '10' }] };
const bySupplier = (supplier: Wire) => ({ payee_name: undefined, supplier_id: supplier.id });
const [first] = duplicates;
const drafts = { plain: await fixture.draft('10'), paid: await fixture.draft('10', { method_id: method.id }) };
const owed = await fixture.owed('10');
const schedules = {
  method: await schedule({ method_id: method.id }),
  category: await schedule(boats),
  customer: await schedule(bySupplier(first)),
  gone: await schedule(bySupplier(gone)),
};
await world.call('archive_payment_method', { id: method.id });
await world.call('archive_expense_category', { id: category.id });
await world.call('archive_client', { id: gone.id });
await world.call('update_client', { id: first.id, roles: ['customer'] });

const named = (more: object) => ({ template: { ...template, ...more } });
const wrong: readonly (readonly [code: string, more: object])[] = [
  ['ambiguous_name', { payee_name: undefined, supplier: 'Twin' }],
  ['payment_method_archived', { method_id: method.id }],
  ['not_a_supplier', bySupplier(customer)],
  ['supplier_not_active', bySupplier(gone)],
  ['expense_category_archived', boats],
];

for (const [code, more] of wrong) {
  test(`neither create_expense nor update_expense takes what is ${code}`, async () => {
    await assert.rejects(fixture.draft('10', more), refused(code));
    await assert.rejects(fixture.keyed('update_expense', { id: drafts.plain.id, ...more }), refused(code));
  });

  test(`neither create_recurring_expense nor update_recurring_expense takes what is ${code}`, async () => {
    await assert.rejects(schedule(more), refused(code));
    const change = { id: schedules.category.id, ...named(more) };
    await assert.rejects(fixture.keyed('update_recurring_expense', change), refused(code));
  });
}

test('post_expense does not pay by a method that was archived since', async () => {
  await assert.rejects(fixture.keyed('post_expense', { id: drafts.paid.id }), refused('payment_method_archived'));
  assert.equal((await fixture.expense(drafts.paid)).status, 'draft');
});

test('pay_expense wants one method that is in use', async () => {
  await assert.rejects(
    fixture.pay(owed, { method: undefined, method_id: method.id }),
    refused('payment_method_archived'),
  );
  for (const name of ['Purse A', 'Purse B']) {
    await world.call('create_payment_method', { name, kind: 'wallet', account_id: bank.id });
  }
  await assert.rejects(fixture.pay(owed, { method: 'wallet' }), refused('ambiguous_name'));
});

test('run_recurring_expense makes nothing of what is no longer there, and stays where it was', async () => {
  const codes = {
    method: 'payment_method_archived',
    category: 'expense_category_archived',
    customer: 'not_a_supplier',
    gone: 'supplier_not_active',
  } as const;
  for (const [which, code] of Object.entries(codes)) {
    const { id } = schedules[which as keyof typeof schedules];
    await assert.rejects(fixture.keyed('run_recurring_expense', { id }), refused(code), which);
    assert.equal((await world.call('get_recurring_expense', { id })).run_count, 0);
  }
});
