import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { zipSync } from 'fflate';
import { camt, entry } from '../../../../test/support/camt.ts';
import { longTest } from '../../../../test/support/dose.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;

let made = 0;

/** A bank account of its own account in the chart. */
async function bankAccount(more: object = {}): Promise<Wire> {
  made += 1;
  const account = await call('create_account', { code: `10${100 + made}`, name: `Bank ${made}`, type: 'bank' });
  return call('create_bank_account', { name: `Account ${made}`, account_id: account.id, ...more });
}

function sent(bytes: Uint8Array): { content_base64: string } {
  return { content_base64: Buffer.from(bytes).toString('base64') };
}

const csv = (rows: readonly string[]): string => ['Buchungstag;Betrag;Verwendungszweck', ...rows].join('\n');

const counts = ({ lines_read, lines_new, lines_known, lines_replaced }: Wire) => [
  lines_read,
  lines_new,
  lines_known,
  lines_replaced,
];

/** Entries of January, each with an id of its own. */
const days = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => {
    const day = String(from + at).padStart(2, '0');
    return entry({ amount: `${from + at}.00`, day: `<Dt>2026-01-${day}</Dt>`, reference: `R${day}` });
  });

describe('a file of a bank', () => {
  test('brings its lines once, however files overlap', async () => {
    const { id } = await bankAccount({ iban: 'DE75 5121 0800 1245 1261 99' });
    const first = await call('import_bank_statement', sent(camt({ entries: days(1, 15) })));
    assert.deepEqual(counts(first), [15, 15, 0, 0]);
    assert.equal(first.statements[0].bank_account_id, id, 'filed by its IBAN');
    const second = await call('import_bank_statement', sent(camt({ entries: days(10, 20) })));
    assert.deepEqual(counts(second), [11, 5, 6, 0]);
    const again = await call('import_bank_statement', sent(camt({ entries: days(10, 20) })));
    assert.deepEqual(counts(again), [11, 0, 11, 0]);
    assert.equal(again.statements[0].id, null);
    const lines = await call('list_bank_lines', { bank_account_id: id, include: ['total_count', 'totals'] });
    assert.equal(lines.total_count, 20);
    assert.deepEqual(lines.totals[0], { currency: 'EUR', count: 20, money_in: '210.00', money_out: '0.00' });
    assert.equal((await call('list_bank_statements', { bank_account_id: id })).data.length, 2);
    await call('archive_bank_account', { id });
  });

  test('sent twice at once brings its lines once', async () => {
    const { id } = await bankAccount();
    const file = { bank_account_id: id, content: csv(['02.03.2026;-3,20;CAFE', '02.03.2026;-3,20;CAFE']) };
    const answers = await Promise.all([1, 2, 3].map(() => call('import_bank_statement', file)));
    assert.equal(
      answers.reduce((sum, { lines_new }) => sum + lines_new, 0),
      2,
      'two equal rows of a day are two',
    );
    const third = { ...file, content: `${file.content}\n02.03.2026;-3,20;CAFE` };
    assert.deepEqual(counts(await call('import_bank_statement', third)), [3, 1, 2, 0]);
    assert.equal((await call('list_bank_lines', { bank_account_id: id })).data.length, 3);
  });

  test('is tried without being kept', async () => {
    const { id } = await bankAccount();
    const file = { bank_account_id: id, content: csv(['02.03.2026;-3,20;CAFE']) };
    const tried = await call('import_bank_statement', file, { dryRun: true });
    assert.deepEqual(counts(tried), [1, 1, 0, 0]);
    assert.deepEqual([tried.lines[0].verdict, tried.lines[0].amount, tried.lines[0].text], ['new', '-3.20', 'CAFE']);
    assert.deepEqual((await call('list_bank_lines', { bank_account_id: id })).data, []);
    assert.deepEqual(counts(await call('import_bank_statement', file)), [1, 1, 0, 0]);
  });

  test('books a pending line in its final form, and a second time changes nothing', async () => {
    const { id, iban } = await bankAccount({ iban: 'DE75512108001245126199' });
    assert.ok(iban);
    const words = '<TxDtls><RmtInf><Ustrd>SHELL 4711 BERLIN</Ustrd></RmtInf></TxDtls>';
    const pending = camt({
      entries: [entry({ amount: '49.90', mark: 'DBIT', status: 'PDNG', day: '<Dt>2026-05-03</Dt>', details: words })],
    });
    const booked = camt({
      entries: [entry({ amount: '52.10', mark: 'DBIT', day: '<Dt>2026-05-05</Dt>', details: words, reference: 'B1' })],
    });
    await call('import_bank_statement', sent(pending));
    const result = await call('import_bank_statement', sent(booked));
    assert.deepEqual(counts(result), [1, 0, 0, 1]);
    for (const file of [pending, booked]) {
      assert.deepEqual(counts(await call('import_bank_statement', sent(file))), [1, 0, 1, 0]);
    }
    const { data } = await call('list_bank_lines', { bank_account_id: id, state: ['open'] });
    assert.deepEqual(
      data.map((one: Wire) => [one.amount, one.booking]),
      [['-52.10', 'booked']],
    );
    const replaced = (await call('list_bank_lines', { bank_account_id: id, state: ['replaced'] })).data[0];
    assert.equal(replaced.replaced_by_id, data[0].id);
    await call('delete_bank_import', { id: result.id });
    const open = (await call('list_bank_lines', { bank_account_id: id })).data;
    assert.deepEqual([open.length, open[0].id, open[0].state], [1, replaced.id, 'open'], 'taken back');
    await call('archive_bank_account', { id });
  });

  test('in a ZIP is read with the others', async () => {
    const { id } = await bankAccount({ iban: 'DE75512108001245126199' });
    const zipped = zipSync({ 'a.xml': camt({ entries: days(1, 3) }), 'b.xml': camt({ entries: days(3, 5) }) });
    const result = await call('import_bank_statement', sent(zipped));
    assert.deepEqual(counts(result), [6, 5, 1, 0]);
    assert.equal(result.statements.length, 2);
    await call('archive_bank_account', { id });
  });
});

