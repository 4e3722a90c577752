import assert from 'node:assert/strict';
import { test } from 'node:test';
import { camt, entry } from '../../test/support/camt.ts';
import { longTest } from '../../test/support/dose.ts';
import { compareLines } from './compare.ts';
import { keysOf, type LineKey } from './line-key.ts';
import { readStatementFile } from './read.ts';

function keys(file: string | Buffer): readonly LineKey[] {
  const { statements } = readStatementFile(typeof file === 'string' ? Buffer.from(file) : file, { currency: 'EUR' });
  return statements.flatMap(keysOf);
}

function verdicts(before: readonly LineKey[], after: readonly LineKey[]): string[] {
  const stored = before.map((key, index) => ({ ...key, id: String(index) }));
  return compareLines(after, stored).map(({ verdict }) => verdict);
}

function count(all: readonly string[], verdict: string): number {
  return all.filter((one) => one === verdict).length;
}

test('B1: of overlapping statements only what is new is added, and the same file again adds nothing', () => {
  const days = (from: number, many: number) =>
    Array.from({ length: many }, (_, index) =>
      entry({ amount: `${from + index}.00`, reference: `R${from + index}`, day: '<Dt>2026-01-12</Dt>' }),
    );
  const [first, second] = [keys(camt({ entries: days(1, 30) })), keys(camt({ entries: days(22, 18) }))];
  const all = verdicts(first, second);
  assert.deepEqual([all.length, count(all, 'new'), count(all, 'known')], [18, 9, 9]);
  assert.equal(count(verdicts(first, first), 'known'), 30);
});

test('B2: equal lines of a day are as many as the file has', () => {
  const cafe = (many: number) => `Date,Description,Amount\n${'2026-03-02,CAFE,-3.20\n'.repeat(many)}`;
  assert.deepEqual(verdicts([], keys(cafe(2))), ['new', 'new']);
  assert.deepEqual(verdicts(keys(cafe(2)), keys(cafe(2))), ['known', 'known']);
  assert.deepEqual(verdicts(keys(cafe(2)), keys(cafe(3))), ['known', 'known', 'new']);
});

test('a reference that is shared, empty or used again names no line by itself', () => {
  const shared = [entry({ amount: '1.00', reference: 'B' }), entry({ amount: '2.00', reference: 'B' })];
  assert.deepEqual(verdicts([], keys(camt({ entries: shared }))), ['new', 'new']);
  const nothing = [entry({ amount: '1.00', reference: 'NONREF' }), entry({ amount: '2.00', reference: 'NOTPROVIDED' })];
  assert.deepEqual(verdicts(keys(camt({ entries: shared })), keys(camt({ entries: nothing }))), ['known', 'known']);
  const stored = keys(camt({ entries: [entry({ amount: '1.00', reference: 'R' })] })).map((key) => ({
    ...key,
    id: '1',
  }));
  const again = keys(camt({ entries: [entry({ amount: '9.00', reference: 'R' })] }));
  assert.deepEqual(compareLines(again, stored), [{ verdict: 'new', isReferenceReused: true }]);
});

test('an export that is sorted or spaced in another way is the same', () => {
  const text = 'Date,Description,Amount\n2026-03-02,RE 1,-3.20\n2026-03-03,Café,4.00\n';
  const other = 'Date;Description;Amount\n2026-03-03;CAFE;4,00\n2026-03-02;RE  1;-3,20\n';
  assert.deepEqual(verdicts(keys(text), keys(other)), ['known', 'known']);
});

test('B8: a booked line replaces its pending form, which has another day and amount', () => {
  const details = '<TxDtls><RmtInf><Ustrd>AUTH 991 HOTEL LUNA</Ustrd></RmtInf></TxDtls>';
  const pending = entry({
    amount: '49.90',
    mark: 'DBIT',
    status: 'PDNG',
    day: '<Dt>2026-05-03</Dt>',
    details,
    reference: 'P',
  });
  const booked = { amount: '52.10', mark: 'DBIT', day: '<Dt>2026-05-05</Dt>', details, reference: 'Q' };
  const before = keys(camt({ entries: [pending] }));
  const after = (of: Partial<typeof booked>) => keys(camt({ entries: [entry({ ...booked, ...of })] }));
  assert.deepEqual(verdicts(before, after({})), ['replaces']);
  assert.deepEqual(verdicts(before, after({ day: '<Dt>2026-05-20</Dt>' })), ['new']);
  assert.deepEqual(verdicts(before, after({ amount: '99.00' })), ['new']);
  assert.deepEqual(verdicts(before, after({ mark: 'CRDT' })), ['new']);
  const other = details.replace('AUTH 991 HOTEL LUNA', 'Garage');
  assert.deepEqual(verdicts(before, after({ details: other })), ['new']);
});

test('lines of an interim report are replaced by those of the statement', () => {
  const entries = [entry({ reference: 'R' })];
  const interim = Buffer.from(camt({ entries }).toString().replaceAll('Stmt>', 'Rpt>'));
  assert.deepEqual(verdicts(keys(interim), keys(camt({ entries }))), ['replaces']);
  assert.deepEqual(verdicts(keys(camt({ entries })), keys(interim)), ['known']);
});

test('100,000 equal lines are compared as quickly as any others', longTest, () => {
  const [key] = keys('Date,Description,Amount\n2026-03-02,CAFE,-3.20\n');
  assert.ok(key);
  const many = Array.from({ length: 100_000 }, () => key);
  assert.equal(count(verdicts(many, many), 'known'), many.length);
});
