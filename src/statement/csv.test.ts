import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMoney } from '../core/money.ts';
import type { ReadOptions } from './options.ts';
import { readStatementFile } from './read.ts';

function read(text: string | Uint8Array, options: ReadOptions = { currency: 'EUR' }) {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  const { statements, problems } = readStatementFile(bytes, options);
  const lines = statements.flatMap((statement) => statement.lines);
  return { statements, lines, problems, codes: problems.map(({ code }) => code) };
}

function amounts(text: string | Uint8Array, options?: ReadOptions): string[] {
  return read(text, options).lines.map(({ amount }) => formatMoney(amount));
}

const plain = (...rows: readonly string[]) => ['Datum;Name;Verwendungszweck;Betrag', ...rows].join('\n');

test('B9: an old code page and UTF-8 with a mark say the same, by the whole column', () => {
  const text = plain('01.03.2026;Müller;x;1.234,56', '02.03.2026;Jörg Groß;y;-0,01');
  const old = text.replaceAll('ü', '\u0081').replaceAll('ö', '\u0094').replaceAll('ß', '\u00e1');
  const western = Buffer.from(text, 'latin1');
  const files = [
    Buffer.from(old, 'latin1'),
    western,
    Buffer.from(`\uFEFF${text}`),
    Buffer.from(`\uFEFF${text}`, 'utf16le'),
  ];
  for (const file of files) {
    const { lines } = read(file);
    assert.deepEqual(
      lines.map(({ counterparty, amount }) => [counterparty.name, formatMoney(amount)]),
      [
        ['Müller', '1234.56'],
        ['Jörg Groß', '-0.01'],
      ],
    );
  }
});

test('numbers are read in the dress of every bank', () => {
  const dressed = ["1'234.50", '\u22125.00', '(12.00)', '7.00-', '+8.00', '1\u202F000.00', 'EUR 9.00', '10.00 D', '.5'];
  const rows = dressed.map((amount) => `2026-03-01;a;b;${amount}`);
  assert.deepEqual(amounts(plain(...rows)), [
    '1234.50',
    '-5.00',
    '-12.00',
    '-7.00',
    '8.00',
    '1000.00',
    '9.00',
    '-10.00',
    '0.50',
  ]);
});

test('what can be read in two ways is asked for, and never guessed', () => {
  const days = plain('01/02/2026;a;b;1.50');
  assert.deepEqual(read(days).codes, ['date_format_unsure']);
  assert.equal(read(days).lines.length, 0);
  assert.equal(read(days, { currency: 'EUR', dateFormat: 'month_first' }).lines[0]?.bookingDay, '2026-01-02');
  assert.equal(read(plain('01/02/2026;a;b;1.50', '13/02/2026;a;b;1.50')).lines[0]?.bookingDay, '2026-02-01');
  const numbers = plain('2026-02-01;a;b;1,234');
  assert.deepEqual(read(numbers).codes, ['number_format_unsure']);
  assert.deepEqual(amounts(numbers, { currency: 'EUR', numberFormat: 'decimal_point' }), ['1234.00']);
  assert.deepEqual(read(plain('2026-02-01;a;b;1,5', '2026-02-01;a;b;1.5')).codes, ['number_format_unsure']);
  assert.deepEqual(read(plain('2026-02-01;a;b;1.50'), {}).codes, ['currency_missing']);
});

test('money went out by a sign, a column or a word', () => {
  const words = 'Datum,Omschrijving,Af Bij,Bedrag (EUR)\n20260302,a,Af,"24,59"\n20260303,b,Bij,"1.210,00"';
  assert.deepEqual(amounts(words, {}), ['-24.59', '1210.00']);
  const columns = 'Date;Libellé;Débit;Crédit\n2026-03-02;a;24,59;\n2026-03-03;b;-5,00;\n2026-03-04;c;;1 210,00';
  assert.deepEqual(amounts(columns), ['-24.59', '-5.00', '1210.00']);
  const both = 'Details,Posting Date,Description,Amount\nDEBIT,01/31/2026,a,-5.00\nCREDIT,01/31/2026,b,7.00';
  assert.deepEqual(amounts(both), ['-5.00', '7.00'], 'a word does not turn a sign');
  const unsaid = 'Datum,Af Bij,Bedrag (EUR)\n20260302,Af,"24,59"\n20260303,?,"1,00"';
  assert.deepEqual(read(unsaid, {}).codes, ['wrong_direction']);
});

test('headings stand below a preamble, and sums below the lines are none of them', () => {
  const text = `Kontoauszug;DE75 5121 0800 1245 1261 99
Währung:;CHF

${plain('01.03.2026;a;b;1,50')}
;;Summe;1,50
Erstellt am 02.03.2026;;;`;
  const { statements, lines, problems } = read(text, {});
  assert.deepEqual([statements[0]?.account.iban, statements[0]?.account.currency], ['DE75512108001245126199', 'CHF']);
  assert.equal(lines.length, 1);
  assert.deepEqual(problems, []);
});

