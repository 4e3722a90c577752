import type { Day } from '../../../core/calendar.ts';
import { unitPriceScale } from '../../../core/currency.ts';
import { type Decimal, rescale } from '../../../core/decimal.ts';
import { at } from '../../../core/list.ts';
import { documentMax, isKeepable } from '../../../core/money.ts';
import { costOf } from '../../../core/stock.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { refuseShortage } from '../levels/insufficient-stock.ts';
import { isIncoming, type NewMovement } from './movement-input.ts';
import type { ShortSince } from '../levels/short-since.ts';
import { StockBook, typicalCost } from './stock-book.ts';
import type { PlannedMovement, PlannedStock } from './planned-stock.ts';
import type { StockedVariant, StockLock } from '../levels/stock-lock.ts';

export type PlannedByHand = {
  readonly planned: PlannedStock;
  readonly movement: PlannedMovement;
  /** Variance of goods that had left, where they left later than the date of the receipt. */
  readonly difference: PlannedMovement | undefined;
  /** Credit from the supplier for returned goods. */
  readonly credited: bigint;
  readonly warnings: string[];
};

type Stocked = {
  readonly date: Day;
  readonly lock: StockLock;
  readonly item: StockedVariant;
  readonly short: ShortSince;
};

/** Plans one movement that a person makes, on stock that is locked. */
export function planMovement(
  context: Context,
  input: NewMovement,
  { date, lock, item, short }: Stocked,
): PlannedByHand {
  const { type, quantity, unit_cost: asked } = input;
  const given = asked && unitCostFrom(context, asked);
  const about = { type, reasonCode: input.reason_code, note: input.note };
  const book = new StockBook(lock);
  let warnings: string[] = [];
  if (isIncoming(input)) {
    const unitCost = given ?? typicalCost(item);
    const value = amountOf(quantity, unitCost);
    book.receiveOn(item.variantId, quantity, { ...about, value, unitCost, on: date, short });
  } else {
    warnings = refuseShortage(lock, [{ variantId: item.variantId, quantity }]);
    book.issue(item.variantId, quantity, about);
  }
  const planned = book.close();
  const movement = at(planned.movements, 0);
  const difference = planned.movements[1];
  return {
    planned,
    movement,
    difference,
    credited: given === undefined ? movement.totalCost : amountOf(quantity, given),
    warnings,
  };
}

function unitCostFrom(context: Context, decimal: Decimal): bigint {
  const scale = unitPriceScale(context.actor.organization?.baseCurrency ?? '') ?? 0;
  const micro = rescale(decimal, scale);
  if (micro === undefined) throw fault('/unit_cost', 'wrong_scale', `Write at most ${scale} decimals.`);
  if (!isKeepable(micro)) throw fault('/unit_cost', 'too_large', 'Write a smaller amount.');
  return micro;
}

function amountOf(quantity: bigint, unitCost: bigint): bigint {
  const amount = costOf(quantity, unitCost);
  if (amount > documentMax) throw fault('/unit_cost', 'too_large', 'Write a smaller amount.');
  return amount;
}
