/** Rules for bank lines: what they book, and what they leave alone. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-03-20T12:00:00Z');

const faultOf = (code: string) => refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, code));

async function business() {
  const as = await world.found('Shop');
  const shop = shopOf(world, as);
  const call = async (name: string, input: object = {}): Promise<Wire> => world.call(name, input, { as });
  const keyed = async (name: string, input: object = {}): Promise<Wire> => shop.keyed(name, input);
  const { data: accounts } = await call('list_accounts', { limit: 100 });
  const byCode = (code: string): string => accounts.find((one: Wire) => one.code === code)?.id;
  const account_id = accounts.find((one: Wire) => one.system_role === 'bank').id;
  const bank = await call('create_bank_account', { name: 'Current', account_id, iban: 'DE75512108001245126199' });
  let lines = 0;
  const line = async (amount: string, text: string, more: Wire = {}): Promise<Wire> => {
    lines += 1;
    const { day = '2026-03-16', of = bank, ...party } = more;
    const rows = [
      ['Buchungstag', 'Betrag', 'Verwendungszweck', 'Name', 'IBAN', 'Referenz'],
      [day, amount, text, party['name'] ?? '', party['iban'] ?? '', `ref${lines}`],
    ];
    const { lines: read } = await call('import_bank_statement', {
      bank_account_id: of.id,
      content: rows.map((row) => row.join(';')).join('\n'),
      mapping: {
        booking_day: 'Buchungstag',
        amount: 'Betrag',
        text: 'Verwendungszweck',
        name: 'Name',
        counterparty_account: 'IBAN',
        reference: 'Referenz',
      },
      number_format: 'decimal_point',
    });
    return call('get_bank_line', { id: read[0].line_id });
  };
  const rule = (name: string, words: string, more: Wire = {}): Promise<Wire> =>
    call('create_bank_rule', {
      name,
      mode: 'book',
      conditions: { words_all: [words] },
      targets: [{ account_id: byCode('6700') }],
      ...more,
    });
  const again = (id: string) => call('get_bank_line', { id });
  /** A bank account that agrees with its statement up to 10 March. */
  const reconciledCard = async (): Promise<Wire> => {
    const { id: account } = await call('create_account', { code: '1091', name: 'Card', type: 'bank' });
    const card = await call('create_bank_account', { name: 'Card', account_id: account });
    const content = [
      ':20:S',
      ':25:1/2',
      ':28C:1/1',
      ':60F:C260309EUR0,00',
      ':61:2603100310C12,34NTRFNONREF',
      ':86:Deposit',
      ':62F:C260310EUR12,34',
      '-',
    ].join('\n');
    const { lines: read } = await call('import_bank_statement', { bank_account_id: card.id, content });
    await keyed('match_bank_line', { id: read[0].line_id, targets: [{ account_id: byCode('4800') }] });
    await call('reconcile_bank_account', { id: card.id });
    return card;
  };
  return { as, shop, call, keyed, byCode, bank, line, rule, again, reconciledCard };
}

