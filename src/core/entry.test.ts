import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { entry, EntryFault, type EntryHeader, type EntryLine, mergedEntry, mergeLines, negateLines } from './entry.ts';
import { sum } from './list.ts';
import { minorMax, money } from './money.ts';

const runs = { numRuns: 1_000 };
const header: EntryHeader = { kind: 'manual', date: '2026-03-31', memo: 'Rent', source: { type: 'manual', id: '1' } };

const anyLine: fc.Arbitrary<EntryLine> = fc.record(
  {
    account: fc.constantFrom('a', 'b', 'c'),
    amount: fc.bigInt({ min: -5n, max: 5n }),
    clientId: fc.constantFrom('x', 'y'),
    variantId: fc.constantFrom('x', 'y'),
    dimensionIds: fc.constantFrom(['x'], ['x', 'y']),
    foreign: fc
      .bigInt({ min: -5n, max: 5n })
      .chain((minor) => fc.constantFrom('EUR', 'USD').map((code) => money(minor, code))),
    taxBase: fc.bigInt({ min: -5n, max: 5n }),
  },
  { requiredKeys: ['account', 'amount'], noNullPrototype: true },
);
const anyLines = fc.array(anyLine, { maxLength: 12 });

function amounts(lines: readonly EntryLine[]): bigint {
  return sum(lines.map((line) => line.amount));
}

function refuses(lines: readonly EntryLine[], expected: Partial<EntryFault>): void {
  assert.throws(
    () => entry(header, lines),
    (error) => {
      assert.ok(error instanceof EntryFault && error instanceof Error);
      const { name, code, difference, line, message } = error;
      assert.deepEqual(
        { name, code, difference, line, message },
        { name: 'EntryFault', difference: undefined, line: undefined, message, ...expected },
      );
      return true;
    },
  );
}

test('an entry keeps its header and its lines', () => {
  const lines = [
    { account: 'rent', amount: 5n },
    { account: 'bank', amount: -5n },
  ];
  assert.deepEqual(entry(header, lines), { ...header, lines });
});

test('an entry that is off by a minor unit is refused', () => {
  const lines = [
    { account: 'rent', amount: 5n },
    { account: 'bank', amount: -4n },
  ];
  refuses(lines, { code: 'entry_unbalanced', difference: 1n });
  assert.throws(() => entry(header, lines), /debits and credits are equal: off by 1/);
});

test('an entry has two lines at least, and none of zero', () => {
  refuses([], { code: 'entry_too_short', message: 'an entry has two lines at least' });
  refuses([{ account: 'bank', amount: 5n }], { code: 'entry_too_short' });
  refuses(
    [
      { account: 'bank', amount: 5n },
      { account: 'rent', amount: 0n },
    ],
    { code: 'entry_line_zero', line: 1 },
  );
});

test('an entry that the database cannot keep is refused', () => {
  const large = (amount: bigint) => [
    { account: 'bank', amount },
    { account: 'rent', amount: -amount },
  ];
  assert.equal(entry(header, large(minorMax)).lines.length, 2);
  refuses(large(minorMax + 1n), { code: 'amount_too_large', line: 0 });
});

test('lines about the same are one, and debits stay apart from credits', () => {
  const merged = mergeLines([
    { account: 'revenue', amount: -5n, taxBase: -50n, foreign: money(-6n, 'USD') },
    { account: 'receivable', amount: 7n, clientId: 'x' },
    { account: 'revenue', amount: -2n, taxBase: -20n, foreign: money(-3n, 'USD') },
    { account: 'receivable', amount: 1n, clientId: 'y' },
    { account: 'receivable', amount: -1n, clientId: 'x' },
    { account: 'rounding', amount: 0n },
  ]);
  assert.deepEqual(merged, [
    { account: 'revenue', amount: -7n, taxBase: -70n, foreign: money(-9n, 'USD') },
    { account: 'receivable', amount: 7n, clientId: 'x' },
    { account: 'receivable', amount: 1n, clientId: 'y' },
    { account: 'receivable', amount: -1n, clientId: 'x' },
  ]);
});

test('lines that differ in anything they are about stay apart', () => {
  const base = { account: 'a', amount: 1n };
  const about: Partial<EntryLine>[] = [
    { clientId: 'x' },
    { productId: 'x' },
    { variantId: 'x' },
    { memberId: 'x' },
    { locationId: 'x' },
    { taxRateId: 'x' },
    { dimensionIds: ['x'] },
    { dimensionIds: ['x', 'y'] },
    { foreign: money(1n, 'EUR') },
    { foreign: money(1n, 'USD') },
    { account: 'b' },
    {},
  ];
  const lines = about.map((one) => ({ ...base, ...one }));
  assert.deepEqual(mergeLines(lines), lines);
  assert.equal(mergeLines([...lines, ...lines]).length, lines.length);
});

test('merging moves no money and merges all that it can', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const merged = mergeLines(lines);
      for (const account of ['a', 'b', 'c']) {
        const of = (all: readonly EntryLine[]) => amounts(all.filter((line) => line.account === account));
        assert.equal(of(merged), of(lines));
      }
      assert.ok(merged.every((line) => line.amount !== 0n));
      assert.deepEqual(mergeLines(merged), merged);
    }),
    runs,
  );
});

test('lines that merge to nothing are no entry', () => {
  assert.equal(mergedEntry(header, []), undefined);
  assert.equal(mergedEntry(header, [{ account: 'bank', amount: 0n }]), undefined);
  const left = mergedEntry(header, [
    { account: 'bank', amount: 5n },
    { account: 'rent', amount: -2n },
    { account: 'rent', amount: -3n },
  ]);
  assert.deepEqual(
    left?.lines.map((line) => line.amount),
    [5n, -5n],
  );
  assert.throws(() => mergedEntry(header, [{ account: 'bank', amount: 5n }]), EntryFault);
});

test('an entry balances whatever lines it was made of', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const difference = amounts(lines);
      const made = mergedEntry(header, [...lines, { account: 'suspense', amount: -difference }]);
      if (made === undefined) return;
      assert.equal(amounts(made.lines), 0n);
      assert.ok(made.lines.length >= 2);
    }),
    runs,
  );
});

test('debits and credits change over twice to what they were', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const negated = negateLines(lines);
      assert.deepEqual(negateLines(negated), lines);
      for (const [position, line] of lines.entries()) {
        const other = negated[position];
        assert.equal(other?.amount, -line.amount);
        assert.equal(other?.taxBase, line.taxBase === undefined ? undefined : -line.taxBase);
        assert.equal(other?.foreign?.minor, line.foreign === undefined ? undefined : -line.foreign.minor);
        assert.equal(other?.foreign?.currency, line.foreign?.currency);
      }
    }),
    runs,
  );
});
