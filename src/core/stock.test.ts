import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { sliceOf } from './share.ts';
import {
  averageCost,
  costOf,
  count,
  emptyPool,
  issue,
  partOf,
  type Pool,
  receive,
  StockFault,
  takeBack,
} from './stock.ts';

const runs = { numRuns: 1_000 };
const unit = 100_000n;

function refuses(act: () => unknown, code: string, available?: bigint): void {
  assert.throws(act, (error) => {
    assert.ok(error instanceof StockFault && error instanceof Error);
    const { name, code: actual, available: left } = error;
    assert.deepEqual([name, actual, left], ['StockFault', code, available]);
    assert.notEqual(error.message, '');
    return true;
  });
}

test('vector 13: 10 at 100 and 100 at 10, 100 issued, cost 1,818.18 and leave 10 worth 181.82', () => {
  const first = receive(emptyPool, 10n * unit, 100_000n);
  const { pool, variance } = receive(first.pool, 100n * unit, 100_000n);
  assert.equal(variance, 0n);
  const issued = issue(pool, 100n * unit);
  assert.deepEqual(issued, { pool: { quantity: 10n * unit, value: 18_182n }, cost: 181_818n });
  assert.deepEqual(issue(issued.pool, 10n * unit), { pool: emptyPool, cost: 18_182n });
});

test('vector 14: what is returned comes back at what it cost when it left', () => {
  const { pool, cost } = issue({ quantity: 3n * unit, value: 2244n }, unit);
  assert.equal(cost, 748n);
  const dearer = receive(pool, unit, 2000n).pool;
  const back = receive(dearer, unit, cost).pool;
  assert.equal(back.value - dearer.value, 748n);
});

test('vector 15: 2 sold from none and 5 received at 3.00 leave 3 worth 9.00', () => {
  const { pool, cost } = issue(emptyPool, 2n * unit, 0n);
  assert.deepEqual([pool, cost], [{ quantity: -2n * unit, value: 0n }, 0n]);
  assert.deepEqual(receive(pool, 5n * unit, 1500n), { pool: { quantity: 3n * unit, value: 900n }, variance: 600n });
});

test('vector 15: what was assumed for goods that had not come is trued up as they come', () => {
  const { pool, cost } = issue({ quantity: unit, value: 200n }, 4n * unit, 250_000_000n);
  assert.deepEqual([pool, cost], [{ quantity: -3n * unit, value: -750n }, 950n]);
  const some = receive(pool, unit, 300n);
  assert.deepEqual(some, { pool: { quantity: -2n * unit, value: -500n }, variance: 50n });
  const all = receive(some.pool, 2n * unit, 400n);
  assert.deepEqual(all, { pool: emptyPool, variance: -100n });
  assert.deepEqual(issue(some.pool, unit, 100_000_000n).pool, { quantity: -3n * unit, value: -600n });
});

test('by default no more leaves than there is', () => {
  refuses(() => issue({ quantity: 3n * unit, value: 300n }, 4n * unit), 'stock_too_low', 3n * unit);
  refuses(() => issue(emptyPool, 1n), 'stock_too_low', 0n);
  refuses(() => issue({ quantity: -unit, value: -5n }, 1n), 'stock_too_low', 0n);
  assert.equal(issue({ quantity: 3n * unit, value: 300n }, 3n * unit).cost, 300n);
});

test('what is taken back leaves at what it came in for, where the rest can still be worth the rest', () => {
  const pool = { quantity: 20n * unit, value: 12_000n };
  const dear = { quantity: 10n * unit, value: 10_000n };
  assert.deepEqual(takeBack(pool, dear), { pool: { quantity: 10n * unit, value: 2_000n }, cost: 10_000n });
  const sold = issue(pool, 9n * unit).pool;
  assert.deepEqual(takeBack(sold, dear), { pool: { quantity: unit, value: 600n }, cost: 6_000n });
  assert.deepEqual(takeBack(issue(pool, 10n * unit).pool, dear), { pool: emptyPool, cost: 6_000n });
  refuses(() => takeBack(issue(pool, 11n * unit).pool, dear), 'stock_too_low', 9n * unit);
  refuses(() => takeBack(pool, { quantity: 0n, value: 1n }), 'quantity_not_positive');
  refuses(() => takeBack(pool, { quantity: unit, value: -1n }), 'value_negative');
});

test('what came in and is taken back at once leaves the pool as it was', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
      fc.bigInt({ min: 0n, max: 10n ** 9n }),
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
      fc.bigInt({ min: 0n, max: 10n ** 9n }),
      (held, worth, quantity, value) => {
        const before = { quantity: held, value: worth };
        assert.deepEqual(takeBack(receive(before, quantity, value).pool, { quantity, value }), {
          pool: before,
          cost: value,
        });
      },
    ),
    runs,
  );
});

test('nothing moves by nothing, and nothing is worth less than nothing', () => {
  for (const quantity of [0n, -1n]) {
    refuses(() => issue({ quantity: unit, value: 1n }, quantity), 'quantity_not_positive');
    refuses(() => receive(emptyPool, quantity, 1n), 'quantity_not_positive');
  }
  refuses(() => receive(emptyPool, 1n, -1n), 'value_negative');
  refuses(() => count(emptyPool, -1n, 0n), 'quantity_negative');
  refuses(() => count(emptyPool, 1n, -1n), 'value_negative');
  assert.equal(receive(emptyPool, 1n, 0n).pool.value, 0n);
});