describe('balances', () => {
  const statement = (of: { opening: string; amount: string; closing: string; day: string }) =>
    sent(
      Buffer.from(
        camt({ entries: [entry({ amount: of.amount, day: `<Dt>${of.day}</Dt>` })], ...of })
          .toString()
          .replaceAll('2026-03-31', of.day)
          .replace('<Id>S1</Id>', `<Id>S${of.day}</Id>`),
      ),
    );

  test('that do not add up or do not follow are told, and a file between closes the gap', async () => {
    const { id } = await bankAccount({ iban: 'DE75512108001245126199' });
    await call(
      'import_bank_statement',
      statement({ opening: '1000.00', amount: '150.00', closing: '1150.00', day: '2026-01-31' }),
    );
    assert.equal((await call('get_bank_account', { id })).has_gap, false);
    const after = await call(
      'import_bank_statement',
      statement({ opening: '1200.00', amount: '10.00', closing: '1210.00', day: '2026-03-31' }),
    );
    assert.deepEqual([after.gaps.length, after.gaps[0].difference], [1, '50.00']);
    const account = await call('get_bank_account', { id });
    assert.deepEqual([account.has_gap, account.statements_through], [true, '2026-03-31']);
    const between = await call(
      'import_bank_statement',
      statement({ opening: '1150.00', amount: '50.00', closing: '1200.00', day: '2026-02-28' }),
    );
    assert.deepEqual([between.gaps, between.statements[0].balance_state], [[], 'balanced']);
    const broken = await call(
      'import_bank_statement',
      statement({ opening: '1210.00', amount: '10.00', closing: '1230.00', day: '2026-04-30' }),
    );
    assert.deepEqual([broken.statements[0].balance_state, broken.statements[0].difference], ['broken', '10.00']);
    const { data } = await call('list_bank_statements', { bank_account_id: id, balance_state: ['broken'] });
    assert.deepEqual([data.length, data[0].closing_balance], [1, '1230.00']);
    await call('archive_bank_account', { id });
  });
});

