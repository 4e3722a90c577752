import { documentMax, isKeepable } from '../../../core/money.ts';
import type { Day } from '../../../core/calendar.ts';
import { changesBetween, issueFromLayers, type Layer, receiveLayer } from '../../../core/layers.ts';
import { sum } from '../../../core/list.ts';
import { averageCost, count, costOf, issue, partOf, type Pool, receive, takeBack } from '../../../core/stock.ts';
import { validationFailed } from '../../../operation/errors.ts';
import type { ShortSince } from '../levels/short-since.ts';
import { lockedItem, type StockedVariant, type StockLock } from '../levels/stock-lock.ts';
import type { MovementAbout, PlannedMovement, PlannedStock, StockAfter } from './planned-stock.ts';
import { armed } from '../reordering/stock-alerts.ts';

/**
 * Movements that are planned one after the other on stock that is locked: each sees what the one before left. It
 * computes and remembers, and touches no database.
 */
export class StockBook {
  readonly #lock: StockLock;
  readonly #movements: PlannedMovement[] = [];
  readonly #after = new Map<string, StockAfter>();

  constructor(lock: StockLock) {
    this.#lock = lock;
  }

  /** Takes a quantity out, and answers what it cost. Whether there is enough was asked before. */
  issue(variantId: string, quantity: bigint, about: MovementAbout): bigint {
    const before = this.#stockOf(variantId);
    const { cost, ...after } = taken(before, quantity, this.#layerId());
    this.#write(before, { ...about, quantity: -quantity, totalCost: cost, variance: 0n }, after);
    return cost;
  }

  /**
   * Takes a quantity out again that came in for `value`, as if it never had; in layers it leaves from those that are
   * read first. The movement says what it was worth by now.
   */
  takeBack(variantId: string, quantity: bigint, { value, ...about }: Received): PlannedMovement {
    const before = this.#stockOf(variantId);
    const id = this.#layerId();
    const { cost, ...after } =
      before.layers === undefined
        ? { ...takeBack(before.pool, { quantity, value }, assumedCost(before)), layers: undefined }
        : taken(before, quantity, id);
    return this.#write(before, { ...about, quantity: -quantity, totalCost: cost, variance: 0n }, after);
  }

  /** Puts a quantity in that is worth `value`; of a purchase, `unitCost` is the last cost from then on. */
  receive(variantId: string, quantity: bigint, { value, unitCost, ...about }: Received): PlannedMovement {
    const before = this.#stockOf(variantId);
    const { variance, ...after } = put(before, { id: this.#layerId(), quantity, value });
    const lastUnitCost = unitCost ?? before.lastUnitCost;
    return this.#write(
      before,
      { ...about, unitCost, quantity, totalCost: value, variance },
      { ...after, lastUnitCost },
    );
  }

  /** Sets what lies at the location to what was counted; answers the movement, if there has to be one. */
  count(variantId: string, counted: bigint, about: MovementAbout): PlannedMovement | undefined {
    const before = this.#stockOf(variantId);
    const difference = counted - before.onHand;
    if (difference === 0n) {
      this.#after.set(variantId, { ...before, isCounted: true });
      return undefined;
    }
    const { value, variance, ...after } = differing(before, difference, this.#layerId());
    const totalCost = value < 0n ? -value : value;
    return this.#write(before, { ...about, quantity: difference, totalCost, variance }, { ...after, isCounted: true });
  }

  /**
   * Moves a quantity in (above zero) or out to another location, at what it is worth there on average. It stays in the
   * pool and in its layers.
   */
  move(variantId: string, quantity: bigint, type: 'transfer_out' | 'transfer_in', worth?: bigint): bigint {
    const before = this.#stockOf(variantId);
    const totalCost = worth ?? worthOf(before, quantity < 0n ? -quantity : quantity);
    this.#write(before, { type, quantity, totalCost, variance: 0n }, {});
    return totalCost;
  }

  /**
   * Puts a receipt in that counts for this day. Goods that had left before it came may have cost something else than
   * was assumed: where they left on a later day than it counts for, the difference is a revaluation of its own then.
   */
  receiveOn(variantId: string, quantity: bigint, { on, short, ...received }: Received & Receiving): PlannedMovement {
    const movement = this.receive(variantId, quantity, received);
    const left = short.get(variantId) ?? on;
    if (movement.variance === 0n || left <= on) return movement;
    const timely = { ...movement, variance: 0n };
    this.#movements[this.#movements.length - 1] = timely;
    const difference = { type: 'revaluation', quantity: 0n, totalCost: 0n, variance: movement.variance } as const;
    const { item, balanceAfter } = movement;
    const unitCost = averageCost(this.#stockOf(variantId).pool) ?? 0n;
    this.#movements.push({ ...difference, item, unitCost, balanceAfter, layerChanges: [], date: left });
    return timely;
  }

  /** Holds a quantity for somebody, or changes what is held by nothing, so that it is written as the lock has it. */
  hold(variantId: string, quantity: bigint): void {
    const before = this.#stockOf(variantId);
    const held = { onHand: before.onHand, reserved: before.reserved + quantity };
    this.#after.set(variantId, { ...before, ...held, ...armed(before, held) });
  }

  close(): PlannedStock {
    const { locationId, isTransit } = this.#lock;
    return { locationId, isTransit, movements: this.#movements, after: [...this.#after.values()] };
  }

  /** Provisional id of the layer of the next movement. */
  #layerId(): string {
    return ownLayer(this.#movements.length);
  }

  #stockOf(variantId: string): StockAfter {
    const known = this.#after.get(variantId);
    if (known !== undefined) return known;
    const item = lockedItem(this.#lock, variantId);
    return { ...item, item, isCounted: false };
  }

  #write(before: StockAfter, moved: Moved, change: Partial<StockAfter>): PlannedMovement {
    const { item } = before;
    const onHand = before.onHand + moved.quantity;
    const amount = moved.quantity < 0n ? -moved.quantity : moved.quantity;
    const unitCost = moved.unitCost ?? averageCost({ quantity: amount, value: moved.totalCost }) ?? 0n;
    const after = { ...before, ...change, onHand, ...armed(before, { onHand, reserved: before.reserved }) };
    const layerChanges = changesBetween(before.layers ?? [], after.layers ?? []);
    const movement = { ...moved, item, unitCost, balanceAfter: onHand, layerChanges };
    const kept = [onHand, unitCost, after.pool.quantity, after.pool.value];
    if (moved.totalCost > documentMax || !kept.every(isKeepable)) throw tooLarge();
    this.#movements.push(movement);
    this.#after.set(item.variantId, after);
    return movement;
  }
}

type Receiving = { readonly on: Day; readonly short: ShortSince };
type Received = MovementAbout & { readonly value: bigint; readonly unitCost?: bigint | undefined };
type Moved = MovementAbout &
  Pick<PlannedMovement, 'quantity' | 'totalCost' | 'variance'> & { readonly unitCost?: bigint | undefined };

/** The layer of the movement at this place among those that are planned together. */
export function ownLayer(index: number): string {
  return `#${index}`;
}

/** Last known unit cost, else the standard cost, where there is no stock to average. */
function assumedCost({ lastUnitCost, item }: Pick<StockAfter, 'lastUnitCost' | 'item'>): bigint {
  return lastUnitCost ?? item.standardCost ?? 0n;
}

/** Unit value of a receipt without a price: the average of the stock. */
export function typicalCost(item: StockedVariant): bigint {
  return averageCost(item.pool) ?? assumedCost({ item, lastUnitCost: item.lastUnitCost });
}

type Stock = { readonly pool: Pool; readonly layers: readonly Layer[] | undefined };

/** Takes goods out: the oldest layers first, or at the average of the pool. */
function taken(before: StockAfter, quantity: bigint, id: string): Stock & { readonly cost: bigint } {
  const { pool, layers } = before;
  const unitCost = assumedCost(before);
  if (layers === undefined) return { ...issue(pool, quantity, unitCost), layers };
  checkRead(before, quantity);
  const issued = issueFromLayers(layers, { id, quantity, shortUnitCost: unitCost });
  const left = { quantity: pool.quantity - quantity, value: pool.value - issued.cost };
  return { pool: left, layers: issued.layers, cost: issued.cost };
}

/** Puts goods in: as a layer on top of the others, or into the pool. */
function put(before: StockAfter, received: Layer): Stock & { readonly variance: bigint } {
  const { pool, layers } = before;
  const { quantity, value } = received;
  if (layers === undefined) return { ...receive(pool, quantity, value), layers };
  checkRead(before, quantity);
  const { layers: left, variance } = receiveLayer(layers, received);
  return { pool: { quantity: pool.quantity + quantity, value: pool.value + value - variance }, layers: left, variance };
}

/** Value of a quantity at average cost, in stock or not. */
function worthOf(before: StockAfter, quantity: bigint): bigint {
  const { pool } = before;
  return pool.quantity > 0n ? partOf(pool.value, quantity, pool.quantity) : costOf(quantity, assumedCost(before));
}

/** Layers that nobody read would be taken for goods that are not there. */
function checkRead({ pool, layers = [], item }: StockAfter, quantity: bigint): void {
  const read = sum(layers.map((layer) => layer.quantity));
  const [covered, present] = pool.quantity < 0n ? [-read, -pool.quantity] : [read, pool.quantity];
  if (covered < quantity && covered < present) throw new RangeError(`too few layers of ${item.variantId} were read`);
}

/**
 * Effect of a difference at one location on the pool of all locations. At an average the pool is counted as a whole,
 * unless stock is owed elsewhere, so that even the pool would stay below zero.
 */
function differing(
  before: StockAfter,
  difference: bigint,
  id: string,
): Stock & { readonly value: bigint; readonly variance: bigint } {
  const { pool, layers } = before;
  const target = pool.quantity + difference;
  if (layers === undefined && target >= 0n) {
    return { ...count(pool, target, assumedCost(before)), layers, variance: 0n };
  }
  if (difference > 0n) {
    const value = costOf(difference, averageCost(pool) ?? assumedCost(before));
    return { ...put(before, { id, quantity: difference, value }), value };
  }
  const { cost, ...after } = taken(before, -difference, id);
  return { ...after, value: -cost, variance: 0n };
}

function tooLarge(): Error {
  const message = 'The stock quantity or value is too large. Send a smaller quantity or cost.';
  return validationFailed({ errors: [{ pointer: '/quantity', code: 'too_large', message }], hint: message });
}
