import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { book, soldOn } from '../../../../test/support/books.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
await book(world, [
  soldOn('2025-12-31', '100.00'),
  soldOn('2026-01-01', '10.00'),
  {
    date: '2026-01-31',
    lines: [
      { code: '1010', sum: '60.00' },
      { code: '1100', sum: '-60.00' },
    ],
  },
  soldOn('2026-02-01', '1.00'),
]);
const january = { from: '2026-01-01', to: '2026-01-31' };

test('opening, debits, credits and closing of each account, and debits equal credits', async () => {
  const { rows, totals } = await world.call('get_trial_balance', january);
  assert.deepEqual(
    rows.map((row: Wire) => [row.code, row.opening, row.debit, row.credit, row.closing]),
    [
      ['1010', '0.00', '60.00', '0.00', '60.00'],
      ['1100', '100.00', '10.00', '60.00', '50.00'],
      ['4000', '-100.00', '0.00', '10.00', '-110.00'],
    ],
  );
  assert.deepEqual(totals, { opening: '0.00', debit: '70.00', credit: '70.00', closing: '0.00' });
});

test('accounts without balance and movement are shown where they are asked for', async () => {
  const { rows } = await world.call('get_trial_balance', { ...january, include_zero: true });
  const { data } = await world.call('list_accounts', { limit: 100 });
  assert.deepEqual(
    rows.map((row: Wire) => row.code),
    data.map((account: Wire) => account.code),
  );
});

test('as CSV it has the same rows and totals, as numbers', async () => {
  const { content } = await world.call('get_trial_balance', { ...january, format: 'csv' });
  const rows: Record<string, string>[] = parse(content, { columns: true });
  assert.deepEqual(
    rows.map(({ code, closing }) => [code, closing]),
    [
      ['1010', '60.00'],
      ['1100', '50.00'],
      ['4000', '-110.00'],
      ['', '0.00'],
    ],
  );
});
