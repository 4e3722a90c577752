import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMoney } from '../core/money.ts';
import type { ReadOptions } from './options.ts';
import { readStatementFile } from './read.ts';

const header = 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n';

function ofx(transactions: string, rest = ''): string {
  return `${header}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>2</BANKACCTFROM>
    <BANKTRANLIST>${transactions}</BANKTRANLIST>${rest}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
}

function transaction(amount: string, more = '', type = 'DEBIT'): string {
  return `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20260131233000[-5:EST]<TRNAMT>${amount}<FITID>F1${more}</STMTTRN>`;
}

function read(text: string, options: ReadOptions = {}) {
  const { statements, problems } = readStatementFile(Buffer.from(text, 'latin1'), options);
  return { lines: statements.flatMap(({ lines }) => lines), statements, problems };
}

test('leaf tags may be open or empty, and a bare ampersand or less-than is text', () => {
  const { lines } = read(ofx(transaction('-1.00', '<MEMO>\n<NAME>SMITH & SONS < CO &amp; &#233;')));
  assert.equal(lines[0]?.counterparty.name, 'SMITH & SONS < CO & é');
  assert.equal(lines[0].text, '');
  assert.equal(lines[0].bookingDay, '2026-01-31', 'the local day as it is written');
});

test('a decimal comma and a plus sign are read by all amounts of the file', () => {
  const { lines } = read(ofx(transaction('+1250,00', '', 'CREDIT') + transaction('-1.234,56')));
  assert.deepEqual(
    lines.map(({ amount }) => formatMoney(amount)),
    ['1250.00', '-1234.56'],
  );
});

test('amounts without any sign are asked about, and then signed by their type', () => {
  const text = ofx(transaction('5.00') + transaction('7.00', '', 'CREDIT'));
  assert.deepEqual(
    read(text).problems.map(({ code, weight }) => [code, weight]),
    [['signs_unsure', 'question']],
  );
  const told = read(text, { signs: 'by_type' });
  assert.deepEqual(
    told.lines.map(({ amount }) => formatMoney(amount)),
    ['-5.00', '7.00'],
  );
  assert.deepEqual(told.problems, []);
});

test('an amount in another currency is turned by the rate that the bank gives', () => {
  const currency = (tag: string) => `<${tag}><CURRATE>1.08<CURSYM>EUR</${tag}>`;
  const { lines } = read(
    ofx(transaction('-108.00', currency('ORIGCURRENCY')) + transaction('-100.00', currency('CURRENCY'))),
  );
  assert.deepEqual(
    lines.map(({ amount, original, rate }) => [
      formatMoney(amount),
      original?.currency,
      original?.amount && formatMoney(original.amount),
      rate?.value,
    ]),
    [
      ['-108.00', 'EUR', null, '1.08'],
      ['-108.00', 'EUR', '-100.00', '1.08'],
    ],
  );
});

test('a correction names the line that it replaces or deletes', () => {
  const corrected = (action: string) => `<CORRECTFITID>F0<CORRECTACTION>${action}`;
  const { lines } = read(ofx(transaction('-1.00', corrected('REPLACE')) + transaction('-1.00', corrected('DELETE'))));
  assert.deepEqual(
    lines.map(({ corrects }) => corrects),
    [
      { reference: 'F0', action: 'replace' },
      { reference: 'F0', action: 'delete' },
    ],
  );
});

test('a balance is of its own day', () => {
  const { statements } = read(ofx(transaction('-1.00'), '<LEDGERBAL><BALAMT>930.01<DTASOF>20260201</LEDGERBAL>'));
  assert.deepEqual(statements[0]?.closing, { amount: { minor: 93_001n, currency: 'USD' }, day: '2026-02-01' });
  assert.equal(statements[0].opening, null);
});

test('a record that is never closed does not contain the next one', () => {
  const open = transaction('-1.00').replace('</STMTTRN>', '');
  assert.equal(read(ofx(open + open + transaction('-2.00'))).lines.length, 3);
});

test('UTF-8 is read whatever the header says', () => {
  const text = Buffer.from(ofx(transaction('-1.00', '<NAME>CAFÉ')), 'utf8');
  assert.equal(readStatementFile(text).statements[0]?.lines[0]?.counterparty.name, 'CAFÉ');
});

test('QIF is read once its currency and the order of its days are known', () => {
  const qif = "!Type:Bank\nD1/2'26\nT-1,019.99\nPLandlord\nSRent\n$-1,000.00\nSFee\n$-19.99\n^\nD3/ 4'26\nT5\n^\n";
  assert.deepEqual(
    read(qif).problems.map(({ code, weight }) => [code, weight]),
    [['currency_missing', 'question']],
  );
  assert.deepEqual(
    read(qif, { currency: 'USD' }).problems.map(({ code }) => code),
    ['date_format_unsure'],
  );
  const { lines, problems } = read(qif, { currency: 'USD', dateFormat: 'day_first' });
  assert.deepEqual(problems, []);
  assert.deepEqual(
    lines.map(({ bookingDay, amount, details, detailsAgree }) => [
      bookingDay,
      formatMoney(amount),
      details.length,
      detailsAgree,
    ]),
    [
      ['2026-02-01', '-1019.99', 2, true],
      ['2026-04-03', '5.00', 0, true],
    ],
  );
});