describe('a rule that books', () => {
  test('records lines that fit on their day, says so on the line, and never books twice', async () => {
    const { keyed, call, bank, line, rule, again, byCode } = await business();
    const rent = await rule('Rent', 'miete', { memo: 'Office rent' });
    const paid = await line('-800.00', 'Miete 03/2026', { name: 'Landlord' });
    const other = await line('-12.00', 'Strom');
    const done = await keyed('match_bank_lines', { id: bank.id });
    assert.deepEqual([done.looked_at, done.matched.length, done.refused], [2, 1, []]);
    const [{ suggestion }] = done.matched;
    assert.deepEqual(
      [suggestion.rule_id, suggestion.evidence],
      [rent.id, [{ code: 'rule', points: 85, value: 'Rent' }]],
    );
    const matched = await again(paid.id);
    assert.deepEqual(
      matched.matches.map((match: Wire) => [match.rule, match.memo, match.amount]),
      [[{ id: rent.id, name: 'Rent' }, 'Office rent', '-800.00']],
    );
    const entry = await call('get_journal_entry', { id: matched.matches[0].entry_id });
    assert.deepEqual(
      [entry.entry_date, entry.lines.map((one: Wire) => [one.account_id, one.side, one.amount])],
      [
        '2026-03-16',
        [
          [bank.account_id, 'credit', '800.00'],
          [byCode('6700'), 'debit', '800.00'],
        ],
      ],
    );
    assert.equal((await again(other.id)).match_state, 'open');
    assert.equal((await call('get_bank_rule', { id: rent.id })).lines_booked, 1);
    assert.deepEqual((await keyed('apply_bank_rules', { id: bank.id })).matched, []);
  });

  test('books nothing on an account that is archived or gone, and says why', async () => {
    const { keyed, call, bank, line, rule, again } = await business();
    const made: Wire[] = [];
    for (const [code, name] of [
      ['6791', 'Parking'],
      ['6792', 'Tolls'],
    ] as const) {
      const account = await call('create_account', { code, name, type: 'expense' });
      await rule(name, name.toLowerCase(), { targets: [{ account_id: account.id }] });
      made.push(account);
    }
    await call('archive_account', { id: made[0]?.id });
    await call('delete_account', { id: made[1]?.id });
    const paid = [await line('-3.00', 'Parking'), await line('-4.00', 'Tolls')];
    const done = await keyed('match_bank_lines', { id: bank.id });
    assert.deepEqual(done.matched, []);
    assert.deepEqual(
      done.refused.map(({ line_id: id, code }: Wire) => [id, code]),
      [
        [paid[0]?.id, 'validation_failed'],
        [paid[1]?.id, 'not_found'],
      ],
    );
    for (const { id } of paid) assert.equal((await again(id)).match_state, 'open');
    assert.equal((await call('list_bank_rules', {})).data.length, 2);
    assert.equal((await call('suggest_bank_matches', { id: paid[1]?.id })).data?.length ?? 1, 1);
  });

  test('of two runs at once one books a line', async () => {
    const { keyed, bank, line, rule, again } = await business();
    await rule('Rent', 'miete');
    const lines = [];
    for (const month of ['01', '02', '03']) lines.push(await line('-800.00', `Miete ${month}/2026`));
    const runs = await Promise.all([
      keyed('apply_bank_rules', { id: bank.id }),
      keyed('match_bank_lines', { id: bank.id }),
      keyed('apply_bank_rules', { id: bank.id }),
    ]);
    assert.equal(runs.flatMap(({ matched }) => matched).length, 3);
    assert.deepEqual(
      runs.flatMap(({ refused: own }) => own),
      [],
    );
    for (const { id } of lines) assert.equal((await again(id)).matches.length, 1);
  });

  test('leaves a line that was unmatched from it, which is suggested still', async () => {
    const { keyed, call, bank, line, rule, again } = await business();
    const rent = await rule('Rent', 'miete');
    const paid = await line('-800.00', 'Miete');
    await keyed('apply_bank_rules', { id: bank.id });
    await keyed('unmatch_bank_line', { id: paid.id });
    assert.deepEqual((await keyed('apply_bank_rules', { id: bank.id })).matched, []);
    assert.deepEqual((await keyed('apply_bank_rules', { id: bank.id, rule_id: rent.id })).matched, []);
    const [best] = (await call('suggest_bank_matches', { id: paid.id })).data;
    assert.deepEqual([best.rule_id, best.is_certain], [rent.id, false]);
    await keyed('match_bank_line', { id: paid.id, rule_id: rent.id });
    assert.equal((await again(paid.id)).matches[0].rule.name, 'Rent');
  });

  test('gives way to an invoice that is certain, and to one that may be meant', async () => {
    const { keyed, call, shop, bank, line, rule, again } = await business();
    await rule('Other income', 'rechnung', { conditions: { words_any: ['rechnung', 'ana'] } });
    const { id: client_id } = await shop.client({ display_name: 'Ana Weber' });
    const sale = await shop.draft(['119.00'], { client_id, sale_date: '2026-03-01', confirm: true });
    const certain = await line('119.00', `Rechnung ${sale.number}`, { name: 'Ana Weber' });
    const { matched } = await keyed('match_bank_lines', { id: bank.id });
    assert.deepEqual(
      matched.map(({ suggestion }: Wire) => suggestion.rule_id),
      [null],
    );
    assert.equal((await again(certain.id)).matches[0].rule, null);
    await shop.draft(['50.00'], { client_id, sale_date: '2026-03-01', confirm: true });
    const likely = await line('50.00', 'Danke', { name: 'Ana Weber' });
    assert.deepEqual((await keyed('apply_bank_rules', { id: bank.id })).matched, []);
    const { data } = await call('suggest_bank_matches', { id: likely.id });
    assert.ok(data.length > 1 && data.every((one: Wire) => !one.is_certain));
  });

  test('touches no line that is matched, excluded or reconciled', async () => {
    const { keyed, call, bank, line, rule, again, byCode, reconciledCard } = await business();
    const matched = await line('-1.00', 'Miete 1');
    await keyed('match_bank_line', { id: matched.id, targets: [{ account_id: byCode('6800') }] });
    const excluded = await line('-2.00', 'Miete 2');
    await call('exclude_bank_line', { id: excluded.id, reason: 'Twice' });
    const settled = await line('-3.00', 'Miete 3');
    const card = await reconciledCard();
    await rule('Rent', 'miete');
    const late = await line('-4.00', 'Miete 4', { of: card, day: '2026-03-02' });
    assert.deepEqual(
      (await keyed('apply_bank_rules', { id: bank.id })).matched.map((one: Wire) => one.line_id),
      [settled.id],
    );
    const { matched: none, refused: left } = await keyed('apply_bank_rules', { id: card.id });
    assert.deepEqual([none, left], [[], [{ ...left[0], line_id: late.id, code: 'reconciled_period' }]]);
    assert.equal((await again(late.id)).match_state, 'open');
    assert.equal((await again(excluded.id)).match_state, 'excluded');
    assert.equal((await again(matched.id)).matches[0].rule, null);
  });

  test('splits a line by percentages and fixed amounts, to the cent', async () => {
    const { keyed, call, bank, line, rule, again, byCode } = await business();
    const targets = [
      { account_id: byCode('6700'), percent: '33.333333' },
      { account_id: byCode('6800') },
      { account_id: byCode('6400'), amount: '5' },
    ];
    const made = await rule('Shared', 'telefon', { targets });
    assert.deepEqual([made.conditions.currency, made.targets[2].amount], ['EUR', '5.00']);
    const paid = await line('-100.01', 'Telefon');
    const tiny = await line('-5.00', 'Telefon');
    const { matched } = await keyed('apply_bank_rules', { id: bank.id });
    assert.deepEqual(
      matched[0].suggestion.targets.map((one: Wire) => one.amount),
      ['33.34', '61.67', '5.00'],
    );
    const entry = await call('get_journal_entry', { id: (await again(paid.id)).matches[0].entry_id });
    assert.deepEqual(
      entry.lines.map((one: Wire) => one.amount),
      ['100.01', '33.34', '61.67', '5.00'],
    );
    assert.equal((await again(tiny.id)).match_state, 'open', 'nothing would be left for the rest');
  });

  test('of a foreign account is refused where entries by hand are, and the line stays open', async () => {
    const { keyed, call, line, rule, again } = await business();
    const { id: account_id } = await call('create_account', { code: '1090', name: 'Dollars', type: 'bank' });
    const dollars = await call('create_bank_account', { name: 'Dollars', account_id, currency: 'USD' });
    await rule('Fees', 'fee');
    const fee = await line('-3.00', 'Wire fee', { of: dollars });
    const done = await keyed('apply_bank_rules', { id: dollars.id });
    assert.deepEqual([done.matched, done.refused.map(({ code }: Wire) => code)], [[], ['validation_failed']]);
    assert.equal((await again(fee.id)).match_state, 'open');
  });
});

