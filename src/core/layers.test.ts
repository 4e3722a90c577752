import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { changesBetween, issueFromLayers, type Layer, layersLeft, receiveLayer } from './layers.ts';
import { sum } from './list.ts';
import { StockFault } from './stock.ts';

const runs = { numRuns: 1_000 };
const unit = 100_000n;

/** Units at a cost in minor units each. */
function lot(id: string, units: bigint, each: bigint): Layer {
  return { id, quantity: units * unit, value: units * each };
}

test('vector 12: lots of 10 at 2.00 and 10 at 2.50, 15 sold first in first out, cost 32.50', () => {
  const issued = issueFromLayers([lot('a', 10n, 200n), lot('b', 10n, 250n)], { id: 's', quantity: 15n * unit });
  assert.deepEqual(issued, {
    layers: [lot('b', 5n, 250n)],
    taken: [
      { id: 'a', quantity: 10n * unit, cost: 2000n },
      { id: 'b', quantity: 5n * unit, cost: 1250n },
    ],
    cost: 3250n,
  });
});

test('the last of a layer takes what is left of its value', () => {
  const layers = [{ id: 'a', quantity: 3n * unit, value: 1000n }];
  const first = issueFromLayers(layers, { id: 's', quantity: unit });
  const second = issueFromLayers(first.layers, { id: 's', quantity: unit });
  const third = issueFromLayers(second.layers, { id: 's', quantity: unit });
  assert.deepEqual([first.cost, second.cost, third.cost, third.layers], [333n, 334n, 333n, []]);
});

test('by default no more leaves than there is, and the layers stay', () => {
  const layers = [lot('a', 1n, 100n), lot('b', 1n, 100n)];
  const refused = (all: readonly Layer[], quantity: bigint, code: string, available?: bigint) =>
    assert.throws(
      () => issueFromLayers(all, { id: 's', quantity }),
      (error) => error instanceof StockFault && error.code === code && error.available === available,
    );
  refused(layers, 2n * unit + 1n, 'stock_too_low', 2n * unit);
  refused([lot('s', -1n, 5n)], 1n, 'stock_too_low', 0n);
  refused(layers, 0n, 'quantity_not_positive');
  refused(layers, -1n, 'quantity_not_positive');
  assert.throws(() => receiveLayer([], lot('a', 0n, 1n)), { code: 'quantity_not_positive' });
  assert.throws(() => receiveLayer([], lot('a', -1n, 1n)), { code: 'quantity_not_positive' });
  assert.throws(() => receiveLayer([], { id: 'a', quantity: 1n, value: -1n }), { code: 'value_negative' });
});

test('what comes in is a layer of its own, on top', () => {
  assert.deepEqual(receiveLayer([lot('a', 1n, 100n)], lot('b', 2n, 0n)), {
    layers: [lot('a', 1n, 100n), lot('b', 2n, 0n)],
    variance: 0n,
  });
});

test('vector 15: 2 sold from none and 5 received at 3.00 leave 3 worth 9.00', () => {
  const { layers, cost, taken } = issueFromLayers([], { id: 's', quantity: 2n * unit, shortUnitCost: 250_000_000n });
  assert.deepEqual([layers, cost], [[lot('s', -2n, 250n)], 500n]);
  assert.deepEqual(taken, [{ id: 's', quantity: 2n * unit, cost: 500n }]);
  assert.deepEqual(receiveLayer(layers, lot('a', 5n, 300n)), { layers: [lot('a', 3n, 300n)], variance: 100n });
});

test('vector 15: debts are settled oldest first, and in part', () => {
  const debts = [lot('s', -2n, 250n), lot('t', -3n, 100n)];
  assert.deepEqual(receiveLayer(debts, lot('a', 3n, 300n)), { layers: [lot('t', -2n, 100n)], variance: 300n });
  assert.deepEqual(receiveLayer(debts, lot('a', 1n, 300n)), {
    layers: [lot('s', -1n, 250n), lot('t', -3n, 100n)],
    variance: 50n,
  });
  const more = issueFromLayers(debts, { id: 'u', quantity: unit, shortUnitCost: 1_000_000n });
  assert.deepEqual(more.layers, [...debts, lot('u', -1n, 1n)]);
});

test('what changed between two states is told layer by layer, and nothing of what stayed', () => {
  const before = [lot('a', 3n, 100n), lot('b', 2n, 100n), lot('c', 1n, 5n)];
  const after = [lot('b', 1n, 100n), lot('c', 1n, 5n), lot('d', 4n, 1n)];
  assert.deepEqual(changesBetween(before, after), [lot('a', -3n, 100n), lot('b', -1n, 100n), lot('d', 4n, 1n)]);
});

test('what came last is what is left, and what nobody saw come is worth what the pool says', () => {
  const came = [lot('c', 4n, 300n), lot('b', 4n, 200n), lot('a', 4n, 100n)];
  const pool = { quantity: 6n * unit, value: 999n };
  assert.deepEqual(layersLeft(came, pool, 'r'), [lot('b', 2n, 200n), lot('c', 4n, 300n)]);
  const unseen = layersLeft(came.slice(0, 1), pool, 'r');
  assert.deepEqual(unseen, [{ id: 'r', quantity: 2n * unit, value: 333n }, lot('c', 4n, 300n)]);
  const owed = { quantity: -2n * unit, value: -500n };
  assert.deepEqual(layersLeft(came, owed, 'r'), [{ id: 'r', ...owed }]);
  assert.deepEqual(layersLeft(came, { quantity: 0n, value: 0n }, 'r'), []);
});

const quantity = fc.bigInt({ min: 1n, max: 10n ** 7n });
const move = fc.oneof(
  fc.record({ type: fc.constant('receive' as const), quantity, value: fc.bigInt({ min: 0n, max: 10n ** 6n }) }),
  fc.record({ type: fc.constant('issue' as const), quantity, shortUnitCost: fc.bigInt({ min: 0n, max: 10n ** 10n }) }),
);

test('layers are worth what came in less what went out, and are never of both signs', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
      let layers: readonly Layer[] = [];
      let [units, worth] = [0n, 0n];
      for (const [index, one] of moves.entries()) {
        const id = String(index);
        if (one.type === 'receive') {
          const received = receiveLayer(layers, { id, quantity: one.quantity, value: one.value });
          layers = received.layers;
          units += one.quantity;
          worth += one.value - received.variance;
        } else {
          const issued = issueFromLayers(layers, { id, ...one });
          layers = issued.layers;
          units -= one.quantity;
          worth -= issued.cost;
          assert.equal(sum(issued.taken.map((part) => part.quantity)), one.quantity);
          assert.equal(sum(issued.taken.map((part) => part.cost)), issued.cost);
          assert.ok(issued.taken.every((part) => part.cost >= 0n && part.quantity > 0n));
        }
        assert.equal(sum(layers.map((layer) => layer.quantity)), units);
        assert.equal(sum(layers.map((layer) => layer.value)), worth);
        const isSound = (layer: Layer) =>
          units > 0n ? layer.quantity > 0n && layer.value >= 0n : layer.quantity < 0n && layer.value <= 0n;
        assert.ok(layers.every(isSound));
        const ids = layers.map((layer) => Number(layer.id));
        assert.deepEqual(
          ids,
          ids.toSorted((a, b) => a - b),
        );
      }
    }),
    runs,
  );
});
