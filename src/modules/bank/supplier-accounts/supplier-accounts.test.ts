/** Nobody has a supplier paid to another account without somebody who may pay having seen it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otherIban, payerIban, payerIn } from '../../../../test/support/payer.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
// A Friday.
world.setNow('2026-03-20T12:00:00Z');

async function payer() {
  const business = await payerIn(world);
  const { bill, plan, call, keyed, supplier } = business;
  const today = { pay_on: '2026-03-20' };
  const planned = async (): Promise<Wire> => plan(await bill('100'), today);
  const moveTo = async (iban: string): Promise<Wire> =>
    call('set_supplier_bank_account', { supplier_id: supplier.id, iban });
  const confirm = async ({ id }: Wire, iban: string): Promise<Wire> =>
    keyed('confirm_supplier_bank_account', { id, iban });
  return { ...business, today, planned, moveTo, confirm };
}

test('an account that money was sent to stays the one, however often a payment is planned again', async () => {
  const { bill, plan, planned, today, file, call, moveTo, confirm, now } = await payer();
  await planned();
  await file();
  const one = await bill('100');
  const before = await plan(one, today);
  await moveTo(otherIban);
  await call('cancel_scheduled_payment', { id: before.id });
  const again = await plan(one, today);
  assert.equal(again.problem, 'account_changed');
  await assert.rejects(
    file(),
    refused('supplier_bank_account_changed', ({ payments: [sent] }) =>
      assert.deepEqual([sent.known_iban, sent.iban], [payerIban, otherIban]),
    ),
  );
  const beside = await planned();
  await confirm(again, otherIban);
  assert.deepEqual([(await now(again)).problem, (await now(beside)).problem], [null, null]);
  const made = await file();
  assert.deepEqual([made.payment_count, made.payments[0].iban, made.new_accounts], [2, otherIban, []]);
});

test('an account that was changed and changed back is confirmed anew once another was confirmed', async () => {
  const { planned, file, moveTo, confirm, now } = await payer();
  const one = await planned();
  await moveTo(otherIban);
  assert.equal((await now(one)).problem, 'account_changed');
  await confirm(one, otherIban);
  await file();
  const next = await planned();
  assert.equal(next.problem, null);
  await moveTo(payerIban);
  assert.equal((await now(next)).problem, 'account_changed');
  await moveTo(otherIban);
  assert.equal((await now(next)).problem, null);
});

test('the first account of a supplier is sent to, and the file says that it is the first', async () => {
  const { planned, file, supplier } = await payer();
  const first = await planned();
  assert.equal(first.supplier_account.standing, 'first');
  const { new_accounts: shown } = await file();
  assert.deepEqual(
    shown.map((one: Wire) => [one.scheduled_payment_id, one.creditor, one.iban, one.changed_by.name]),
    [[first.id, supplier.display_name, payerIban, 'Owner of Shop']],
  );
  await planned();
  assert.deepEqual((await file()).new_accounts, []);
});

test('an account is confirmed by a person who has just proven who they are', async () => {
  const { as, planned, moveTo, now } = await payer();
  const { id } = await planned();
  await moveTo(otherIban);
  const late = { as: { ...as, provenAt: '2026-03-20T10:00:00Z' }, key: 'late' };
  await assert.rejects(
    world.call('confirm_supplier_bank_account', { id, iban: otherIban }, late),
    refused('step_up_required'),
  );
  assert.equal((await now({ id })).problem, 'account_changed');
});
