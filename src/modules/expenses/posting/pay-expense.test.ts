import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { longTest } from '../../../../test/support/dose.ts';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { BusinessError } from '../../../operation/errors.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const fixture = createExpenseFixture(world);
const types = () => world.emitted().map(({ type }) => type);
const state = (status: string, allowed: string[]) =>
  refused('invalid_state_transition', (details) =>
    assert.deepEqual([details.status, details.allowed], [status, allowed]),
  );

describe('the way of an expense', () => {
  test('is drafted, submitted, approved and posted, and each step says who did it', async () => {
    const draft = await fixture.draft('40');
    types();
    const submitted = await fixture.keyed('submit_expense', { id: draft.id });
    assert.deepEqual([submitted.status, submitted.submitted_by.name], ['submitted', 'Owner of Acme']);
    const approved = await fixture.keyed('approve_expense', { id: draft.id, version: 2 });
    assert.deepEqual(
      [approved.status, approved.approved_by.name, approved.number],
      ['approved', 'Owner of Acme', null],
    );
    const accountant = withPermissions(world.ana, ['expenses:manage']);
    const posted = await call('post_expense', { id: draft.id }, { as: accountant, key: 'post' });
    assert.deepEqual([posted.status, posted.version, posted.lines[0].account_id === null], ['posted', 4, false]);
    assert.deepEqual(types(), ['expense.submitted', 'expense.approved', 'expense.posted']);
    assert.deepEqual(await fixture.expense(draft), posted);
    await fixture.booksAgree();
  });

  test('one that is rejected says why, and is a draft again when it is changed', async () => {
    const draft = await fixture.draft('40');
    await fixture.keyed('submit_expense', { id: draft.id });
    const rejected = await fixture.keyed('reject_expense', { id: draft.id, reason: 'Which trip?' });
    assert.deepEqual([rejected.status, rejected.reject_reason], ['rejected', 'Which trip?']);
    await assert.rejects(
      fixture.keyed('submit_expense', { id: draft.id }),
      state('rejected', ['update_expense', 'delete_expense']),
    );
    const again = await call('update_expense', { id: draft.id, notes: 'To Rome' });
    assert.deepEqual([again.status, again.reject_reason], ['draft', null]);
    assert.equal((await fixture.keyed('submit_expense', { id: draft.id })).status, 'submitted');
  });

  test('every step in the wrong state is refused and says which are open', async () => {
    const draft = await fixture.draft('40');
    const open = ['update_expense', 'submit_expense', 'post_expense', 'delete_expense'];
    for (const name of ['approve_expense', 'pay_expense', 'void_expense']) {
      await assert.rejects(fixture.keyed(name, { id: draft.id }), state('draft', open), name);
    }
    await assert.rejects(fixture.keyed('reject_expense', { id: draft.id, reason: 'x' }), state('draft', open));
    await fixture.keyed('submit_expense', { id: draft.id });
    const waiting = state('submitted', ['approve_expense', 'reject_expense']);
    await assert.rejects(fixture.keyed('post_expense', { id: draft.id }), waiting);
    await assert.rejects(fixture.keyed('submit_expense', { id: draft.id }), waiting);
    await assert.rejects(call('update_expense', { id: draft.id, payee_name: 'x' }), waiting);
    const unapproved = await fixture.draft('40');
    const accountant = withPermissions(world.ana, ['expenses:manage']);
    await assert.rejects(
      call('post_expense', { id: unapproved.id }, { as: accountant, key: 'short' }),
      refused('forbidden', ({ needs }) => assert.equal(needs, 'expenses:approve')),
    );
  });

  test('of many who approve or post at once exactly one does', longTest, async () => {
    for (let round = 0; round < 3; round += 1) {
      const draft = await fixture.draft('40');
      await fixture.keyed('submit_expense', { id: draft.id });
      for (const [deed, after] of [
        ['approve_expense', 'approved'],
        ['post_expense', 'posted'],
      ] as const) {
        const tries = await Promise.allSettled(Array.from({ length: 50 }, () => fixture.keyed(deed, { id: draft.id })));
        assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1, deed);
        for (const one of tries) {
          if (one.status === 'rejected') {
            refused('invalid_state_transition', ({ status }) => assert.equal(status, after))(one.reason);
          }
        }
      }
    }
    await fixture.booksAgree();
  });
});