describe('what a file leaves open', () => {
  test('is asked, and remembered for the next file of the account', async () => {
    const { id } = await bankAccount();
    const unclear = 'Datum;Was;Wieviel\n01/02/2026;Tea;-1,00\n';
    await assert.rejects(
      call('import_bank_statement', { bank_account_id: id, content: unclear }),
      refused('bank_statement_unclear', ({ questions }) => assert.ok(questions.length > 0)),
    );
    const mapping = { booking_day: 'Datum', amount: 'Wieviel', text: 'Was' };
    const told = { bank_account_id: id, content: unclear, mapping, date_format: 'day_first' };
    assert.deepEqual(counts(await call('import_bank_statement', told)), [1, 1, 0, 0]);
    assert.deepEqual((await call('get_bank_account', { id })).import_options, { mapping, date_format: 'day_first' });
    const next = { bank_account_id: id, content: 'Datum;Was;Wieviel\n03/02/2026;Milk;-2,00\n' };
    const result = await call('import_bank_statement', next);
    assert.deepEqual(result.lines[0].booking_date, '2026-02-03');
    await call('update_bank_account', { id, import_options: null });
    await assert.rejects(call('import_bank_statement', next), refused('bank_statement_unclear'));
  });

  test('is not taken for another account or currency', async () => {
    const { id } = await bankAccount({ iban: 'DE02120300000000202051' });
    const file = sent(camt({ entries: days(1, 2) }));
    await assert.rejects(
      call('import_bank_statement', file),
      refused('bank_statement_of_others', ({ left_out }) =>
        assert.deepEqual(left_out[0], {
          reason: 'other_account',
          account: 'DE75512108001245126199',
          currency: 'EUR',
        }),
      ),
    );
    await assert.rejects(
      call('import_bank_statement', { bank_account_id: id, ...file }),
      refused('bank_statement_of_others'),
    );
    const dollars = await bankAccount({ currency: 'USD' });
    await assert.rejects(
      call('import_bank_statement', { bank_account_id: dollars.id, ...file }),
      refused('bank_statement_of_others', ({ left_out }) => assert.equal(left_out[0].reason, 'other_currency')),
    );
  });

  test('and nonsense, doctypes, empty and hostile files are refused with a reason', async () => {
    const { id } = await bankAccount();
    const bad: readonly (readonly [string, string, string | null])[] = [
      ['%PDF-1.7', 'unsupported_format', null],
      ['<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><Document>&b;</Document>', 'has_doctype', null],
      ['<?xml version="1.0"?>\n<Document>\n<Stmt></Document>', 'not_xml', 'line 3'],
      [`Date,Description,Amount\n2026-03-02,a,1.00${',x'.repeat(500)}\n`, 'not_a_statement', 'line 2'],
      ['Date,Description,Amount\n2026-03-02,a,ten\n', 'wrong_amount', 'line 2'],
    ];
    const fieldsOf = (content: string) => [
      ['/content', { content }] as const,
      ['/content_base64', sent(Buffer.from(content))] as const,
    ];
    for (const [content, code, place] of bad) {
      for (const [pointer, fields] of fieldsOf(content)) {
        await assert.rejects(
          call('import_bank_statement', { bank_account_id: id, ...fields }),
          refused('bank_statement_unreadable', ({ reason, detail, errors }) => {
            assert.equal(reason, code);
            assert.match(detail, /[^.]\.$/);
            assert.deepEqual(errors, [{ pointer, code, message: detail, place }]);
          }),
        );
      }
    }
    await assert.rejects(call('import_bank_statement', { bank_account_id: id }), refused('validation_failed'));
    const odd = Buffer.concat([Buffer.from(csv(['02.03.2026;-3,20;A'])), Buffer.from([0, 7, 0x1b]), Buffer.from('B')]);
    const result = await call('import_bank_statement', { bank_account_id: id, ...sent(odd) });
    const { iban } = await bankAccount({ iban: 'DE75512108001245126199' });
    assert.ok(iban);
    const reference = Array.from({ length: 3_000 }, (_, at) => String.fromCodePoint(0x4e00 + at * 7)).join('');
    const long = sent(camt({ entries: [entry({ reference })] }));
    assert.deepEqual(counts(await call('import_bank_statement', long)), [1, 1, 0, 0]);
    assert.deepEqual(counts(await call('import_bank_statement', long)), [1, 0, 1, 0]);
    const huge = sent(
      camt({ opening: '-92233720368547758.00', closing: '92233720368547758.00', entries: [entry({})] }),
    );
    await assert.rejects(
      call('import_bank_statement', huge),
      refused('bank_statement_unreadable', (details) => assert.equal(details.reason, 'wrong_amount')),
    );
    assert.equal(result.lines[0].text, 'A B', 'without what no database takes');
  });
});

