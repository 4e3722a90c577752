import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book, type Booked } from '../../../../test/support/books.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-03-20T12:00:00Z');
const entry = (date: string, ...lines: readonly (readonly [code: string, sum: string])[]): Booked => ({
  date,
  lines: lines.map(([code, sum]) => ({ code, sum })),
});
await book(world, [
  entry('2026-01-02', ['1010', '1000.00'], ['3000', '-1000.00']),
  entry('2026-03-01', ['1100', '121.00'], ['4000', '-100.00'], ['2200', '-21.00']),
  entry('2026-03-02', ['1010', '97.00'], ['6810', '3.00'], ['1100', '-100.00']),
  entry('2026-03-03', ['1010', '50.00'], ['2300', '-50.00']),
  entry('2026-03-04', ['1200', '80.00'], ['2000', '-80.00']),
  entry('2026-03-05', ['2000', '30.00'], ['1010', '-30.00']),
  entry('2026-03-06', ['6100', '200.00'], ['1010', '-200.00']),
  entry('2026-03-07', ['2200', '5.00'], ['1010', '-5.00']),
  entry('2026-03-08', ['1500', '300.00'], ['1010', '-300.00']),
  entry('2026-03-09', ['1010', '400.00'], ['2500', '-400.00']),
  entry('2026-03-10', ['1000', '60.00'], ['1010', '-60.00']),
  entry('2026-02-10', ['1000', '7.00'], ['4800', '-7.00']),
]);

const flow = (input: object = {}): Promise<Wire> =>
  world.call('get_cash_flow', { from: '2026-03-01', to: '2026-03-31', ...input });
const moved = ({ rows }: Wire, method: string) =>
  Object.fromEntries(
    rows
      .filter((row: Wire) => row.method === method && row.amount !== '0.00')
      .map((row: Wire) => [row.kind, row.amount]),
  );

test('directly: what came from and went to whom, own accounts among themselves left out', async () => {
  assert.deepEqual(moved(await flow(), 'direct'), {
    clients: '150.00',
    suppliers: '-30.00',
    expenses: '-203.00',
    tax: '-5.00',
    fixed_assets: '-300.00',
    loans: '400.00',
  });
});

test('indirectly: profit, and what of it is not cash', async () => {
  assert.deepEqual(moved(await flow(), 'indirect'), {
    net_profit: '-103.00',
    receivable: '-21.00',
    inventory: '-80.00',
    payable: '50.00',
    tax_payable: '16.00',
    client_credit: '50.00',
    fixed_assets: '-300.00',
    loans: '400.00',
  });
});

test('both lead from the cash before to the cash after', async () => {
  const { totals } = await flow({ compare: 'previous_period', interval: 'week' });
  assert.deepEqual([totals.opening_cash, totals.closing_cash], ['1007.00', '1019.00']);
  const { net_change: change, direct, indirect } = totals;
  assert.deepEqual([change.amount, change.compared, change.change], ['12.00', '7.00', '5.00']);
  for (const method of [direct, indirect]) {
    assert.deepEqual(
      [method.operating.amount, method.investing.amount, method.financing.amount],
      ['-88.00', '-300.00', '400.00'],
    );
  }
  assert.deepEqual(change.series, ['0.00', '-388.00', '400.00', '0.00', '0.00', '0.00']);
});

test('from the first day there is, nothing was there before', async () => {
  const { totals } = await flow({ from: '0001-01-01' });
  assert.equal(totals.opening_cash, '0.00');
});