describe('paying an expense', () => {
  test('in parts, each on its day, until nothing is owed', async () => {
    const owed = await fixture.owed('100', { expense_date: '2026-02-01' });
    types();
    const first = await fixture.pay(owed, { amount: '40', payment_date: '2026-02-10', reference: 'B-1' });
    assert.deepEqual(
      [first.payment_status, first.amount_paid, first.amount_due, first.payments[0].payment_date],
      ['partially_paid', '40.00', '60.00', '2026-02-10'],
    );
    const paid = await fixture.pay(owed, { method: 'Cash' });
    assert.deepEqual([paid.payment_status, paid.amount_due, paid.payments.length], ['paid', '0.00', 2]);
    assert.deepEqual(types(), ['expense.paid', 'expense.paid']);
    assert.deepEqual(await fixture.expense(owed), paid);
    const entries = (await call('list_journal_entries', { source_id: owed.id, sort: 'entry_date' })).data;
    assert.deepEqual(entries.map((one: Wire) => one.entry_date).slice(0, 2), ['2026-02-01', '2026-02-10']);
    await assert.rejects(
      fixture.pay(owed, { amount: '0.01' }),
      refused('amount_exceeds_due', ({ max }) => assert.equal(max, '0.00')),
    );
    await fixture.booksAgree();
  });

  test('more than is owed is refused and says how much is, and so is what cannot be', async () => {
    const owed = await fixture.owed('10', { expense_date: '2026-02-01' });
    await assert.rejects(
      fixture.pay(owed, { amount: '10.01' }),
      refused('amount_exceeds_due', ({ max, currency }) => assert.deepEqual([max, currency], ['10.00', 'EUR'])),
    );
    const wrong = (pointer: string) =>
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, pointer));
    await assert.rejects(fixture.pay(owed, { amount: '0' }), wrong('/amount'));
    await assert.rejects(fixture.pay(owed, { payment_date: '2026-01-31' }), wrong('/payment_date'));
    await assert.rejects(fixture.pay(owed, { payment_date: '2999-01-31' }), wrong('/payment_date'));
    await assert.rejects(fixture.pay(owed, { method: undefined }), wrong('/method_id'));
    await assert.rejects(fixture.pay(owed, { version: 9 }), refused('version_conflict'));
    await assert.rejects(
      call('pay_expense', { id: owed.id, method: 'Cash' }, { as: world.rival, key: 'k' }),
      refused('not_found'),
    );
    assert.equal((await fixture.expense(owed)).amount_paid, '0.00');
  });

  test('a payment that was a mistake is taken back, today, and what it paid is owed again', async () => {
    const bank = await fixture.balance('1010');
    const owed = await fixture.owed('100', { method: 'Bank transfer', expense_date: '2026-02-01' });
    const [payment] = owed.payments;
    await assert.rejects(
      fixture.keyed('void_expense', { id: owed.id }),
      refused('expense_payments_remain', (details) => assert.equal(details.amount_paid, '100.00')),
    );
    types();
    const open = await fixture.keyed('void_expense_payment', { id: payment.id, reason: 'Twice' });
    assert.deepEqual(types(), ['expense.payment_voided']);
    assert.deepEqual(
      [open.payment_status, open.amount_due, open.payments[0].status, open.payments[0].void_reason],
      ['unpaid', '100.00', 'voided', 'Twice'],
    );
    assert.equal(await fixture.balance('1010'), bank);
    await assert.rejects(fixture.keyed('void_expense_payment', { id: payment.id }), state('voided', []));
    await assert.rejects(
      call('void_expense_payment', { id: payment.id }, { as: world.rival, key: 'k' }),
      refused('not_found'),
    );
    await fixture.pay(owed, { amount: '1' });
    await fixture.booksAgree();
  });

  test('a void takes the expense back today, line by line, and once', async () => {
    const [cost, owing] = await Promise.all(['6300', '2000'].map(fixture.balance));
    const owed = await fixture.owed('100', { expense_date: '2026-02-01' });
    types();
    const voided = await fixture.keyed('void_expense', { id: owed.id, reason: 'Not ours' });
    assert.deepEqual(types(), ['expense.voided']);
    assert.deepEqual(
      [voided.status, voided.amount_due, voided.void_reason, voided.number],
      ['voided', '0.00', 'Not ours', owed.number],
    );
    assert.deepEqual(await Promise.all(['6300', '2000'].map(fixture.balance)), [cost, owing]);
    await assert.rejects(fixture.keyed('void_expense', { id: owed.id }), state('voided', []));
    await assert.rejects(fixture.pay(owed), state('voided', []));
    await fixture.booksAgree();
  });
});

test('ten times, of fifty who pay the same expense at once exactly one does', longTest, async () => {
  for (let round = 0; round < 10; round += 1) {
    const owed = await fixture.owed('100');
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => fixture.pay(owed, { amount: '100' })));
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const one of tries) {
      if (one.status === 'rejected') refused('amount_exceeds_due', ({ max }) => assert.equal(max, '0.00'))(one.reason);
    }
  }
  await fixture.booksAgree();
});

test('whoever pays, takes back and voids at once, the books agree', longTest, async () => {
  for (let round = 0; round < 5; round += 1) {
    const owed = await fixture.owed('100', { method: 'Cash' });
    const [{ id }] = owed.payments;
    const deeds = Array.from({ length: 30 }, (_, turn) => {
      if (turn % 3 === 0) return fixture.keyed('void_expense_payment', { id });
      return turn % 3 === 1 ? fixture.pay(owed, { amount: '60' }) : fixture.keyed('void_expense', { id: owed.id });
    });
    for (const one of await Promise.allSettled(deeds)) {
      if (one.status === 'rejected') assert.ok('kind' in one.reason, String(one.reason));
    }
    await fixture.booksAgree();
  }
});

test('fifty are posted at once with consecutive numbers', longTest, async () => {
  const drafts = await Promise.all(
    Array.from({ length: 50 }, () => fixture.draft('1', { expense_date: '2025-05-05' })),
  );
  // On a busy machine a turn may take too long: nothing was posted then, and the caller asks again.
  const post = (id: string): Promise<Wire> =>
    fixture.keyed('post_expense', { id }).catch((error: unknown) => {
      if (error instanceof BusinessError && error.kind.code === 'unavailable') return post(id);
      throw error;
    });
  const posted = await Promise.all(drafts.map(({ id }) => post(id)));
  assert.deepEqual(
    posted.map(({ number }): string => number).toSorted(),
    Array.from({ length: 50 }, (_, index) => `E-2025-${String(index + 1).padStart(5, '0')}`),
  );
});