test('an import that others build on is deleted after them', async () => {
  const { id } = await bankAccount();
  const row = (day: string) => `${day}.03.2026;-3,20;Shop ${day}`;
  const rows = ['02', '03', '04'].map(row);
  const first = await call('import_bank_statement', { bank_account_id: id, content: csv(rows.slice(0, 2)) });
  const second = await call('import_bank_statement', { bank_account_id: id, content: csv(rows) });
  assert.deepEqual(counts(second), [3, 1, 2, 0]);
  await assert.rejects(
    call('delete_bank_import', { id: first.id }),
    refused('bank_import_built_on', ({ imports }) => assert.deepEqual(imports, [second.id])),
  );
  await call('delete_bank_import', { id: second.id });
  assert.equal((await call('list_bank_lines', { bank_account_id: id })).data.length, 2);
  await call('delete_bank_import', { id: first.id });
  assert.deepEqual((await call('list_bank_imports', { bank_account_id: id })).data, []);
  assert.deepEqual(
    counts(await call('import_bank_statement', { bank_account_id: id, content: csv(rows) })),
    [3, 3, 0, 0],
  );
});

test('lines are found by words, amount, day and direction', async () => {
  const { id } = await bankAccount();
  const content = csv(['02.03.2026;-3,20;Café Müller', '03.03.2026;1.190,00;RE 2026-0042']);
  await call('import_bank_statement', { bank_account_id: id, content });
  const found = async (filters: object): Promise<string[]> =>
    (await call('list_bank_lines', { bank_account_id: id, ...filters })).data.map((one: Wire) => one.amount);
  assert.deepEqual(await found({ q: 'cafe mul' }), ['-3.20']);
  assert.deepEqual(await found({ amount: '1190' }), ['1190.00']);
  assert.deepEqual(await found({ amount: { lt: '0' } }), ['-3.20']);
  assert.deepEqual(await found({ direction: ['in'] }), ['1190.00']);
  assert.deepEqual(await found({ booking_date: { gte: '2026-03-03' } }), ['1190.00']);
  const [line] = (await call('list_bank_lines', { bank_account_id: id, amount: '-3.2' })).data;
  assert.deepEqual(await call('get_bank_line', { id: line.id }), {
    ...line,
    details: [],
    matches: [],
    adjustments: [],
  });
  await assert.rejects(call('get_bank_line', { id: line.id }, { as: world.rival }), refused('not_found'));
});

test('10,000 lines are in within the time that somebody waits, and a second time none is new', longTest, async () => {
  const { id } = await bankAccount();
  const rows = Array.from({ length: 10_000 }, (_, at) => {
    const day = String(1 + (at % 28)).padStart(2, '0');
    return `${day}.03.2026;-${1 + (at % 50)},${String(at % 100).padStart(2, '0')};Payment number ${at} to somebody`;
  });
  const file = { bank_account_id: id, content: csv(rows) };
  const first = await call('import_bank_statement', file);
  assert.deepEqual(counts(first), [10_000, 10_000, 0, 0]);
  assert.deepEqual([first.lines.length, first.cut[0].left], [200, 9_800]);
  assert.deepEqual(counts(await call('import_bank_statement', file)), [10_000, 0, 10_000, 0]);
  const more = { ...file, content: `${file.content}\n29.03.2026;-1,00;One more` };
  assert.deepEqual(counts(await call('import_bank_statement', more)), [10_001, 1, 10_000, 0]);
});
