/** Payments of bills are recorded as the bank made them: on their day, at their amount and once. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { overdueFinder } from '../../../doors/jobs/overdue-job.ts';
import { camt, entry } from '../../../../test/support/camt.ts';
import { payerIn } from '../../../../test/support/payer.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
// A Friday.
const friday = '2026-03-20T12:00:00Z';
const tuesday = '2026-03-24T12:00:00Z';

async function payer() {
  world.setNow(friday);
  const business = await payerIn(world);
  const organizationId = business.as.organization?.id ?? '';
  const runner = overdueFinder({ runtime: () => world.runtime });
  const morning = async (): Promise<void> => {
    const job = { id: world.runtime.newId(), organizationId, kind: '', payload: {}, attempts: 1, error: null };
    await runner(job, async () => undefined);
  };
  const lineOf = async (amount: string): Promise<Wire> => business.line(amount, 'x', { day: '2026-03-20' });
  return { ...business, morning, lineOf };
}

const early = { early_discounts: [{ percent: '3', days: 4 }] };

describe('the amount', () => {
  test('of a payment recorded late is that of the day on which it was made', async () => {
    const { bill, plan, keyed, due, shop } = await payer();
    const one = await bill('1000', early);
    const planned = await plan(one, { pay_on: '2026-03-20', execution: 'manual' });
    world.setNow(tuesday);
    const paid = await keyed('pay_scheduled_payment', { id: planned.id });
    assert.deepEqual(
      [paid.paid_on, paid.amount, paid.early_discount, await due(one)],
      ['2026-03-20', '970.00', '30.00', '0.00'],
    );
    await shop.booksAgree();
  });

  test('of one that the bank makes by itself does not hang on when the work was done', async () => {
    const { bill, plan, now, due, morning } = await payer();
    const one = await bill('1000', early);
    const planned = await plan(one, { pay_on: '2026-03-20', execution: 'automatic' });
    world.setNow(tuesday);
    await morning();
    const paid = await now(planned);
    assert.deepEqual([paid.status, paid.amount, await due(one)], ['paid', '970.00', '0.00']);
  });
});

describe('what the bank makes by itself', () => {
  test('waits for a person once its record was taken back', async () => {
    const { bill, plan, now, due, morning, keyed } = await payer();
    const one = await bill('100');
    const planned = await plan(one, { pay_on: '2026-03-20', execution: 'automatic' });
    await morning();
    const { supplier_payment_id: id } = await now(planned);
    await keyed('void_supplier_payment', { id });
    world.setNow(tuesday);
    await morning();
    const waits = await now(planned);
    assert.deepEqual([waits.status, waits.execution, await due(one)], ['planned', 'manual', '100.00']);
  });

  test('is made by the bank line that pays its bill, whatever it comes to', async () => {
    const { bill, plan, now, due, morning, keyed, lineOf } = await payer();
    const one = await bill('100');
    const planned = await plan(one, { pay_on: '2026-03-23', execution: 'automatic' });
    const { id } = await lineOf('-95.00');
    await keyed('match_bank_line', { id, targets: [{ expense_id: one.id, amount: '95' }] });
    world.setNow(tuesday);
    await morning();
    const paid = await now(planned);
    assert.deepEqual([paid.status, paid.amount, await due(one)], ['paid', '95.00', '5.00']);
  });
});

describe('parts of one bill', () => {
  test('are never sent beyond what is open of it together', async () => {
    const { bill, plan, file, keyed } = await payer();
    const one = await bill('100');
    const first = await plan(one, { amount: '60', pay_on: '2026-03-20' });
    const second = await plan(one, { amount: '40', pay_on: '2026-03-20' });
    await keyed('pay_expense', { id: one.id, method: 'Cash', amount: '40' });
    await assert.rejects(
      file({ scheduled_payment_ids: [first.id, second.id] }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'exceeds_due')),
    );
    const made = await file();
    assert.deepEqual(
      [made.total, made.left_out.map((left: Wire) => [left.scheduled_payment_id, left.problem])],
      ['60.00', [[second.id, 'exceeds_due']]],
    );
    await assert.rejects(file(), refused('nothing_to_send'));
  });

  test('in one file are recorded one after the other, with what is open then', async () => {
    const { bill, plan, file, keyed, due, call, supplier, shop } = await payer();
    const one = await bill('100');
    for (const amount of ['60', '40']) await plan(one, { amount, pay_on: '2026-03-20' });
    const made = await file();
    await keyed('pay_expense', { id: one.id, method: 'Cash', amount: '10' });
    const confirmed = await keyed('confirm_payment_file', { id: made.id });
    assert.deepEqual([confirmed.status, confirmed.not_recorded, await due(one)], ['executed', [], '0.00']);
    const { data } = await call('list_supplier_payments', { supplier_id: supplier.id });
    assert.equal(data.find(({ amount }: Wire) => amount === '40.00').amount_unapplied, '10.00');
    await shop.booksAgree();
  });

  test('that are equal are both made by the line of their batch', async () => {
    const { bill, plan, file, call, bank, due, shop } = await payer();
    const one = await bill('1000');
    for (const amount of ['500', '500']) await plan(one, { amount, pay_on: '2026-03-20' });
    const made = await file();
    const booked = entry({ amount: '1000.00', mark: 'DBIT', day: '<Dt>2026-03-20</Dt>', details: '', reference: 'B1' });
    await call('import_bank_statement', { content: camt({ entries: [booked] }).toString() });
    const { matched, refused: stopped } = await call('match_bank_lines', { id: bank.id });
    assert.deepEqual([matched.length, stopped], [1, []]);
    const { status, payments } = await call('get_payment_file', { id: made.id });
    assert.deepEqual(
      [status, payments.map((part: Wire) => part.status), await due(one)],
      ['executed', ['paid', 'paid'], '0.00'],
    );
    await shop.booksAgree();
  });

  test('that are recorded already are not recorded again by a line that is matched with the bill', async () => {
    const { bill, plan, file, keyed, due, lineOf } = await payer();
    const one = await bill('1000');
    await plan(one, { amount: '500', pay_on: '2026-03-20' });
    const { id: fileId } = await file();
    await keyed('confirm_payment_file', { id: fileId });
    const { id } = await lineOf('-500.00');
    await assert.rejects(
      keyed('match_bank_line', { id, targets: [{ expense_id: one.id, amount: '500' }] }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'recorded')),
    );
    const { data } = await keyed('suggest_bank_matches', { id });
    await keyed('match_bank_line', { id, targets: [{ entry_id: data[0].targets[0].entry_id }] });
    assert.equal(await due(one), '500.00');
  });
});

describe('what was recorded and taken back', () => {
  test('waits again in its file, which is not carried out then', async () => {
    const { bill, plan, file, keyed, call, now } = await payer();
    const planned = await plan(await bill('100'), { pay_on: '2026-03-20' });
    const { id } = await file();
    await keyed('confirm_payment_file', { id });
    await keyed('void_supplier_payment', { id: (await now(planned)).supplier_payment_id });
    const open = await call('get_payment_file', { id });
    assert.deepEqual([open.status, open.ended_at, open.payments[0].status], ['created', null, 'in_file']);
    const again = await keyed('confirm_payment_file', { id });
    assert.deepEqual([again.status, again.payments[0].status], ['executed', 'paid']);
  });

  test('is called off where the rest of its bill is planned meanwhile', async () => {
    const { bill, plan, keyed, now, shop } = await payer();
    const one = await bill('100');
    const part = await plan(one, { amount: '60', pay_on: '2026-03-20' });
    const paid = await keyed('pay_scheduled_payment', { id: part.id });
    const rest = await plan(one, { pay_on: '2026-03-23' });
    await keyed('void_supplier_payment', { id: paid.supplier_payment_id });
    assert.deepEqual([(await now(part)).status, (await now(rest)).amount], ['cancelled', '100.00']);
    await shop.booksAgree();
  });

  test('does not keep the payment from being taken back where the bill was planned anew as a whole', async () => {
    const { bill, plan, keyed, now, lineOf } = await payer();
    const one = await bill('100');
    const whole = await plan(one, { pay_on: '2026-03-23', execution: 'automatic' });
    const { id } = await lineOf('-95.00');
    await keyed('match_bank_line', { id, targets: [{ expense_id: one.id, amount: '95' }] });
    const anew = await plan(one, { pay_on: '2026-03-23' });
    await keyed('unmatch_bank_line', { id });
    assert.deepEqual([(await now(whole)).status, (await now(anew)).amount], ['cancelled', '100.00']);
  });
});

describe('what the bank was sent for', () => {
  test('a bill that owes nothing any more is credit with its supplier, and pays no other bill', async () => {
    const { bill, plan, file, keyed, due, call, now, supplier, shop } = await payer();
    const [paid, voided, beside] = [await bill('50'), await bill('70'), await bill('90')];
    const plans = [await plan(paid, { pay_on: '2026-03-20' }), await plan(voided, { pay_on: '2026-03-20' })];
    const made = await file();
    await keyed('pay_expense', { id: paid.id, method: 'Cash' });
    await keyed('void_expense', { id: voided.id });
    const confirmed = await keyed('confirm_payment_file', { id: made.id });
    assert.deepEqual([confirmed.status, confirmed.not_recorded, await due(beside)], ['executed', [], '90.00']);
    const states = await Promise.all(plans.map(async (one) => now(one)));
    assert.deepEqual(
      states.map((one) => [one.status, one.amount, one.early_discount]),
      [
        ['paid', '50.00', '0.00'],
        ['paid', '70.00', '0.00'],
      ],
    );
    const { data } = await call('list_supplier_payments', { supplier_id: supplier.id });
    assert.deepEqual(data.map(({ amount_unapplied: credit }: Wire) => credit).toSorted(), ['50.00', '70.00']);
    await shop.booksAgree();
  });

  test('is recorded only once its day in the file has come, whatever day is said', async () => {
    const { bill, plan, file, keyed, now } = await payer();
    const one = await plan(await bill('100'), { pay_on: '2026-03-20' });
    const later = await plan(await bill('50'), { pay_on: '2026-03-25' });
    const { id } = await file({ through: '2026-03-25' });
    const pay = { id: later.id, payment_date: '2026-03-20' };
    await assert.rejects(keyed('pay_scheduled_payment', pay), refused('validation_failed'));
    world.emitted();
    const part = await keyed('confirm_payment_file', { id, payment_date: '2026-03-20' });
    assert.deepEqual(
      [part.status, part.not_recorded.map((left: Wire) => [left.scheduled_payment_id, left.code])],
      ['created', [[later.id, 'in_the_future']]],
    );
    const told = world.emitted().map(({ type }) => type);
    assert.ok(told.includes('scheduled_payment.paid') && !told.includes('payment_file.executed'));
    assert.deepEqual([(await now(one)).status, (await now(later)).status], ['paid', 'in_file']);
    world.setNow('2026-03-26T12:00:00Z');
    const rest = await keyed('confirm_payment_file', { id });
    assert.deepEqual([rest.status, (await now(later)).paid_on], ['executed', '2026-03-25']);
  });

  test('is recorded by itself on its day in the file too', async () => {
    const { bill, plan, file, keyed } = await payer();
    const one = await plan(await bill('100'), { pay_on: '2026-03-20' });
    await file({ execution_date: '2026-03-23' });
    await assert.rejects(keyed('pay_scheduled_payment', { id: one.id }), refused('validation_failed'));
    world.setNow(tuesday);
    assert.equal((await keyed('pay_scheduled_payment', { id: one.id })).paid_on, '2026-03-23');
  });
});
