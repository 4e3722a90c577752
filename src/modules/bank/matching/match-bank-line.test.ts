/** Matched bank lines and the books agree, to the cent and to the day. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bankBusiness } from '../../../../test/support/bank-business.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-03-20T12:00:00Z');

const business = () => bankBusiness(world);
const faultOf = (code: string) => refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, code));

const numbersOf = ({ targets }: Wire): string[] => targets.map((target: Wire) => target['number']);

describe('a line that pays sales', () => {
  test('is matched with the sale whose number it names, however that is written', async () => {
    const { shop, call, keyed, line, sold, due, best } = await business();
    const { id } = await shop.client({ display_name: 'Ana Berg GmbH' });
    const sale = await sold(id, '1190.00');
    const written = sale.number.replaceAll('-', ' ').toLowerCase();
    const paid = await line('1190.00', `${written} vielen Dank`);
    const suggestion = await best(paid);
    assert.deepEqual([suggestion.is_certain, numbersOf(suggestion)], [true, [sale.number]]);
    assert.ok(suggestion.score >= 85);
    const moved = await shop.moves(() => keyed('match_bank_line', { id: paid.id, targets: [{ sale_id: sale.id }] }));
    assert.deepEqual(moved, { '1010': 119_000n, '1100': -119_000n });
    const { match_state, matches } = await call('get_bank_line', { id: paid.id });
    assert.equal(match_state, 'matched');
    const payment = await call('get_payment', { id: matches[0].record_id });
    assert.deepEqual([payment.payment_date, payment.amount, payment.reference], ['2026-03-16', '1190.00', 'ref1']);
    assert.equal(await due(sale), '0.00');
    await shop.booksAgree();
  });

  test('is booked with the discount that it is in time for, of one sale or several, and with none late', async () => {
    const { shop, call, keyed, line, sold, due, best, bank } = await business();
    const early = { type: 'days_after_issue', value: 30, early_discounts: [{ percent: '2', days: 14 }] };
    const { id } = await shop.client({ display_name: 'Skonto Nord AG', payment_terms: early });
    const lines = [{ name: 'Work', quantity: '1', unit_price: '1000', tax_rate_ids: [await shop.tax('19')] }];
    const [one, two, three, four] = [
      await sold(id, '0', { lines }),
      await sold(id, '0', { lines }),
      await sold(id, '0', { lines }),
      await sold(id, '0', { lines }),
    ];
    const paid = await line('1166.20', `${one.number} abzgl. 2 % Skonto`, { day: '2026-03-14', name: 'Skonto Nord' });
    const suggestion = await best(paid);
    assert.deepEqual([suggestion.is_certain, suggestion.targets[0].early_discount], [true, '23.80']);
    assert.ok(suggestion.evidence.some(({ code }: Wire) => code === 'amount_less_discount'));
    const moved = await shop.moves(() => keyed('match_bank_line', { id: paid.id, targets: [{ sale_id: one.id }] }));
    assert.deepEqual(moved, { '1010': 116_620n, '1100': -119_000n, '2200': 380n, '6830': 2_000n });
    await line('2332.40', `${two.number} ${three.number}`, { day: '2026-03-13', name: 'Skonto Nord' });
    const late = await line('1166.20', four.number, { day: '2026-03-19' });
    assert.equal((await best(late)).is_explained, false);
    const { matched } = await call('match_bank_lines', { id: bank.id });
    assert.equal(matched.length, 1);
    assert.deepEqual([await due(two), await due(three), await due(four)], ['0.00', '0.00', '1190.00']);
    await keyed('match_bank_line', { id: late.id, targets: [{ sale_id: four.id }] });
    assert.equal(await due(four), '23.80');
    await call('unmatch_bank_line', { id: paid.id });
    assert.equal(await due(one), '1190.00');
    await shop.booksAgree();
  });

  test('is only suggested where it names two of the three that it pays, and certain where it names all', async () => {
    const { shop, call, keyed, line, sold, best } = await business();
    const { id } = await shop.client({ display_name: 'Berta Holz AG' });
    const sales = [await sold(id, '119.00'), await sold(id, '238.00'), await sold(id, '59.50')];
    const numbers = sales.map(({ number }) => number);
    const two = await line('416.50', numbers.slice(0, 2).join(' '), { name: 'Berta Holz' });
    const suggestion = await best(two);
    assert.deepEqual(numbersOf(suggestion).toSorted(), numbers);
    assert.deepEqual([suggestion.is_explained, suggestion.is_certain], [true, false]);
    const all = await line('416.50', numbers.join(', '));
    assert.deepEqual([numbersOf(await best(all)).toSorted(), (await best(all)).is_certain], [numbers, true]);
    await keyed('match_bank_line', { id: all.id, targets: sales.map((sale) => ({ sale_id: sale.id })) });
    const { data } = await call('list_payments', { client_id: id });
    assert.deepEqual(
      data[0].allocations.map(({ amount }: Wire) => amount),
      ['119.00', '238.00', '59.50'],
    );
    assert.equal((await best(two)).is_certain, false, 'what is paid is not paid twice');
  });

  test('leaves an overpayment as credit of the client, and an underpayment open', async () => {
    const { shop, keyed, line, sold, due, call } = await business();
    const { id } = await shop.client();
    const sale = await sold(id, '1190.00');
    const more = await line('1200.00', sale.number);
    const moved = await shop.moves(() => keyed('match_bank_line', { id: more.id, targets: [{ sale: sale.number }] }));
    assert.deepEqual(moved, { '1010': 120_000n, '1100': -119_000n, '2300': -1_000n });
    const other = await sold(id, '500.00');
    const less = await line('200.00', other.number);
    await keyed('match_bank_line', { id: less.id, targets: [{ sale_id: other.id }] });
    assert.equal(await due(other), '300.00');
    const rest = await line('300.00', 'the rest');
    await assert.rejects(
      call('match_bank_line', { id: rest.id, targets: [{ sale_id: other.id, amount: '250.00' }] }),
      refused('bank_match_incomplete', ({ left }) => assert.equal(left, '50.00')),
    );
    await shop.booksAgree();
  });

  test('pays them in full less what a bank kept', async () => {
    const { shop, keyed, line, sold, due } = await business();
    const sale = await sold((await shop.client()).id, '1190.00');
    const one = await line('1188.00', `/INV/${sale.number} CHGS SHA`);
    const targets = [{ sale_id: sale.id }];
    const moved = await shop.moves(() => keyed('match_bank_line', { id: one.id, targets, fee_amount: '2.00' }));
    assert.deepEqual([moved['1010'], moved['1100']], [118_800n, -119_000n]);
    assert.equal(await due(sale), '0.00');
  });

  test('is not booked by itself where the payer is another client, and not by its amount alone', async () => {
    const { shop, line, sold, best } = await business();
    const { id } = await shop.client({ display_name: 'Cora Licht KG' });
    await shop.client({ display_name: 'Dora Wald GmbH' });
    const sale = await sold(id, '77.77');
    const other = await best(await line('77.77', sale.number, { name: 'Dora Wald GmbH' }));
    assert.deepEqual([numbersOf(other), other.is_certain], [[sale.number], false]);
    assert.ok(other.evidence.some(({ code }: Wire) => code === 'other_party'));
    const alone = await best(await line('77.77', 'Danke', { name: 'Cora Licht' }));
    assert.deepEqual([numbersOf(alone), alone.is_certain], [[sale.number], false]);
  });
});

describe('a line', () => {
  test('is linked with money that the books have already, and posts nothing', async () => {
    const { shop, keyed, line, sold, best } = await business();
    const sale = await sold((await shop.client()).id, '250.00');
    const payment = await shop.pay(sale, { amount: '250.00', payment_date: '2026-03-14' });
    const one = await line('250.00', 'ohne Angabe');
    const suggestion = await best(one);
    assert.deepEqual([suggestion.evidence[0].code, suggestion.is_certain], ['recorded', true]);
    const targets = suggestion.targets.map(({ entry_id }: Wire) => ({ entry_id }));
    assert.deepEqual(await shop.moves(() => keyed('match_bank_line', { id: one.id, targets })), {});
    const again = await line('250.00', 'noch einmal');
    await assert.rejects(keyed('match_bank_line', { id: again.id, targets }), refused('bank_entry_matched'));
    await assert.rejects(
      keyed('void_payment', { id: payment.payments?.[0]?.id ?? payment.id }),
      refused('bank_confirmed'),
    );
    const back = await keyed('unmatch_bank_line', { id: one.id });
    assert.deepEqual([back.match_state, back.matches], ['open', []]);
    assert.equal((await shop.sale(sale)).amount_due, '0.00', 'the payment was there before and stays');
    assert.equal((await best(one)).is_certain, false, 'what a person took back is not booked by itself again');
  });

  test('of money without an invoice goes to the accounts that are named', async () => {
    const { shop, call, keyed, line, byCode, bank } = await business();
    const loan = await line('-512.50', 'Rate 3');
    const targets = [
      { account_id: byCode('2500'), amount: '450.00' },
      { account_id: byCode('6700'), amount: '62.50' },
    ];
    assert.deepEqual(await shop.moves(() => keyed('match_bank_line', { id: loan.id, targets })), {
      '1010': -51_250n,
      '2500': 45_000n,
      '6700': 6_250n,
    });
    const till = await line('-100.00', 'Bargeld');
    await keyed('match_bank_line', { id: till.id, targets: [{ account_id: byCode('1000') }] });
    const { data } = await call('list_transfers', {});
    assert.deepEqual([data[0].from_account_id, data[0].amount], [bank.account_id, '100.00']);
    const owed = await line('10.00', 'x');
    await assert.rejects(
      keyed('match_bank_line', { id: owed.id, targets: [{ account_id: byCode('1100') }] }),
      refused('control_account'),
    );
  });

  test('is one of two of a transfer, which is in transit until the other day', async () => {
    const { shop, call, keyed, line, best } = await business();
    const account = await call('create_account', { code: '1011', name: 'Savings', type: 'bank' });
    const iban = 'DE02120300000000202051';
    const savings = await call('create_bank_account', { name: 'Savings', account_id: account.id, iban });
    const out = await line('-500.00', 'Umbuchung', { day: '2026-01-30', iban });
    const into = await line('500.00', 'Umbuchung', { day: '2026-02-01', of: savings, iban: 'DE75512108001245126199' });
    const suggestion = await best(out);
    assert.deepEqual([suggestion.targets[0].bank_line_id, suggestion.is_certain], [into.id, true]);
    const moved = await shop.moves(() =>
      keyed('match_bank_line', { id: into.id, targets: [{ bank_line_id: out.id }] }),
    );
    assert.deepEqual(moved, { '1010': -50_000n, '1011': 50_000n });
    const onDay = async (as_at: string) => {
      const { rows } = await call('get_trial_balance', { from: as_at, to: as_at });
      return rows.find(({ code }: Wire) => code === '1030')?.closing ?? '0.00';
    };
    assert.deepEqual([await onDay('2026-01-31'), await onDay('2026-02-01')], ['500.00', '0.00']);
    assert.equal((await call('get_bank_line', { id: out.id })).match_state, 'matched');
    await keyed('unmatch_bank_line', { id: out.id });
    assert.equal((await call('get_bank_line', { id: into.id })).match_state, 'matched', 'each has its own half');
  });

  test('of several transfers alike is booked as one, whichever of the others it belongs to', async () => {
    const { shop, call, keyed, line, bank } = await business();
    const account = await call('create_account', { code: '1011', name: 'Savings', type: 'bank' });
    const iban = 'DE02120300000000202051';
    const savings = await call('create_bank_account', { name: 'Savings', account_id: account.id, iban });
    const back = { of: savings, iban: 'DE75512108001245126199' };
    await line('-500.00', 'Umbuchung', { day: '2026-01-30', iban });
    await line('-500.00', 'Umbuchung', { day: '2026-01-31', iban });
    await line('500.00', 'Umbuchung', { day: '2026-01-31', ...back });
    await line('500.00', 'Umbuchung', { day: '2026-02-01', ...back });
    const moved = await shop.moves(async () => {
      assert.equal((await keyed('match_bank_lines', { id: bank.id })).matched.length, 2);
      assert.equal((await keyed('match_bank_lines', { id: savings.id })).matched.length, 2);
    });
    assert.deepEqual(moved, { '1010': -100_000n, '1011': 100_000n });
  });

  test('pays the bills of a supplier', async () => {
    const { shop, keyed, line, best, call } = await business();
    const { id: supplier_id } = await shop.client({ display_name: 'Papierhaus Ost', roles: ['supplier'] });
    const bill = (amount: string, supplier_invoice_number: string): Promise<Wire> =>
      keyed('create_expense', {
        supplier_id,
        supplier_invoice_number,
        expense_date: '2026-03-02',
        lines: [{ description: 'Paper', amount, category: 'Other expenses' }],
        post: true,
      });
    const [one, two] = [await bill('119.00', 'R35434'), await bill('50.00', 'R35435')];
    const paid = await line('-119.00', 'R35434 Papierhaus', { name: 'Papierhaus Ost' });
    const suggestion = await best(paid);
    assert.deepEqual([suggestion.targets[0].expense_id, suggestion.is_certain], [one.id, true]);
    await keyed('match_bank_line', { id: paid.id, targets: [{ expense_id: one.id }] });
    assert.equal((await call('get_expense', { id: one.id })).payment_status, 'paid');
    const more = await line('-60.00', 'R35435');
    await keyed('match_bank_line', { id: more.id, targets: [{ expense_id: two.id }] });
    assert.equal((await call('get_supplier_balance', { id: supplier_id })).credit?.[0]?.amount ?? '10.00', '10.00');
    await assert.rejects(
      keyed('match_bank_line', { id: (await line('5.00', 'x')).id, targets: [{ supplier_id }] }),
      faultOf('wrong_direction'),
    );
  });

  test('is excluded with a reason and restored, and matched only once', async () => {
    const { shop, call, keyed, line, sold, due } = await business();
    const sale = await sold((await shop.client()).id, '30.00');
    const one = await line('30.00', sale.number);
    const targets = [{ sale_id: sale.id }];
    const excluded = await call('exclude_bank_line', { id: one.id, reason: 'Booked by the bank by mistake' });
    assert.deepEqual([excluded.match_state, excluded.exclusion_reason], ['excluded', 'Booked by the bank by mistake']);
    await assert.rejects(keyed('match_bank_line', { id: one.id, targets }), refused('bank_line_not_open'));
    await assert.rejects(keyed('unmatch_bank_line', { id: one.id }), refused('bank_line_not_matched'));
    await call('restore_bank_line', { id: one.id });
    await assert.rejects(call('restore_bank_line', { id: one.id }), refused('bank_line_not_excluded'));
    const both = await Promise.allSettled([1, 2].map(() => keyed('match_bank_line', { id: one.id, targets })));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    assert.equal(await due(sale), '0.00');
    await assert.rejects(call('delete_bank_import', { id: one.import_id }), refused('bank_line_matched'));
    await keyed('unmatch_bank_line', { id: one.id });
    assert.equal(await due(sale), '30.00', 'the payment of the match is void');
    await call('delete_bank_import', { id: one.import_id });
  });

  test('whose day is closed since is unmatched on the first open day, and matched never', async () => {
    const { shop, call, keyed, line, sold } = await business();
    const sale = await sold((await shop.client()).id, '30.00');
    const one = await line('30.00', sale.number);
    const targets = [{ sale_id: sale.id }];
    await keyed('match_bank_line', { id: one.id, targets });
    const { matches } = await call('get_bank_line', { id: one.id });
    await call('set_period_locks', { hard: '2026-03-17' });
    await keyed('unmatch_bank_line', { id: one.id });
    const payment = await call('get_payment', { id: matches[0].record_id });
    assert.equal(payment.voided_on, '2026-03-20');
    await assert.rejects(keyed('match_bank_line', { id: one.id, targets }), refused('period_locked'));
    assert.equal((await call('get_bank_line', { id: one.id })).match_state, 'open');
  });
});

test('a line that a bank collected from several is a payment of each', async () => {
  const { shop, call, keyed, line, sold } = await business();
  const [one, two] = [await shop.client({ roles: ['supplier'] }), await shop.client({ roles: ['supplier'] })];
  const [first, second] = [await sold(one.id, '10.00'), await sold(two.id, '20.00')];
  const into = await line('35.00', 'Collection 17');
  const targets = [{ sale_id: first.id }, { sale_id: second.id }, { client_id: two.id }];
  const fee = { id: into.id, targets, fee_amount: '1.00' };
  await assert.rejects(keyed('match_bank_line', fee), faultOf('one_payer'));
  const moved = await shop.moves(() => keyed('match_bank_line', { id: into.id, targets }));
  assert.deepEqual(moved, { '1010': 3_500n, '1100': -3_000n, '2300': -500n });
  const paid = await call('list_payments', { sort: 'amount' });
  assert.deepEqual(
    paid.data.map(({ client_id, amount }: Wire) => [client_id, amount]),
    [
      [one.id, '10.00'],
      [two.id, '25.00'],
    ],
  );
  const bill = async (supplier_id: string, amount: string): Promise<string> => {
    const lines = [{ amount, category: 'Travel' }];
    return (await keyed('create_expense', { supplier_id, lines, expense_date: '2026-03-01', post: true })).id;
  };
  const bills = [{ expense_id: await bill(one.id, '10.00') }, { expense_id: await bill(two.id, '20.00') }];
  const out = await line('-30.00', 'Run 3');
  assert.equal((await keyed('match_bank_line', { id: out.id, targets: bills })).matches.length, 2);
  await keyed('unmatch_bank_line', { id: out.id });
  assert.equal((await call('list_supplier_payments', { status: ['voided'] })).data.length, 2);
  await shop.booksAgree();
});

describe('a match is refused', () => {
  test('where it pays more than is open, or says something that is not used', async () => {
    const { shop, keyed, line, sold } = await business();
    const one = await shop.client({ roles: ['supplier'] });
    const first = await sold(one.id, '10.00');
    const into = await line('30.00', 'x');
    const match = (id: string, targets: readonly object[]) => keyed('match_bank_line', { id, targets });
    await assert.rejects(
      match(into.id, [{ sale_id: first.id, amount: '30.00' }]),
      refused('amount_exceeds_due', ({ errors }) => assert.equal(errors[0].pointer, '/targets')),
    );
    await assert.rejects(match(into.id, [{ sale_id: first.id, client_id: one.id }]), faultOf('one_of'));
    await assert.rejects(match(into.id, [{ client_id: one.id, amount: '0' }]), faultOf('not_positive'));
    const spent = await line('-8.00', 'x');
    const idle = { id: spent.id, targets: [{ supplier_id: one.id }] };
    await assert.rejects(keyed('match_bank_line', { ...idle, memo: 'Fee' }), faultOf('not_used'));
    await assert.rejects(keyed('match_bank_line', { ...idle, fee_amount: '1.00' }), faultOf('not_used'));
  });

  test('in a currency without a rate', async () => {
    const { shop, call, keyed, line } = await business();
    const account = await call('create_account', { code: '1012', name: 'Dollars', type: 'bank' });
    const dollars = await call('create_bank_account', { name: 'Dollars', account_id: account.id, currency: 'USD' });
    const { id: client_id } = await shop.client();
    const one = await line('50.00', 'x', { of: dollars });
    const targets = [{ client_id }];
    await assert.rejects(keyed('match_bank_line', { id: one.id, targets }), refused('exchange_rate_missing'));
    await call('set_exchange_rate', { currency: 'USD', rate: '0.9', rate_date: '2026-03-01' });
    const matched = await keyed('match_bank_line', { id: one.id, targets });
    assert.equal(matched.matches[0].amount, '50.00');
    const { data } = await call('list_payments', { client_id });
    assert.deepEqual([data[0].currency, data[0].base_amount, data[0].account_id], ['USD', '45.00', account.id]);
  });
});

test('a bank account keeps its account of the chart while lines of it are matched', async () => {
  const { call, keyed, line, byCode, bank } = await business();
  const { id: account_id } = await call('create_account', { code: '1013', name: 'Other', type: 'bank' });
  const one = await line('1.20', 'Interest');
  await keyed('match_bank_line', { id: one.id, targets: [{ account_id: byCode('4800') }] });
  await assert.rejects(call('update_bank_account', { id: bank.id, account_id }), refused('bank_account_matched'));
  await keyed('unmatch_bank_line', { id: one.id });
  assert.equal((await call('update_bank_account', { id: bank.id, account_id })).account_id, account_id);
});

test('a line is not unmatched while money of its payment has gone back', async () => {
  const { shop, call, keyed, line } = await business();
  const { id } = await shop.client({ roles: ['customer', 'supplier'] });
  const into = await line('40.00', 'x');
  const { matches } = await keyed('match_bank_line', { id: into.id, targets: [{ client_id: id }] });
  await keyed('refund_payment', { id: matches[0].record_id, amount: '5.00', method: 'Cash', reason: 'duplicate' });
  await assert.rejects(keyed('unmatch_bank_line', { id: into.id }), refused('refunds_remain'));
  const out = await line('-40.00', 'x');
  const paid = await keyed('match_bank_line', { id: out.id, targets: [{ supplier_id: id }] });
  const { data } = await call('list_supplier_payments', { supplier_id: id });
  await keyed('refund_supplier_payment', { id: data[0].id, amount: '5.00', method: 'Cash' });
  await assert.rejects(keyed('unmatch_bank_line', { id: out.id }), refused('supplier_refunds_remain'));
  assert.equal((await call('get_bank_line', { id: out.id })).matches.length, paid.matches.length);
});

describe('all lines of an account', () => {
  test('are matched where they are certain, once, and the rest is left', async () => {
    const { shop, call, keyed, line, sold, due, bank } = await business();
    const { id } = await shop.client({ display_name: 'Emil Feld GmbH' });
    const sales = [await sold(id, '10.00'), await sold(id, '20.00'), await sold(id, '30.00')];
    for (const { number, amount_due } of sales) await line(amount_due, number, { name: 'Emil Feld' });
    const twice = await line('10.00', sales[0]?.['number'], { name: 'Emil Feld' });
    await line('-8.90', 'Entgelt');
    const tried = await call('match_bank_lines', { id: bank.id });
    assert.deepEqual([tried.looked_at, tried.matched.length, tried.refused, tried.next_after], [5, 3, [], null]);
    assert.deepEqual(await Promise.all(sales.map(due)), ['0.00', '0.00', '0.00']);
    assert.equal((await call('get_bank_line', { id: twice.id })).match_state, 'open');
    const again = await keyed('match_bank_lines', { id: bank.id, limit: 1 });
    assert.deepEqual([again.looked_at, again.matched], [1, []]);
    const rest = await keyed('match_bank_lines', { id: bank.id, after: again.next_after });
    assert.deepEqual([rest.looked_at, rest.matched, rest.next_after], [1, [], null]);
    const { data } = await call('list_bank_lines', { bank_account_id: bank.id, match_state: ['open'] });
    assert.equal(data.length, 2);
    assert.deepEqual(
      (await call('check_books')).checks.filter((one: Wire) => !one['ok']),
      [],
    );
  });
});
