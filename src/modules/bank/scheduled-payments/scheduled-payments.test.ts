/** Bills are planned to be paid, sent to the bank once, and recorded once. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { camt, entry } from '../../../../test/support/camt.ts';
import { otherIban as other, payerIban as iban, payerIn } from '../../../../test/support/payer.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
// A Friday.
world.setNow('2026-03-20T12:00:00Z');

const payer = () => payerIn(world);
const faultOf = (code: string) => refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, code));

describe('create_scheduled_payment', () => {
  test('pays on the last bank day until it is due, or until its discount ends', async () => {
    const { bill, plan } = await payer();
    // Good Friday and Easter Monday are between.
    const easter = await plan(await bill('100', { due_date: '2026-04-06' }));
    assert.deepEqual([easter.pay_on, easter.amount, easter.status], ['2026-04-02', '100.00', 'planned']);
    const early = await bill('595', { early_discounts: [{ percent: '3', days: 6 }] });
    const saved = await plan(early, { timing: 'discount' });
    assert.deepEqual(
      [saved.pay_on, saved.amount, saved.early_discount, saved.discount_lost],
      ['2026-03-20', '577.15', '17.85', '0.00'],
    );
    const late = await plan(await bill('595', { early_discounts: [{ percent: '3', days: 6 }] }));
    assert.deepEqual([late.pay_on, late.amount, late.discount_lost], ['2026-03-31', '595.00', '17.85']);
    const lapsed = await bill('595', { early_discounts: [{ percent: '3', days: 2 }] });
    await assert.rejects(plan(lapsed, { timing: 'discount' }), refused('discount_lapsed'));
    const overdue = await plan(await bill('10', { due_date: '2026-03-17' }));
    assert.deepEqual([overdue.pay_on, overdue.problem], ['2026-03-20', 'too_late']);
  });

  test('takes neither days gone by nor more than is open, and never the same twice', async () => {
    const { bill, plan, keyed, call } = await payer();
    const one = await bill('100');
    await assert.rejects(plan(one, { pay_on: '2026-03-19' }), faultOf('in_the_past'));
    await assert.rejects(plan(one, { pay_on: '2026-03-23', timing: 'due_date' }), faultOf('not_used'));
    await assert.rejects(plan(one, { amount: '100.01' }), refused('amount_exceeds_due'));
    const part = await plan(one, { amount: '60' });
    await assert.rejects(plan(one), refused('bill_scheduled'));
    await assert.rejects(plan(one, { amount: '40.01' }), refused('bill_scheduled'));
    const rest = await plan(one, { amount: '40', pay_on: '2026-03-25' });
    assert.deepEqual([part.is_whole, rest.amount], [false, '40.00']);
    await assert.rejects(
      plan(await keyed('pay_expense', { id: (await bill('7')).id, method: 'Cash' })),
      refused('bill_not_payable'),
    );
    const { data } = await call('list_scheduled_payments', { expense_id: one.id });
    assert.equal(data.length, 2);
  });

  test('plans many bills in one call, says what leaves when, and names those that it cannot plan', async () => {
    const { bill, plan, keyed, call, bank } = await payer();
    const early = { early_discounts: [{ percent: '2', days: 9 }] };
    const bills = [await bill('1190', early), await bill('100'), await bill('50', { due_date: '2026-03-24' })];
    const planned = await bill('80');
    const { id } = await plan(planned);
    const input = { expense_ids: [...bills, planned].map((one) => one.id), timing: 'discount' };
    const { scheduled, skipped, totals } = await keyed('schedule_payments', input);
    assert.deepEqual(
      totals.map((one: Wire) => [one.leaves_on, one.count, one.amount, one.early_discount]),
      [
        ['2026-03-24', 1, '50.00', '0.00'],
        ['2026-03-25', 1, '1166.20', '23.80'],
        ['2026-03-31', 1, '100.00', '0.00'],
      ],
    );
    assert.deepEqual([scheduled.length, skipped[0].code], [3, 'bill_scheduled']);
    assert.equal((await call('list_bills_to_pay', { is_scheduled: false })).data.length, 0);
    await call('cancel_scheduled_payment', { id });
    const due = await keyed('schedule_payments', { due_through: '2026-04-30' });
    assert.deepEqual(
      due.scheduled.map((one: Wire) => [one.expense_id, one.bank_account_id]),
      [[planned.id, bank.id]],
    );
  });

  test('shows what is due and what a discount saves by which day', async () => {
    const { bill, call, plan } = await payer();
    await bill('595', { early_discounts: [{ percent: '3', days: 9 }], due_date: '2026-04-15' });
    const week = await bill('100', { due_date: '2026-03-22' });
    await plan(week);
    const { data } = await call('list_bills_to_pay', { due_date: { lte: '2026-03-31' } });
    assert.deepEqual(
      data.map((one: Wire) => [one.number, one.pay_by, one.discount, one.iban, one.scheduled, one.pay_on]),
      [[week.number, '2026-03-20', null, iban, '100.00', '2026-03-20']],
    );
    const [later] = (await call('list_bills_to_pay', { is_scheduled: false })).data;
    assert.deepEqual(later.discount, { amount: '17.85', until: '2026-03-25', pay_by: '2026-03-25' });
  });

  test('tells on which day the balance of which account no longer carries it', async () => {
    const { bill, plan, call, keyed, account, byCode, bank } = await payer();
    await keyed('create_journal_entry', {
      entry_date: '2026-03-01',
      memo: 'Deposit',
      post: true,
      lines: [
        { account_id: account('bank'), debit: '150' },
        { account_id: byCode('3000'), credit: '150' },
      ],
    });
    await plan(await bill('100'), { pay_on: '2026-03-23' });
    await plan(await bill('80'), { pay_on: '2026-03-25' });
    const { data } = await call('get_payment_forecast');
    assert.deepEqual(
      data.map((one: Wire) => [one.bank_account_id, one.balance, one.amount, one.is_covered, one.short_on]),
      [[bank.id, '150.00', '180.00', false, '2026-03-25']],
    );
    assert.deepEqual(
      data[0].days.map((one: Wire) => [one.day, one.balance_after, one.is_covered]),
      [
        ['2026-03-23', '50.00', true],
        ['2026-03-25', '-30.00', false],
      ],
    );
  });

  test('moves to another day or account as long as it is not sent', async () => {
    const { bill, plan, file, keyed } = await payer();
    const planned = await plan(await bill('595', { early_discounts: [{ percent: '3', days: 9 }] }));
    const update = async (change: object) => keyed('update_scheduled_payment', { id: planned.id, ...change });
    const sooner = await update({ pay_on: '2026-03-25' });
    assert.deepEqual([sooner.timing, sooner.amount, sooner.early_discount], ['day', '577.15', '17.85']);
    assert.equal((await update({ early_discount: false })).amount, '595.00');
    await assert.rejects(update({ pay_on: '2026-03-19' }), faultOf('in_the_past'));
    await file({ through: '2026-03-25' });
    await assert.rejects(update({ pay_on: '2026-03-26' }), refused('invalid_state_transition'));
  });

  test('ends with its bill, and follows what is open of it', async () => {
    const { bill, plan, keyed, now } = await payer();
    const [paid, voided, part] = [await bill('100'), await bill('100'), await bill('100')];
    const plans = [await plan(paid), await plan(voided), await plan(part)];
    await keyed('pay_expense', { id: paid.id, method: 'Cash' });
    await keyed('void_expense', { id: voided.id });
    await keyed('pay_expense', { id: part.id, method: 'Cash', amount: '30' });
    const states = await Promise.all(plans.map(async (one) => now(one)));
    assert.deepEqual(
      states.map((one) => [one.status, one.ended_because]),
      [
        ['ended', 'bill_paid'],
        ['ended', 'bill_voided'],
        ['planned', null],
      ],
    );
    assert.equal(states[2]?.amount, '70.00');
  });
});

describe('a file for the bank', () => {
  test('has each payment once, and leads back to it', async () => {
    const { bill, plan, file, call, now, supplier } = await payer();
    const first = await plan(await bill('1190', { early_discounts: [{ percent: '2', days: 14 }] }), {
      pay_on: '2026-03-20',
    });
    const second = await plan(await bill('0.07'), { pay_on: '2026-03-21' });
    const made = await file({ through: '2026-03-31' });
    assert.deepEqual(
      [made.payment_count, made.total, made.first_day, made.last_day, made.status],
      [2, '1166.27', '2026-03-20', '2026-03-23', 'created'],
    );
    const { content, filename } = await call('get_payment_file_content', { id: made.id });
    assert.equal(filename, `${made.number}.xml`);
    for (const one of [first, second]) {
      assert.ok(content.includes(`<EndToEndId>${one.end_to_end_id}</EndToEndId>`));
      assert.equal((await now(one)).status, 'in_file');
    }
    assert.ok(content.includes('<InstdAmt Ccy="EUR">1166.20</InstdAmt>') && content.includes(`<IBAN>${iban}</IBAN>`));
    assert.ok(
      content.includes('<Nm>Muehle Ost</Nm>') && content.includes(`<Ustrd>RE-1 / ${made.payments[0].expense_number}`),
    );
    await assert.rejects(file({ through: '2026-03-31' }), refused('nothing_to_send'));
    await assert.rejects(file({ scheduled_payment_ids: [first.id] }), refused('invalid_state_transition'));
    await assert.rejects(call('cancel_scheduled_payment', { id: first.id }), refused('invalid_state_transition'));
    assert.equal((await call('get_supplier_bank_account', { supplier_id: supplier.id })).iban, iban);
  });

  test('is refused until somebody confirms an account that has changed, and says who changed it when', async () => {
    const { bill, plan, file, call, keyed, now, supplier } = await payer();
    const planned = await plan(await bill('100'), { pay_on: '2026-03-20' });
    await call('set_supplier_bank_account', { supplier_id: supplier.id, iban: other });
    await assert.rejects(
      file(),
      refused('supplier_bank_account_changed', ({ payments: [one] }) => {
        assert.deepEqual([one.planned_iban, one.iban, one.changed_by], [iban, other, 'Owner of Shop']);
        assert.equal(one.changed_at, '2026-03-20T12:00:00.000Z');
      }),
    );
    assert.equal((await now(planned)).problem, 'account_changed');
    const confirm = async (confirmed: string) =>
      keyed('confirm_supplier_bank_account', { id: planned.id, iban: confirmed });
    await assert.rejects(confirm(iban), faultOf('other_iban'));
    const confirmed = await confirm(other);
    assert.deepEqual([confirmed.problem, confirmed.iban_confirmed_by.name], [null, 'Owner of Shop']);
    const made = await file();
    assert.equal(made.payments[0].iban, other);
  });

  test('leaves out what has no account, and says so', async () => {
    const { bill, plan, file, call, supplier } = await payer();
    await call('set_supplier_bank_account', { supplier_id: supplier.id, iban: null });
    const planned = await plan(await bill('100'), { pay_on: '2026-03-20' });
    assert.equal(planned.problem, 'no_iban');
    await assert.rejects(file(), refused('nothing_to_send'));
    await assert.rejects(file({ scheduled_payment_ids: [planned.id] }), refused('supplier_bank_account_missing'));
  });

  test('gives its payments back when it is cancelled, for another file', async () => {
    const { bill, plan, file, keyed, call, now } = await payer();
    const planned = await plan(await bill('100'), { pay_on: '2026-03-20' });
    const made = await file();
    await keyed('cancel_payment_file', { id: made.id, reason: 'The bank was closed.' });
    assert.deepEqual([(await now(planned)).status, (await now(planned)).payment_file_id], ['planned', null]);
    await assert.rejects(call('get_payment_file_content', { id: made.id }), refused('invalid_state_transition'));
    const again = await file({ format: 'pain.001.001.03', batch_booking: false });
    const { content } = await call('get_payment_file_content', { id: again.id });
    assert.ok(content.includes('pain.001.001.03') && content.includes('<BtchBookg>false</BtchBookg>'));
    assert.ok(content.includes('<ReqdExctnDt>2026-03-20</ReqdExctnDt>'));
    assert.notEqual(again.number, made.number);
  });

  test('is made and cancelled by a person who has just proven who they are', async () => {
    const { as, bill, plan, file, keyed } = await payer();
    await plan(await bill('100'), { pay_on: '2026-03-20' });
    const late = { as: { ...as, provenAt: '2026-03-20T10:00:00Z' }, key: 'late' };
    const { bank_account_id, id } = await file();
    await assert.rejects(world.call('create_payment_file', { bank_account_id }, late), refused('step_up_required'));
    await assert.rejects(world.call('cancel_payment_file', { id }, late), refused('step_up_required'));
    assert.equal((await keyed('get_payment_file', { id })).status, 'created');
  });

  test('is for euro from an account with an IBAN; other bills are planned without one', async () => {
    const { bill, plan, file, call, now } = await payer();
    const dollars = await bill('100', { currency: 'USD', exchange_rate: '0.9' });
    await assert.rejects(plan(dollars), faultOf('required'));
    const account = await call('create_account', { code: '1950', name: 'USD', type: 'bank' });
    const usd = await call('create_bank_account', { name: 'Dollars', account_id: account.id, currency: 'USD' });
    const planned = await plan(dollars, { pay_on: '2026-03-20' });
    assert.deepEqual([planned.execution, planned.bank_account_id], ['manual', usd.id]);
    const more = await bill('5', { currency: 'USD', exchange_rate: '0.9' });
    await assert.rejects(plan(more, { execution: 'file' }), faultOf('no_file'));
    await assert.rejects(file({ bank_account_id: usd.id }), faultOf('not_sepa'));
    assert.equal((await now(planned)).amount, '100.00');
  });
});

describe('recording', () => {
  test('confirming a file pays its bills on their days, with their discounts, and once', async () => {
    const { bill, plan, file, keyed, due, now, shop } = await payer();
    const early = await bill('595', { early_discounts: [{ percent: '3', days: 10 }] });
    const plain = await bill('100');
    const plans = [await plan(early, { pay_on: '2026-03-20' }), await plan(plain, { pay_on: '2026-03-20' })];
    const made = await file();
    const confirmed = await keyed('confirm_payment_file', { id: made.id });
    assert.deepEqual([confirmed.status, confirmed.not_recorded], ['executed', []]);
    assert.deepEqual([await due(early), await due(plain)], ['0.00', '0.00']);
    const [first] = await Promise.all(plans.map(async (one) => now(one)));
    assert.deepEqual(
      [first?.status, first?.paid_on, first?.amount, first?.early_discount],
      ['paid', '2026-03-20', '577.15', '17.85'],
    );
    await assert.rejects(keyed('confirm_payment_file', { id: made.id }), refused('invalid_state_transition'));
    await assert.rejects(keyed('pay_scheduled_payment', { id: first?.id }), refused('invalid_state_transition'));
    await shop.booksAgree();
  });

  test('never before the day has come', async () => {
    const { bill, plan, file, keyed } = await payer();
    const planned = await plan(await bill('100'), { pay_on: '2026-03-25' });
    const made = await file({ scheduled_payment_ids: [planned.id] });
    await assert.rejects(keyed('confirm_payment_file', { id: made.id }), faultOf('in_the_future'));
    await assert.rejects(
      keyed('pay_scheduled_payment', { id: planned.id, payment_date: '2026-03-25' }),
      faultOf('in_the_future'),
    );
  });

  test('of what was paid otherwise meanwhile keeps the rest as credit', async () => {
    const { bill, plan, file, keyed, call, supplier, shop } = await payer();
    const [part, whole] = [await bill('100'), await bill('50')];
    for (const one of [part, whole]) await plan(one, { pay_on: '2026-03-20' });
    const made = await file();
    await keyed('pay_expense', { id: part.id, method: 'Cash', amount: '30' });
    await keyed('pay_expense', { id: whole.id, method: 'Cash' });
    const { not_recorded: left } = await keyed('confirm_payment_file', { id: made.id });
    assert.deepEqual(left, []);
    const { data } = await call('list_supplier_payments', { supplier_id: supplier.id });
    assert.equal(data.find(({ amount }: Wire) => amount === '100.00').amount_unapplied, '30.00');
    await shop.booksAgree();
  });

  test('a payment that came back opens its bill again', async () => {
    const { bill, plan, file, keyed, due, now, shop } = await payer();
    const one = await bill('100');
    const planned = await plan(one, { pay_on: '2026-03-20' });
    const made = await file();
    await keyed('confirm_payment_file', { id: made.id });
    const returned = await keyed('return_scheduled_payment', { id: planned.id, reason: 'AC04 closed account' });
    assert.deepEqual([returned.status, returned.returned_on, await due(one)], ['returned', '2026-03-20', '100.00']);
    const again = await plan(one);
    assert.equal((await now(again)).status, 'planned');
    await shop.booksAgree();
  });

  test('a payment that a bank line is matched with comes back only behind that line', async () => {
    const { bill, plan, keyed, line, due, now } = await payer();
    const one = await bill('100');
    const planned = await plan(one, { pay_on: '2026-03-20' });
    await keyed('pay_scheduled_payment', { id: planned.id });
    const paid = await line('-100.00', 'x', { day: '2026-03-20' });
    const { data } = await keyed('suggest_bank_matches', { id: paid.id });
    await keyed('match_bank_line', { id: paid.id, targets: [{ entry_id: data[0].targets[0].entry_id }] });
    const comeBack = async () => keyed('return_scheduled_payment', { id: planned.id });
    await assert.rejects(comeBack(), refused('bank_confirmed'));
    await keyed('unmatch_bank_line', { id: paid.id });
    await comeBack();
    assert.deepEqual([(await now(planned)).status, await due(one)], ['returned', '100.00']);
  });

  test('a payment of which the supplier gave some back does not come back as a whole', async () => {
    const { bill, plan, file, keyed, now } = await payer();
    const one = await bill('100');
    const planned = await plan(one, { pay_on: '2026-03-20' });
    await file();
    await keyed('pay_expense', { id: one.id, method: 'Cash', amount: '30' });
    const { supplier_payment_id: id } = await keyed('pay_scheduled_payment', { id: planned.id });
    await keyed('refund_supplier_payment', { id, amount: '10', method: 'Cash' });
    await assert.rejects(keyed('return_scheduled_payment', { id: planned.id }), refused('supplier_refunds_remain'));
    assert.equal((await now(planned)).status, 'paid');
  });

  test('a bill in another currency is recorded at a rate that is known', async () => {
    const { bill, plan, call, keyed } = await payer();
    const account = await call('create_account', { code: '1950', name: 'USD', type: 'bank' });
    const usd = await call('create_bank_account', { name: 'Dollars', account_id: account.id, currency: 'USD' });
    const dollars = await bill('100', { currency: 'USD', exchange_rate: '0.9' });
    const planned = await plan(dollars, { pay_on: '2026-03-20', bank_account_id: usd.id });
    await assert.rejects(keyed('pay_scheduled_payment', { id: planned.id }), refused('exchange_rate_missing'));
    await call('set_exchange_rate', { currency: 'USD', rate: '0.92', rate_date: '2026-03-19' });
    const paid = await keyed('pay_scheduled_payment', { id: planned.id });
    assert.deepEqual([paid.status, paid.amount, paid.currency], ['paid', '100.00', 'USD']);
  });

  test('what was recorded by mistake waits again once it is void', async () => {
    const { bill, plan, file, keyed, now } = await payer();
    const planned = await plan(await bill('100'), { pay_on: '2026-03-20' });
    const paid = await keyed('pay_scheduled_payment', { id: planned.id });
    await keyed('void_supplier_payment', { id: paid.supplier_payment_id });
    const waits = await now(planned);
    assert.deepEqual([waits.status, waits.amount, waits.supplier_payment_id], ['planned', '100.00', null]);
    await file();
    assert.equal((await now(planned)).status, 'in_file');
  });
});

describe('the bank statement', () => {
  const debit = (amount: string, details: string, reference: string) =>
    entry({ amount, mark: 'DBIT', day: '<Dt>2026-03-20</Dt>', details, reference });
  const transaction = (id: string, amount: string) =>
    `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt></TxDtls>`;

  test('finds a payment by its end-to-end id, exactly and only once', async () => {
    const { bill, plan, file, call, due, now, bank, shop } = await payer();
    const bills = [await bill('100'), await bill('100')];
    const plans = [];
    for (const one of bills) plans.push(await plan(one, { pay_on: '2026-03-20' }));
    const made = await file();
    const [, second] = plans;
    const content = camt({ entries: [debit('100.00', transaction(second?.end_to_end_id, '100.00'), 'A1')] });
    await call('import_bank_statement', { content: content.toString() });
    const { matched } = await call('match_bank_lines', { id: bank.id });
    assert.equal(matched[0].suggestion.evidence[0].code, 'ordered');
    const [first, paid] = await Promise.all(plans.map(async (one) => now(one)));
    assert.deepEqual([first?.status, paid?.status, paid?.paid_on], ['in_file', 'paid', '2026-03-20']);
    assert.deepEqual([await due(bills[0] ?? {}), await due(bills[1] ?? {})], ['100.00', '0.00']);
    const { not_recorded: left } = await shop.keyed('confirm_payment_file', { id: made.id });
    assert.deepEqual([left, await due(bills[0] ?? {})], [[], '0.00']);
    await call('unmatch_bank_line', { id: matched[0].line_id });
    assert.equal((await now(paid ?? {})).status, 'in_file');
    await shop.booksAgree();
  });

  test('finds all payments of a batch by their sum, recorded already or not', async () => {
    for (const isRecorded of [false, true]) {
      const { bill, plan, file, call, keyed, bank, shop } = await payer();
      const bills = [
        await bill('100'),
        await bill('250.50'),
        await bill('595', { early_discounts: [{ percent: '3', days: 9 }] }),
      ];
      for (const one of bills) await plan(one, { pay_on: '2026-03-20' });
      const made = await file();
      if (isRecorded) await keyed('confirm_payment_file', { id: made.id });
      const content = camt({ entries: [debit('927.65', '', 'A2')] });
      await call('import_bank_statement', { content: content.toString() });
      const { matched, refused: stopped } = await call('match_bank_lines', { id: bank.id });
      assert.deepEqual([matched.length, stopped], [1, []]);
      const { status, payments } = await call('get_payment_file', { id: made.id });
      assert.deepEqual(
        [status, payments.map((one: Wire) => one.status)],
        ['executed', ['paid', 'paid', 'paid']],
        String(isRecorded),
      );
      const { data } = await call('list_supplier_payments', {});
      assert.equal(data.length, isRecorded ? 3 : 1);
      await shop.booksAgree();
    }
  });
});