test('on a closed day nothing is booked by a rule, and a name is of one active rule', async () => {
  const { call, keyed, bank, line, rule, again } = await business();
  const rent = await rule('Rent', 'miete');
  const paid = await line('-800.00', 'Miete');
  await call('set_period_locks', { hard: '2026-03-17' });
  const done = await keyed('apply_bank_rules', { id: bank.id });
  assert.deepEqual([done.matched, done.refused.map(({ code }: Wire) => code)], [[], ['period_locked']]);
  assert.equal((await again(paid.id)).match_state, 'open');
  await call('archive_bank_rule', { id: rent.id });
  await rule('Rent', 'miete');
  await assert.rejects(call('restore_bank_rule', { id: rent.id }), refused('bank_rule_name_taken'));
});

test('the first rule that fits wins, until the order is changed', async () => {
  const { call, bank, line, rule, keyed } = await business();
  const broad = await rule('Everything', 'karte', { mode: 'suggest' });
  const fees = await rule('Card fees', 'entgelt');
  const paid = await line('-2.50', 'Entgelt Karte');
  const best = async () => (await call('suggest_bank_matches', { id: paid.id })).data[0].rule_id;
  assert.equal(await best(), broad.id);
  assert.deepEqual((await keyed('apply_bank_rules', { id: bank.id })).matched, [], 'the first only suggests');
  const { data } = await call('reorder_bank_rules', { ids: [fees.id] });
  assert.deepEqual(
    data.map(({ name, position }: Wire) => [name, position]),
    [
      ['Card fees', 1],
      ['Everything', 2],
    ],
  );
  assert.equal(await best(), fees.id);
  await call('archive_bank_rule', { id: fees.id });
  assert.equal(await best(), broad.id);
  await assert.rejects(keyed('match_bank_line', { id: paid.id, rule_id: fees.id }), refused('bank_rule_not_fitting'));
  const named = await keyed('apply_bank_rules', { id: bank.id, rule_id: broad.id });
  assert.equal(named.matched.length, 1, 'asked for by name');
});

