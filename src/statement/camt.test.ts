import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMoney } from '../core/money.ts';
import { checkBalance } from './balance.ts';
import { camt, entry } from '../../test/support/camt.ts';
import { UnreadableStatement } from './problem.ts';
import { readStatementFile } from './read.ts';

function read(...entries: readonly string[]) {
  const { statements, problems } = readStatementFile(camt({ entries }));
  const [statement] = statements;
  assert.ok(statement);
  return { statement, lines: statement.lines, problems };
}

function first(...entries: readonly string[]) {
  const [line] = read(...entries).lines;
  assert.ok(line);
  return line;
}

test('B4: money that comes back has the sign of its indicator, which is never flipped twice', () => {
  const line = first(entry({ amount: '250.00', mark: 'CRDT', more: '<RvslInd>true</RvslInd>' }));
  assert.equal(formatMoney(line.amount), '250.00');
  assert.equal(line.isReversal, true);
});

test('on a reversal the parties keep the roles of the first payment', () => {
  const parties = '<RltdPties><Dbtr><Nm>We</Nm></Dbtr><Cdtr><Nm>They</Nm></Cdtr></RltdPties>';
  const details = `<TxDtls>${parties}</TxDtls>`;
  const names = [
    entry({ mark: 'DBIT', details }),
    entry({ mark: 'CRDT', details, more: '<RvslInd>true</RvslInd>' }),
    entry({ mark: 'CRDT', details }),
    entry({ mark: 'DBIT', details, more: '<RvslInd>true</RvslInd>' }),
  ].map((one) => first(one).counterparty.name);
  assert.deepEqual(names, ['They', 'They', 'We', 'We']);
});

test('B5: a batch is one line with its payments as details', () => {
  const part = (amount: string) => `<TxDtls><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></TxDtls>`;
  const details = `<Btch><NbOfTxs>3</NbOfTxs></Btch>${part('1000')}${part('1500')}${part('500')}`;
  const line = first(entry({ amount: '3000.00', details }));
  assert.equal(formatMoney(line.amount), '3000.00');
  assert.deepEqual(
    line.details.map(({ amount }) => amount && formatMoney(amount)),
    ['1000.00', '1500.00', '500.00'],
  );
  assert.equal(line.detailsAgree, true);
});

test('a return within a batch goes the other way, and details that do not add up are notes', () => {
  const part = (amount: string, mark: string) =>
    `<TxDtls><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd></TxDtls>`;
  const returned = first(entry({ amount: '70.00', details: part('100.00', 'CRDT') + part('30.00', 'DBIT') }));
  assert.equal(returned.detailsAgree, true);
  const { lines, problems } = read(entry({ amount: '80.00', details: part('100.00', 'CRDT') + part('30.00', 'DBIT') }));
  assert.equal(lines[0]?.detailsAgree, false);
  assert.deepEqual(
    problems.map(({ code, weight, place }) => ({ code, weight, place })),
    [{ code: 'details_differ', weight: 'warning', place: 'Stmt[1]/Ntry[1]' }],
  );
});

test('B6: a charge that is in the amount is told beside what was instructed', () => {
  const details = `<TxDtls><AmtDtls><InstdAmt><Amt Ccy="EUR">100.00</Amt></InstdAmt></AmtDtls>
    <Chrgs><Rcrd><Amt Ccy="EUR">1.50</Amt>
    <CdtDbtInd>DBIT</CdtDbtInd><ChrgInclInd>true</ChrgInclInd></Rcrd></Chrgs></TxDtls>`;
  const line = first(entry({ amount: '98.50', details }));
  assert.equal(line.original?.amount && formatMoney(line.original.amount), '100.00');
  assert.deepEqual(
    line.charges.map(({ amount, isIncluded }) => [formatMoney(amount), isIncluded]),
    [['1.50', true]],
  );
});

test('B7: a closing balance that does not follow is broken, by the difference', () => {
  const entries = [entry({ amount: '250.00' }), entry({ amount: '100.00', mark: 'DBIT' })];
  const sums = ['1150.00', '1160.00'].map((closing) => {
    const [statement] = readStatementFile(camt({ entries, opening: '1000.00', closing })).statements;
    assert.ok(statement);
    const { state, difference } = checkBalance(statement);
    return [state, difference && formatMoney(difference)];
  });
  assert.deepEqual(sums, [
    ['balanced', '0.00'],
    ['broken', '10.00'],
  ]);
});

test('pending entries and notes of zero are in no balance', () => {
  const entries = [
    entry({ amount: '10.00' }),
    entry({ amount: '99.00', status: 'PDNG' }),
    entry({ amount: '0.00' }),
    entry({ amount: '5.00', status: '<Cd>INFO</Cd>' }),
  ];
  const [statement] = readStatementFile(camt({ entries, opening: '0.00', closing: '10.00' })).statements;
  assert.ok(statement);
  assert.deepEqual(
    statement.lines.map(({ status }) => status),
    ['booked', 'pending', 'info', 'info'],
  );
  assert.equal(checkBalance(statement).state, 'balanced');
});

test('five decimals are taken where they are zeros, and never rounded', () => {
  assert.equal(formatMoney(first(entry({ amount: '8.85000' })).amount), '8.85');
  const { lines, problems } = read(entry({ amount: '8.85001' }), entry({ amount: '1.00' }));
  assert.equal(lines.length, 1, 'the others count');
  assert.deepEqual(
    problems.map(({ code, weight, place }) => [code, weight, place]),
    [['too_many_decimals', 'refused', 'Stmt[1]/Ntry[1]']],
  );
});

