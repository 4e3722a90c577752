import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { Day, Decimal, Money, SignedQuantity, UnitPrice } from '../../../wire/index.ts';
import { recordTable, take, table } from './report-table.ts';

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

const fields = {
  name: z.string(),
  sold: SignedQuantity.nullable().describe('Null if a row combines different items.'),
  unit_cost: UnitPrice.nullable(),
  share: Decimal.describe('In percent.').nullable(),
  is_dead: z.boolean(),
  last_sold_on: Day.nullable(),
  series: z.array(Money),
};
const euros = (minor: bigint) => ({ minor, currency: 'EUR' });

test('a cell follows from the schema of its field: a percentage is a number, and a name of digits stays text', () => {
  const headings = { name: 'product', series: ['2026-01', '2026-02'] };
  const made = recordTable('sums', { fields, headings }, [
    {
      series: [euros(1n), euros(2n)],
      share: '12.50',
      name: '007',
      sold: 250_000n,
      unit_cost: { micro: 4_995_000n, currency: 'EUR' },
      is_dead: false,
      last_sold_on: '2026-03-10',
    },
    { name: 'total', share: null, is_dead: true, series: [] },
  ]);
  assert.deepEqual(made.header, [
    'product',
    'sold',
    'unit_cost',
    'share',
    'is_dead',
    'last_sold_on',
    '2026-01',
    '2026-02',
  ]);
  const [sold, cost, share] = [{ digits: '2.5' }, { digits: '0.04995' }, { digits: '12.50' }];
  assert.deepEqual(made.rows, [
    ['007', sold, cost, share, 'no', '2026-03-10', euros(1n), euros(2n)],
    ['total', null, null, null, 'yes', null, null, null],
  ]);
});

test('a field that has no column is refused by types, as a heading of none is', () => {
  // @ts-expect-error: there is no such field.
  recordTable('sums', { fields: { name: z.string() } }, [{ nmae: 'first' }]);
  // @ts-expect-error: there is no such field.
  recordTable('sums', { fields: { name: z.string() }, headings: { nmae: 'product' } }, []);
});