test('a preview shows what a rule would record before it is saved, and records nothing', async () => {
  const { call, keyed, line, rule, byCode, bank } = await business();
  const old = await line('-800.00', 'Miete Februar', { day: '2026-02-16' });
  await keyed('match_bank_line', { id: old.id, targets: [{ account_id: byCode('6700') }] });
  const open = await line('-800.00', 'Miete März');
  await line('-3.00', 'Strom');
  const draft = { conditions: { words_all: ['miete'] }, targets: [{ account_id: byCode('6700') }] };
  const shown = await call('preview_bank_rule', draft);
  assert.deepEqual([shown.looked_at, shown.fitting], [3, 2]);
  assert.deepEqual(
    shown.data.map((one: Wire) => [one.line_id, one.match_state, one.would_apply, one.targets[0].amount]),
    [
      [open.id, 'open', true, '800.00'],
      [old.id, 'matched', false, '800.00'],
    ],
  );
  assert.equal(shown.data[0].targets[0].number, '6700');
  assert.deepEqual((await call('list_bank_rules')).data, []);
  const rent = await rule('Rent', 'miete');
  const later = await call('preview_bank_rule', draft);
  assert.deepEqual(later.data[0].earlier_rule, { id: rent.id, name: 'Rent' });
  const changed = await call('preview_bank_rule', { rule_id: rent.id, conditions: { words_all: ['strom'] } });
  assert.deepEqual([changed.fitting, changed.data[0].earlier_rule], [1, null]);
  assert.equal((await keyed('apply_bank_rules', { id: bank.id })).matched.length, 1);
});

test('three equal decisions propose a rule, which is never applied by itself', async () => {
  const { call, keyed, line, byCode, bank } = await business();
  const decide = async (text: string, more: Wire = {}, code = '6700') => {
    const { id } = await line('-800.00', text, more);
    await keyed('match_bank_line', { id, targets: [{ account_id: byCode(code) }] });
  };
  const proposals = async () => (await call('list_bank_rule_proposals')).data;
  const landlord = { name: 'Landlord Ltd', iban: 'GB29NWBK60161331926819' };
  await decide('Rent January', landlord);
  await decide('Rent February', landlord);
  assert.deepEqual(await proposals(), []);
  await decide('Rent March', landlord);
  for (const month of [1, 2, 3]) await decide(`Entgelt Karte ${month}/2026`);
  await decide('Mixed', { name: 'Various' });
  await decide('Mixed', { name: 'Various' });
  await decide('Mixed', { name: 'Various' }, '6800');
  const found = await proposals();
  assert.deepEqual(
    found.map(({ decisions, rule }: Wire) => [decisions, rule.mode, rule.conditions]),
    [
      [
        3,
        'suggest',
        { direction: 'out', counterparty_account: null, counterparty_name: null, words_all: ['Entgelt', 'Karte'] },
      ],
      [3, 'suggest', { direction: 'out', counterparty_account: landlord.iban, counterparty_name: null, words_all: [] }],
    ],
  );
  await line('-800.00', 'Rent April', landlord);
  assert.deepEqual((await keyed('apply_bank_rules', { id: bank.id })).matched, []);
  for (const { rule } of found) await call('create_bank_rule', rule);
  assert.deepEqual(await proposals(), []);
});