test('a count is valued at the average, or at the cost given where there is none', () => {
  const pool = { quantity: 3n * unit, value: 1000n };
  assert.deepEqual(count(pool, 4n * unit, 0n), {
    pool: { quantity: 4n * unit, value: 1333n },
    difference: unit,
    value: 333n,
  });
  assert.deepEqual(count(pool, unit, 0n), {
    pool: { quantity: unit, value: 333n },
    difference: -2n * unit,
    value: -667n,
  });
  assert.deepEqual(count(pool, 0n, 7n), { pool: emptyPool, difference: -3n * unit, value: -1000n });
  assert.deepEqual(count(pool, 3n * unit, 7n), { pool, difference: 0n, value: 0n });
  assert.deepEqual(count(emptyPool, 2n * unit, 250_000_000n), {
    pool: { quantity: 2n * unit, value: 500n },
    difference: 2n * unit,
    value: 500n,
  });
  const owing = { quantity: -unit, value: -300n };
  assert.deepEqual(count(owing, unit, 250_000_000n), {
    pool: { quantity: unit, value: 250n },
    difference: 2n * unit,
    value: 550n,
  });
});

test('an average is what a unit is worth, to a millionth of a minor unit', () => {
  assert.equal(averageCost({ quantity: 3n * unit, value: 1000n }), 333_333_333n);
  assert.equal(averageCost({ quantity: unit, value: 0n }), 0n);
  assert.equal(averageCost(emptyPool), undefined);
  assert.equal(averageCost({ quantity: -unit, value: -100n }), undefined);
  assert.equal(costOf(3n * unit, 333_333_333n), 1000n);
  assert.equal(costOf(150_000n, 1_000_000n), 2n);
  assert.equal(partOf(1000n, 1n, 3n), 333n);
  assert.equal(costOf(250_000n, 1_000_000n), 3n);
  assert.equal(partOf(5n, 1n, 2n), 3n);
  assert.equal(averageCost({ quantity: 2n * 10n ** 11n, value: 5n }), 3n);
});

const quantity = fc.bigInt({ min: 1n, max: 10n ** 9n });
const value = fc.bigInt({ min: 0n, max: 10n ** 9n });
const unitCost = fc.bigInt({ min: 0n, max: 10n ** 12n });
const move = fc.oneof(
  fc.record({ type: fc.constant('receive' as const), quantity, value }),
  fc.record({ type: fc.constant('issue' as const), quantity, unitCost }),
  fc.record({ type: fc.constant('count' as const), quantity: fc.oneof(fc.constant(0n), quantity), unitCost }),
);

function isSound({ quantity: units, value: worth }: Pool): boolean {
  if (units === 0n) return worth === 0n;
  return units > 0n ? worth >= 0n : worth <= 0n;
}

test('a pool is worth what came in less what went out, and never less than nothing', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
      let pool = emptyPool;
      let [units, worth] = [0n, 0n];
      for (const one of moves) {
        if (one.type === 'receive') {
          const received = receive(pool, one.quantity, one.value);
          pool = received.pool;
          worth += one.value - received.variance;
          units += one.quantity;
        } else if (one.type === 'issue') {
          const issued = issue(pool, one.quantity, one.unitCost);
          pool = issued.pool;
          worth -= issued.cost;
          units -= one.quantity;
          assert.ok(issued.cost >= 0n);
        } else {
          const counted = count(pool, one.quantity, one.unitCost);
          pool = counted.pool;
          worth += counted.value;
          units += counted.difference;
        }
        assert.deepEqual(pool, { quantity: units, value: worth });
        assert.ok(isSound(pool), `${pool.quantity} worth ${pool.value}`);
      }
    }),
    runs,
  );
});

test('taking everything in any number of steps costs everything', () => {
  fc.assert(
    fc.property(fc.array(quantity, { minLength: 1, maxLength: 10 }), value, (steps, worth) => {
      let pool: Pool = { quantity: steps.reduce((a, b) => a + b), value: worth };
      let cost = 0n;
      for (const step of steps) {
        const issued = issue(pool, step);
        pool = issued.pool;
        cost += issued.cost;
      }
      assert.deepEqual([pool, cost], [emptyPool, worth]);
    }),
    runs,
  );
});

test('vector 14: an issue that is returned in pieces is undone', () => {
  fc.assert(
    fc.property(quantity, quantity, value, (left, out, worth) => {
      const before = { quantity: left + out, value: worth };
      const { pool, cost } = issue(before, out);
      const half = out / 2n;
      const pieces = [
        [0n, half],
        [half, out],
      ] as const;
      let back: Pool = pool;
      for (const [from, to] of pieces) {
        if (to > from) back = receive(back, to - from, sliceOf(cost, { from, to, of: out })).pool;
      }
      assert.deepEqual(back, before);
    }),
    runs,
  );
});
