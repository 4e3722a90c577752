import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const { keyed, balance, owed, supplier } = createExpenseFixture(world);
const noon = (day: string) => world.setNow(`${day}T12:00:00Z`);

async function spentIn(from: string, to: string): Promise<string> {
  return (await call('get_profit_and_loss', { from, to })).totals.net_profit.amount;
}

async function sound(): Promise<void> {
  const { checks } = await call('check_books');
  assert.deepEqual(
    checks.filter(({ ok }: Wire) => !ok),
    [],
  );
}

test('an audit fee costs the year it is for, and the next one only what it came to more', async () => {
  noon('2026-12-31');
  const { id: client_id } = await supplier();
  const audit = { description: 'Audit 2026', account_code: '6500', amount: '2500', client_id };
  const accrual = await keyed('create_accrual', { ...audit, accrual_date: '2026-12-31' });
  assert.deepEqual([accrual.status, accrual.reverse_on, accrual.amount], ['posted', '2027-01-01', '2500.00']);
  noon('2027-02-10');
  await owed('2600', { lines: [{ category: 'Professional fees', amount: '2600' }] });
  assert.equal(await spentIn('2026-01-01', '2026-12-31'), '-2500.00');
  assert.equal(await spentIn('2027-01-01', '2027-12-31'), '-100.00');
  assert.equal(await balance('2410'), 0n);
  await sound();
});

test('void it and both its entries are reversed, the coming one on its own day', async () => {
  noon('2027-03-31');
  const accrual = await keyed('create_accrual', {
    kind: 'accrued_income',
    description: 'Work in progress',
    account_code: '4000',
    amount: '90',
    accrual_date: '2027-03-31',
  });
  assert.equal(await spentIn('2027-03-01', '2027-03-31'), '90.00');
  const voided = await keyed('void_accrual', { id: accrual.id, reason: 'Invoiced after all.' });
  assert.deepEqual([voided.status, voided.voided_on], ['voided', '2027-03-31']);
  assert.equal(await spentIn('2027-03-01', '2027-03-31'), '0.00');
  assert.equal(await spentIn('2027-04-01', '2027-04-30'), '0.00');
  await assert.rejects(keyed('void_accrual', { id: accrual.id }), refused('invalid_state_transition'));
  await sound();
});

test('a closed period takes none, and a reversal comes after its accrual', async () => {
  noon('2027-05-10');
  await call('set_period_locks', { soft: '2027-04-30' });
  const rent = { description: 'Rent', account_code: '6100', amount: '100' };
  await assert.rejects(keyed('create_accrual', rent), refused('period_locked'));
  await assert.rejects(
    keyed('create_accrual', { ...rent, accrual_date: '2027-05-31', reverse_on: '2027-05-31' }),
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'before_accrual')),
  );
  await assert.rejects(
    keyed('create_accrual', { ...rent, accrual_date: '2027-06-01' }),
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'in_future')),
  );
});
