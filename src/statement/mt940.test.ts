import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMoney } from '../core/money.ts';
import { checkBalance } from './balance.ts';
import type { StatementLine } from './model.ts';
import { readStatementFile } from './read.ts';

function message(rows: readonly string[], closing?: string): string {
  const end = closing === undefined ? [] : [`:62F:${closing}`];
  return [':20:X', ':25:51210800/1245126199', ':28C:1/1', ':60F:C231228EUR100,', ...rows, ...end, '-'].join('\r\n');
}

function read(text: string) {
  return readStatementFile(Buffer.from(text, 'latin1'));
}

function lines(...rows: readonly string[]): readonly StatementLine[] {
  return read(message(rows)).statements.flatMap((statement) => statement.lines);
}

function line(...rows: readonly string[]): StatementLine {
  const [first] = lines(...rows);
  assert.ok(first);
  return first;
}

test('B3: a funds code R is no reversal, and the entry day is in the year nearest to the value day', () => {
  const debit = line(':61:2312290102DR1500,NTRFNONREF');
  assert.deepEqual(
    [debit.bookingDay, debit.valueDay, formatMoney(debit.amount), debit.isReversal],
    ['2024-01-02', '2023-12-29', '-1500.00', false],
  );
  const reversal = line(':61:2401020102RD1500,NTRFNONREF');
  assert.deepEqual([formatMoney(reversal.amount), reversal.isReversal], ['1500.00', true]);
});

test('every mark has its direction', () => {
  const marks = ['C', 'D', 'RC', 'RD', 'EC', 'ED', 'CR', 'RCR'];
  const amounts = marks.map((mark) => formatMoney(line(`:61:2401020102${mark}1,NTRFNONREF`).amount));
  assert.deepEqual(amounts, ['1.00', '-1.00', '-1.00', '1.00', '1.00', '-1.00', '1.00', '-1.00']);
});

test('amounts may lack decimals or the digit before the comma', () => {
  const amounts = ['1500,', ',50', '1500', '0,5', '1234567,89'].map((amount) =>
    formatMoney(line(`:61:240102C${amount}NTRFNONREF`).amount),
  );
  assert.deepEqual(amounts, ['1500.00', '0.50', '1500.00', '0.50', '1234567.89']);
});

test('29 February needs the right year, and 30 February of interest is the last day', () => {
  assert.equal(line(':61:2402290229C1,NTRFNONREF').bookingDay, '2024-02-29');
  assert.equal(line(':61:2403010229C1,NTRFNONREF').bookingDay, '2024-02-29');
  assert.equal(line(':61:250230C1,NINTNONREF').valueDay, '2025-02-28');
});

test('German subfields are joined before their tags are looked for', () => {
  const { text, counterparty, endToEndId, mandateId, creditorId, codes } = line(
    ':61:2401020102D1,NTRFNONREF//B1',
    ':86:105?00LASTSCHRIFT?20EREF+E-1 MRE?21F+M-2 CRED+DE98ZZZ0?229999999999 SVWZ+Rech?23nung',
    ' 7?30COBADEFF?31DE89370400440532013000?32Stadt?33werke?60 und mehr?34000',
  );
  assert.equal(text, 'Rechnung 7 und mehr');
  assert.deepEqual([endToEndId, creditorId, codes.gvc], ['E-1', 'DE98ZZZ09999999999', '105']);
  assert.equal(mandateId, 'M-2');
  assert.deepEqual(counterparty, { name: 'Stadtwerke', account: 'DE89370400440532013000', bic: 'COBADEFF' });
});

test('words between slashes and free text are read as they are', () => {
  const slashes = line(
    ':61:2401020102C1,N653NONREF',
    ':86:/EREF/F31//CNTP/NL13ABNA0123456789/ABNANL2A/J. DE VRIES///REMI/USTD//F 2026/0031/',
  );
  assert.equal(slashes.text, 'F 2026/0031');
  assert.equal(slashes.endToEndId, 'F31');
  assert.deepEqual(slashes.counterparty, { name: 'J. DE VRIES', account: 'NL13ABNA0123456789', bic: 'ABNANL2A' });
  const free = line(':61:2401020102C1,N653NONREF', ':86:Interest', 'of March');
  assert.equal(free.text, 'Interest of March');
});

test('a line of text may begin with a colon or a dash, and one after the closing balance is of the statement', () => {
  const text = message([':61:2401020102C1,NTRFNONREF', ':86:Goods', ':2 pieces', '-1 returned'], 'C240102EUR101,');
  const { statements } = read(text.replace(/-$/, ':86:Note of the bank\r\n-'));
  assert.equal(statements[0]?.lines[0]?.text, 'Goods :2 pieces -1 returned');
  assert.ok(statements[0] && checkBalance(statements[0]).state === 'balanced');
});

test('headers of SWIFT around a message are no part of it', () => {
  const wrapped = `{1:F01BANKDEFFAXXX0000000000}{2:I940BANKDEFFXXXXN}{4:\r\n${message([], 'C240102EUR100,')}}{5:}`;
  const [statement] = read(wrapped).statements;
  assert.equal(statement?.account.number, '1245126199');
  assert.equal(statement.closing && formatMoney(statement.closing.amount), '100.00');
});

test('pages are joined, and a missing end or page is told', () => {
  const first = message([':61:2401020102C1,NTRFNONREF']).replace(/-$/, ':62M:C240102EUR101,\r\n-\r\n');
  const second = message([':61:2401030103C2,NTRFNONREF'], 'C240103EUR103,')
    .replace(':28C:1/1', ':28C:1/2')
    .replace(':60F:C231228EUR100,', ':60M:C240102EUR101,');
  const whole = read(first + second);
  assert.equal(whole.statements.length, 1);
  assert.ok(whole.statements[0] && checkBalance(whole.statements[0]).state === 'balanced');
  assert.deepEqual(whole.problems, []);
  assert.deepEqual(
    [first, second].map((page) => read(page).problems.map(({ code }) => code)),
    [['closing_missing'], ['page_missing']],
  );
});

test('an account may be an IBAN with its currency', () => {
  const { statements } = read(message([]).replace('51210800/1245126199', 'NL91ABNA0417164300EUR'));
  assert.deepEqual([statements[0]?.account.iban, statements[0]?.account.currency], ['NL91ABNA0417164300', 'EUR']);
});

test('MT942 is of the day, and no statement', () => {
  const rows = [':20:X', ':25:51210800/1245126199', ':28C:1/1', ':34F:EUR0,', ':13D:2401021200+0100'];
  const { statements } = read([...rows, ':61:2401020102C1,NTRFNONREF', '-'].join('\r\n'));
  assert.deepEqual(
    statements.map(({ format, kind, lines: { length } }) => [format, kind, length]),
    [['mt942', 'interim', 1]],
  );
});

test('a faulty line is told by its number, and the others are read', () => {
  const { statements, problems } = read(
    message([
      ':61:2413990102C1,NTRFNONREF',
      ':86:lost',
      ':61:24010201',
      ':61:2401020102C1,005NTRFNONREF',
      ':61:240102C2,NTRF',
    ]),
  );
  assert.deepEqual(
    statements.flatMap((statement) => statement.lines.map(({ text }) => text)),
    [''],
    'the text of a line that is left out is not that of another',
  );
  assert.deepEqual(
    problems.filter(({ weight }) => weight === 'refused').map(({ code, place }) => [code, place]),
    [
      ['wrong_day', 'line 5, :61:'],
      ['field_missing', 'line 7, :61:'],
      ['too_many_decimals', 'line 8, :61:'],
    ],
  );
});