test('a day is as it is written, in whichever zone', () => {
  const line = first(entry({ day: '<DtTm>2026-05-05T23:30:00-05:00</DtTm>' }));
  assert.equal(line.bookingDay, '2026-05-05');
  const { problems } = read(entry({ day: '<Dt>2026-02-30</Dt>' }));
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['wrong_day'],
  );
});

test('an ultimate party stands behind a collector', () => {
  const details = `<TxDtls><RltdPties><Cdtr><Pty><Nm>Collector</Nm></Pty></Cdtr>
    <UltmtCdtr><Pty><Nm>Shop</Nm></Pty></UltmtCdtr></RltdPties></TxDtls>`;
  assert.equal(first(entry({ mark: 'DBIT', details })).counterparty.name, 'Shop');
});

test('pieces of a text are joined where banks cut them', () => {
  const details = '<TxDtls><RmtInf><Ustrd>RE-2026-</Ustrd><Ustrd>0044</Ustrd></RmtInf></TxDtls>';
  const { text, spacedText, remittance } = first(entry({ details }));
  assert.deepEqual([text, spacedText, remittance], ['RE-2026-0044', 'RE-2026- 0044', 'RE-2026-\n0044']);
});

test('returned debits say why, and words of banks for nothing are nothing', () => {
  const details = `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
    <RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>`;
  const { returnReason, endToEndId } = first(entry({ details }));
  assert.deepEqual([returnReason, endToEndId], ['AC04', null]);
});

test('the entry is kept as the file has it, with what is not known', () => {
  const more = '<NewThing a="1">ü &amp; more</NewThing>';
  const { raw } = first(entry({ more }));
  assert.ok(raw.startsWith('<Ntry>') && raw.endsWith('</Ntry>') && raw.includes(more));
});

test('pages of a statement are one, from the first opening to the last closing balance', () => {
  const pages = [
    camt({ entries: [entry({ amount: '10.00' })], opening: '1.00' }),
    camt({ entries: [entry({ amount: '5.00' })], closing: '16.00' }),
  ].map((page) => /<Stmt>.*<\/Stmt>/s.exec(page.toString())?.[0] ?? '');
  const whole = camt({})
    .toString()
    .replace(/<Stmt>.*<\/Stmt>/s, pages.join(''));
  const { statements, problems } = readStatementFile(Buffer.from(whole));
  assert.equal(statements.length, 1);
  assert.deepEqual(
    statements[0]?.lines.map(({ position }) => position),
    [1, 2],
  );
  assert.ok(statements[0] && checkBalance(statements[0]).state === 'balanced');
  assert.deepEqual(problems, []);
});

test('a message of any version and prefix is read, and interim and explaining ones say what they are', () => {
  const message = (from: string, name: string) =>
    Buffer.from(
      camt({ entries: [entry({})] })
        .toString()
        .replaceAll(/(<\/?)Stmt>/g, `$1${name}>`)
        .replaceAll(/(<\/?)(?=[A-Z])/g, '$1x:')
        .replace('xmlns=', 'xmlns:x=')
        .replace('camt.053.001.08', from),
    );
  const kinds = [
    message('camt.052.001.13', 'Rpt'),
    message('camt.053.001.04', 'Stmt'),
    message('camt.054.001.02', 'Ntfctn'),
  ];
  assert.deepEqual(
    kinds.map((bytes) => readStatementFile(bytes).statements.map(({ kind, lines }) => [kind, lines.length])),
    [[['interim', 1]], [['final', 1]], [['explanation', 1]]],
  );
});

test('a faulty entry is told with its place, and the others are read', () => {
  const { lines, problems } = read(
    entry({ amount: '1,50' }),
    entry({ mark: 'UP' }),
    entry({ currency: 'XXX' }),
    entry({ amount: '-5.00' }),
    entry({ amount: '2.00' }),
  );
  assert.equal(lines.length, 1);
  assert.deepEqual(
    problems.map(({ code, place }) => [code, place]),
    [
      ['wrong_amount', 'Stmt[1]/Ntry[1]'],
      ['wrong_direction', 'Stmt[1]/Ntry[2]'],
      ['unknown_currency', 'Stmt[1]/Ntry[3]'],
      ['wrong_amount', 'Stmt[1]/Ntry[4]'],
    ],
  );
});

test('document types, entities, depth and cut files are refused', () => {
  const whole = camt({ entries: [entry({})] }).toString();
  const body = whole.slice(whole.indexOf('<Document'));
  const code = (text: string) => {
    try {
      readStatementFile(Buffer.from(text));
    } catch (error) {
      assert.ok(error instanceof UnreadableStatement);
      return error.code;
    }
    return 'read';
  };
  assert.equal(code(body), 'read', 'control');
  assert.equal(code(`<?xml version="1.0"?><!DOCTYPE Document [<!ENTITY a "b">]>${body}`), 'has_doctype');
  assert.equal(code(body.replace('<Amt', '&xxe;<Amt')), 'not_xml');
  assert.equal(code(body.slice(0, -40)), 'not_xml');
  assert.equal(code(`<Document>${'<a>'.repeat(100)}`), 'too_deep');
  assert.equal(code('<Document><Other/></Document>'), 'not_a_statement');
});
