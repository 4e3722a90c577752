import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ascending, descending, orderedBy } from './order.ts';

const sums = [
  { name: 'b', amount: 5n },
  { name: 'c', amount: 90n },
  { name: 'a', amount: 5n },
];
const names = (order: Parameters<typeof sums.toSorted>[0]) => sums.toSorted(order).map(({ name }) => name);

test('items are in order by one key, either way, and by the next where they are equal', () => {
  assert.deepEqual(names(ascending(({ name }) => name)), ['a', 'b', 'c']);
  assert.deepEqual(names(descending(({ name }) => name)), ['c', 'b', 'a']);
  const order = orderedBy<(typeof sums)[number]>(
    descending(({ amount }) => amount),
    ascending(({ name }) => name),
  );
  assert.deepEqual(names(order), ['c', 'a', 'b']);
});

test('items that no key tells apart stay as they were', () => {
  assert.deepEqual(names(ascending(() => 0)), ['b', 'c', 'a']);
  assert.deepEqual(names(orderedBy()), ['b', 'c', 'a']);
});
