import assert from 'node:assert/strict';
import { test } from 'node:test';
import { take, table } from './report-table.ts';

test('cells stand under their headings in whatever order they are given, and one that is left out is empty', () => {
  const last = { amount: 4, name: 'last', is_whole: true };
  const made = table('sums', ['name', '2026', 'amount'], (row) => [
    row({ amount: 2, name: 'first', '2026': 1 }),
    row({ amount: 3 }),
    row(take(last, ['amount', 'name'])),
  ]);
  assert.deepEqual(made.rows, [
    ['first', 1, 2],
    [null, null, 3],
    ['last', null, 4],
  ]);
});

test('a cell without a column is refused: by types, and else when the table is made', () => {
  assert.throws(() => {
    // @ts-expect-error: there is no such heading.
    table('sums', ['name', 'amount'], (row) => [row({ name: 'first', total: 2 })]);
  }, /no column total in sums/);
  const sums = { amount: 1, total: 2 };
  assert.throws(() => table('sums', ['name', 'amount'], (row) => [row({ ...sums })]), /no column total in sums/);
});
