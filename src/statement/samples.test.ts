/**
 * Statements in every format, as banks and others publish them: each is read as is written beside it. Their licences
 * keep them out of this repository, so that a folder of them is named by DAYBOOK_STATEMENTS.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { formatMoney } from '../core/money.ts';
import { checkBalance } from './balance.ts';
import { compareLines } from './compare.ts';
import { keysOf } from './line-key.ts';
import type { StatementLine } from './model.ts';
import type { ReadOptions } from './options.ts';
import { UnreadableStatement } from './problem.ts';
import { readStatementFile } from './read.ts';

const folder = process.env['DAYBOOK_STATEMENTS'] ?? '';
const skip = folder === '' ? 'DAYBOOK_STATEMENTS names no folder: statements of banks left out' : false;

type Expected = {
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  readonly opening?: string;
  readonly closing?: string;
  readonly balanced?: boolean;
  readonly difference?: string;
};

/** Options that a bank account keeps for files that leave facts open. */
const known: Readonly<Record<string, ReadOptions>> = {
  'bank.qif': { currency: 'USD' },
  'chase.csv': { currency: 'USD' },
  'amex.csv': { currency: 'USD', signs: 'reversed' },
  'paypal.csv': { dateFormat: 'day_first' },
  'stripe-payout.csv': { timeZone: 'Pacific/Auckland' },
};

function read(name: string) {
  return readStatementFile(readFileSync(join(folder, 'synthetic', name)), known[name]);
}

const fields: Readonly<Record<string, (line: StatementLine) => unknown>> = {
  booking_date: ({ bookingDay }) => bookingDay,
  value_date: ({ valueDay }) => valueDay,
  transaction_date: ({ transactionDay }) => transactionDay,
  amount: ({ amount }) => formatMoney(amount),
  currency: ({ amount }) => amount.currency,
  counterparty: ({ counterparty }) => counterparty.name,
  text: ({ text }) => text,
  status: ({ status }) => status,
  reversal: ({ isReversal }) => isReversal,
  details: ({ details }) => details.length,
  structured_references: ({ references }) => references,
  original_amount: ({ original }) => original?.amount && formatMoney(original.amount),
  original_currency: ({ original }) => original?.currency,
  rate: ({ rate }) => rate?.value,
  charges: ({ charges }) => charges[0] && formatMoney(charges[0].amount),
  end_to_end_id: ({ endToEndId }) => endToEndId,
  bank_reference: ({ bankReference }) => bankReference,
};

test('statements of every format are read as they are meant, to the cent', { skip }, () => {
  const expected = JSON.parse(readFileSync(join(folder, 'synthetic/expected.json'), 'utf8')) as Record<
    string,
    Expected
  >;
  for (const [name, { lines, opening, closing, balanced, difference }] of Object.entries(expected)) {
    const file = read(name);
    const all = file.statements.flatMap((statement) => statement.lines);
    if (lines.length > 0) assert.equal(all.length, lines.length, name);
    lines.forEach((line, index) => {
      const found = all[index];
      assert.ok(found, name);
      const said = Object.fromEntries(Object.keys(line).map((field) => [field, fields[field]?.(found)]));
      assert.deepEqual(said, line, `${name}, ${found.place}`);
    });
    const [first] = file.statements;
    assert.ok(first, name);
    if (opening !== undefined) assert.equal(first.opening && formatMoney(first.opening.amount), opening, name);
    if (closing !== undefined) assert.equal(first.closing && formatMoney(first.closing.amount), closing, name);
    const check = checkBalance(first);
    if (balanced !== undefined) assert.equal(check.state, balanced ? 'balanced' : 'broken', name);
    if (difference !== undefined) assert.equal(check.difference && formatMoney(check.difference), difference, name);
    const weights = file.problems.map(({ weight }) => weight);
    assert.ok(!weights.includes('refused') && !weights.includes('question'), name);
  }
});

test('a payment of Stripe is of the day that it was for the organisation', { skip }, () => {
  const [statement] = read('stripe-payout.csv').statements;
  assert.ok(statement);
  assert.equal(statement.lines[0]?.bookingDay, '2026-07-01');
  const sum = statement.lines.reduce((total, { amount, charges }) => {
    return total + amount.minor - charges.reduce((fees, charge) => fees + charge.amount.minor, 0n);
  }, 0n);
  assert.equal(sum, 0n, 'what the payout leaves in clearing');
});

test('overlapping files add the lines that are new, and a booked line replaces its pending form', { skip }, () => {
  const keys = (name: string) => read(name).statements.flatMap(keysOf);
  const stored = (name: string) => keys(name).map((key, index) => ({ ...key, id: String(index) }));
  const verdicts = (before: string, after: string) =>
    compareLines(keys(after), stored(before)).map(({ verdict }) => verdict);
  assert.deepEqual(verdicts('camt053-02-first.xml', 'camt053-08-overlap.xml'), ['known', 'known', 'new', 'new', 'new']);
  assert.deepEqual(verdicts('camt053-08-pending.xml', 'camt053-08-booked.xml'), ['replaces']);
  for (const path of globSync(join(folder, 'synthetic/*.{xml,sta,csv,ofx,qfx,qif}'))) {
    const name = basename(path);
    assert.ok(
      verdicts(name, name).every((verdict) => verdict === 'known'),
      `${name} again has nothing new`,
    );
  }
});

test('files that others publish are read, and what they lack is told', { skip }, () => {
  for (const path of globSync(join(folder, '*.{xml,sta}'))) {
    try {
      const { statements, problems } = readStatementFile(readFileSync(path));
      assert.ok(statements.length + problems.length > 0, path);
      const sums = statements.map((statement) => checkBalance(statement));
      if (path.includes('sepa_mt9401'))
        assert.ok(
          sums.every(({ state }) => state === 'balanced'),
          path,
        );
    } catch (error) {
      assert.ok(error instanceof UnreadableStatement, path);
    }
  }
});