test('parts of a collective entry stand below it without a day', () => {
  const { lines } = read(plain('01.03.2026;;Sammelgutschrift;30,00', ';a;RE 1;10,00', ';b;RE 2;20,00'));
  assert.deepEqual(
    lines[0]?.details.map(({ amount, text }) => [amount && formatMoney(amount), text]),
    [
      ['10.00', 'RE 1'],
      ['20.00', 'RE 2'],
    ],
  );
  assert.equal(lines[0].detailsAgree, true);
});

test('text with line breaks, quotes and separators in it is one cell', () => {
  const { lines } = read('Date,Description,Amount\n2026-03-01,"a, ""b""\nc",1.00\n2026-03-02,5" pipe,2.00');
  assert.deepEqual(
    lines.map(({ text, place }) => [text, place]),
    [
      ['a, "b" c', 'line 2'],
      ['5" pipe', 'line 4'],
    ],
  );
});

test('running balances prove the order, and tell a line that is missing', () => {
  const rows = (...balances: readonly [string, string][]) =>
    [
      'Date,Description,Amount,Balance',
      ...balances.map(([amount, balance]) => `2026-03-01,x,${amount},${balance}`),
    ].join('\n');
  const oldest = read(rows(['5.00', '15.00'], ['-2.00', '13.00']));
  assert.deepEqual(
    [oldest.statements[0]?.opening?.amount.minor, oldest.statements[0]?.closing?.amount.minor],
    [1000n, 1300n],
  );
  const newest = read(rows(['-2.00', '13.00'], ['5.00', '15.00']));
  assert.deepEqual(
    [newest.statements[0]?.opening?.amount.minor, newest.statements[0]?.closing?.amount.minor],
    [1000n, 1300n],
  );
  assert.deepEqual(read(rows(['5.00', '15.00'], ['-2.00', '12.00'])).codes, ['running_balance_broken']);
  assert.deepEqual(read(rows(['5.00', '95.00'], ['-2.00', '97.00'])).codes, ['signs_unsure'], 'charges are positive');
});

test('rows that were declined or are notes count nothing, and pending ones say so', () => {
  const text =
    'Date,Description,Amount,State\n2026-03-01,a,1.00,COMPLETED\n2026-03-01,b,2.00,REVERTED\n2026-03-01,c,3.00,PENDING';
  const { lines, codes } = read(text);
  assert.deepEqual(
    lines.map(({ status }) => status),
    ['booked', 'pending'],
  );
  assert.deepEqual(codes, ['row_left_out']);
});

test('a file of several accounts and currencies has a statement of each', () => {
  const text = `Auftragskonto;Buchungstag;Betrag;Waehrung
DE75512108001245126199;01.03.26;1,00;EUR
DE89370400440532013000;01.03.26;2,00;EUR
DE75512108001245126199;01.03.26;3,00;USD`;
  assert.equal(read(text, {}).statements.length, 3);
});

test('formulas are text, and a formula for an amount is refused', () => {
  const { lines, problems } = read(plain('2026-03-01;=HYPERLINK("http://x");="00123";1.00', '2026-03-01;a;b;=1+1'));
  assert.deepEqual(
    lines.map(({ counterparty, text }) => [counterparty.name, text]),
    [['=HYPERLINK("http://x")', '00123']],
  );
  assert.deepEqual(
    problems.map(({ code, place }) => [code, place]),
    [['wrong_amount', 'line 3']],
  );
});

test('a file without headings is read by a mapping, and asked for one', () => {
  const text = '"01/31/2026","-300.00","*","","CHECK 1"';
  assert.deepEqual(read(text).codes, ['column_missing']);
  const mapping = { booking_day: '1', amount: '2', text: '5' };
  const { lines } = read(text, { currency: 'USD', mapping });
  assert.deepEqual(
    lines.map(({ bookingDay, amount, text: said }) => [bookingDay, formatMoney(amount), said]),
    [['2026-01-31', '-300.00', 'CHECK 1']],
  );
});

test('B10: a time in UTC is of the day that it was at the account', () => {
  const text = 'created_utc,gross,fee,net,currency\n2026-06-30 13:30:00,100.00,2.80,97.20,eur';
  assert.equal(read(text, { timeZone: 'Pacific/Auckland' }).lines[0]?.bookingDay, '2026-07-01');
  assert.equal(read(text, { timeZone: 'Europe/Berlin' }).lines[0]?.bookingDay, '2026-06-30');
});