test('a rule that says too little or cannot be is refused', async () => {
  const { call, rule, byCode } = await business();
  const account_id = byCode('6700');
  const made = (more: Wire) =>
    call('create_bank_rule', { name: 'No', conditions: { words_all: ['a'] }, targets: [{ account_id }], ...more });
  await assert.rejects(made({ conditions: {} }), faultOf('no_condition'));
  await assert.rejects(made({ mode: 'book', conditions: { amount_min: '5' } }), faultOf('too_wide'));
  await assert.rejects(made({ conditions: { words_all: ['.*+'] } }), faultOf('no_words'));
  await assert.rejects(made({ conditions: { amount_min: '5', amount_max: '4.99' } }), faultOf('below_min'));
  await assert.rejects(made({ conditions: { amount_min: '5.001' } }), faultOf('too_many_decimals'));
  await assert.rejects(made({ targets: [{ account_id, percent: '50' }] }), faultOf('one_rest'));
  await assert.rejects(made({ targets: [{ account_id }, { account_id }] }), faultOf('one_rest'));
  const hundred = [{ account_id, percent: '60' }, { account_id, percent: '40' }, { account_id }];
  await assert.rejects(made({ targets: hundred }), faultOf('percent_too_high'));
  await assert.rejects(made({ targets: [{ percent: null }] }), faultOf('one_of'));
  await assert.rejects(made({ targets: [{ account_id: byCode('1100') }] }), faultOf('control_account'));
  await rule('Taken', 'a');
  await assert.rejects(rule('taken', 'b'), refused('bank_rule_name_taken'));
});

test('an amount of a rule stays in its currency when the rest of it changes', async () => {
  const { call, rule, byCode } = await business();
  const targets = [{ account_id: byCode('6700'), amount: '5.00' }, { account_id: byCode('6800') }];
  const { id } = await rule('Split', 'a', { targets });
  const changed = await call('update_bank_rule', { id, conditions: { words_any: ['b'] } });
  assert.deepEqual([changed.conditions.currency, changed.targets[0].amount], ['EUR', '5.00']);
  assert.equal((await call('update_bank_rule', { id, name: 'Other' })).name, 'Other');
});

test('nobody makes a rule for what they could not record by hand, and nothing is booked for them by one', async () => {
  const { as, bank, byCode, rule, line, again } = await business();
  const clerk = withPermissions(as, ['bank:read', 'bank:write']);
  const asClerk = (name: string, input: object) => world.call(name, input, { as: clerk, key: `${name} of the clerk` });
  const input = { conditions: { words_all: ['miete'] }, targets: [{ account_id: byCode('6700') }] };
  await assert.rejects(asClerk('create_bank_rule', { name: 'Mine', ...input }), refused('forbidden'));
  await assert.rejects(asClerk('preview_bank_rule', input), refused('forbidden'));
  const rent = await rule('Rent', 'miete');
  await assert.rejects(asClerk('update_bank_rule', { id: rent.id, mode: 'book' }), refused('forbidden'));
  const paid = await line('-800.00', 'Miete');
  const done = await asClerk('apply_bank_rules', { id: bank.id });
  assert.deepEqual([done.matched, done.refused.map(({ code }: Wire) => code)], [[], ['forbidden']]);
  assert.equal((await again(paid.id)).match_state, 'open');
});
