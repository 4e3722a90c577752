import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedGroups, ranked, together } from './comparison-groups.ts';
import type { RevenueCell } from './revenue-facts.ts';

const cell = (kind: RevenueCell['kind'], key: string | null, isCompared: boolean, gross: bigint): RevenueCell => ({
  kind,
  key,
  is_compared: isCompared,
  bucket: 0,
  groups: 5,
  sales: 1n,
  units: 1n,
  gross,
  discounts: 1n,
  returns: 1n,
  charges: 0n,
  tax: 0n,
  cost: 1n,
});

const cells = [
  cell('group', 'a', true, 10n),
  cell('group', 'a', false, 15n),
  cell('group', 'b', false, 7n),
  cell('group', 'c', true, 9n),
  cell('others', null, true, 20n),
  cell('others', null, false, 24n),
];

test('more products than are split count as other, and all parts add up', () => {
  const groups = comparedGroups(cells, true);
  const rows = ranked(groups, { metric: 'net_sales', sort: 'fall', limit: 2 });
  assert.deepEqual(
    rows.map(({ kind, key, before, now }) => [kind, key, before.net, now.net]),
    [
      ['group', 'c', 7n, 0n],
      ['group', 'a', 8n, 13n],
      ['others', null, 18n, 27n],
    ],
  );
  const zero = { price: 0n, volume: 0n, mix: 0n, unit_cost: 0n, new: 0n, gone: 0n, other: 0n };
  assert.deepEqual(rows.at(-1)?.split?.net, { ...zero, new: 5n, other: 4n });
  assert.deepEqual(together(rows), together(groups));
  assert.deepEqual(together(groups).split?.margin, { ...zero, price: 5n, new: 4n, gone: -6n, other: 4n });
});

test('what is not split has no parts, and neither has nothing at all but zeros', () => {
  assert.equal(together(comparedGroups(cells, false)).split, undefined);
  assert.equal(together([], true).split?.net.price, 0n);
  assert.deepEqual(ranked([], { metric: 'margin', sort: 'size', limit: 1 }), []);
});
