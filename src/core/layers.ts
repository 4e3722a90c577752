import { sum } from './list.ts';
import { costOf, partOf, type Pool, StockFault } from './stock.ts';

/**
 * Stock that came in together and what is left of it: `quantity` in 1/100,000, `value` in minor units.
 *
 * `id` is the movement that brought it. A layer below zero is the debt of a movement that took what had not come yet,
 * at the cost that was assumed; there are layers above zero or below it, never both.
 */
export type Layer = { readonly id: string; readonly quantity: bigint; readonly value: bigint };

/** Quantity and cost taken from each layer, oldest first. */
export type Taken = { readonly id: string; readonly quantity: bigint; readonly cost: bigint };
export type LayersIssued = {
  readonly layers: readonly Layer[];
  readonly taken: readonly Taken[];
  readonly cost: bigint;
};

/**
 * Takes stock out of the layers in the order given, oldest first: first in, first out.
 *
 * The last of a layer takes all that is left of its value. More than there is leaves only with `shortUnitCost`, in
 * millionths of a minor unit, and leaves a layer below zero behind.
 */
export function issueFromLayers(
  layers: readonly Layer[],
  wanted: { readonly id: string; readonly quantity: bigint; readonly shortUnitCost?: bigint | undefined },
): LayersIssued {
  if (wanted.quantity <= 0n) throw new StockFault('quantity_not_positive');
  const left: Layer[] = [];
  const taken: Taken[] = [];
  let open = wanted.quantity;
  for (const layer of layers) {
    const quantity = smaller(layer.quantity, open);
    if (quantity <= 0n) {
      left.push(layer);
      continue;
    }
    const cost = partOf(layer.value, quantity, layer.quantity);
    taken.push({ id: layer.id, quantity, cost });
    if (quantity < layer.quantity) left.push(rest(layer, quantity, cost));
    open -= quantity;
  }
  if (open > 0n) {
    if (wanted.shortUnitCost === undefined) throw new StockFault('stock_too_low', wanted.quantity - open);
    const cost = costOf(open, wanted.shortUnitCost);
    taken.push({ id: wanted.id, quantity: open, cost });
    left.push({ id: wanted.id, quantity: -open, value: -cost });
  }
  return { layers: left, taken, cost: sum(taken.map((one) => one.cost)) };
}

export type LayersReceived = { readonly layers: readonly Layer[]; readonly variance: bigint };

/**
 * Puts a layer on top of the others: a purchase, or a return at what it cost when it left.
 *
 * Debts are settled first, oldest first; `variance` is by how much those goods cost more than was assumed. The value of
 * all layers is what it was before + the new value − the variance.
 */
export function receiveLayer(layers: readonly Layer[], received: Layer): LayersReceived {
  if (received.quantity <= 0n) throw new StockFault('quantity_not_positive');
  if (received.value < 0n) throw new StockFault('value_negative');
  const left: Layer[] = [];
  let fresh = received;
  let variance = 0n;
  for (const layer of layers) {
    const quantity = smaller(-layer.quantity, fresh.quantity);
    if (quantity <= 0n) {
      left.push(layer);
      continue;
    }
    const assumed = partOf(-layer.value, quantity, -layer.quantity);
    const actual = partOf(fresh.value, quantity, fresh.quantity);
    if (quantity < -layer.quantity) left.push(rest(layer, -quantity, -assumed));
    fresh = rest(fresh, quantity, actual);
    variance += actual - assumed;
  }
  return { layers: fresh.quantity > 0n ? [...left, fresh] : left, variance };
}

/** Change of each layer between two states: positive where stock was added, negative where it was taken. */
export function changesBetween(before: readonly Layer[], after: readonly Layer[]): Layer[] {
  const was = new Map(before.map((layer) => [layer.id, layer]));
  const is = new Map(after.map((layer) => [layer.id, layer]));
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((id) => {
    const quantity = (is.get(id)?.quantity ?? 0n) - (was.get(id)?.quantity ?? 0n);
    const value = (is.get(id)?.value ?? 0n) - (was.get(id)?.value ?? 0n);
    return quantity === 0n && value === 0n ? [] : [{ id, quantity, value }];
  });
}

/**
 * The layers that would be there had goods always left oldest first: what came last is what is left.
 *
 * `received` is what came in, newest first. Where that is less than there is, or where goods are owed, `pool` says what
 * the rest is worth, in a layer called `restId`, which is the oldest. Answers layers oldest first.
 */
export function layersLeft(received: readonly Layer[], pool: Pool, restId: string): Layer[] {
  const left: Layer[] = [];
  let open = pool.quantity;
  for (const layer of received) {
    const quantity = smaller(layer.quantity, open);
    if (quantity <= 0n) break;
    left.unshift({ id: layer.id, quantity, value: partOf(layer.value, quantity, layer.quantity) });
    open -= quantity;
  }
  if (open !== 0n) left.unshift({ id: restId, quantity: open, value: partOf(pool.value, open, pool.quantity) });
  return left;
}

function rest(layer: Layer, quantity: bigint, value: bigint): Layer {
  return { id: layer.id, quantity: layer.quantity - quantity, value: layer.value - value };
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
