import type { Entry } from '../../../core/entry.ts';
import {
  goodsIssued,
  stockAdjusted as adjustedEntry,
  stockOpened,
  stockReceived,
  stockSentBack,
} from '../../../core/posting.ts';
import type { Context } from '../../../operation/operation.ts';
import type { AccountsByRole, Posting } from '../../ledger/index.ts';
import { dimensionsOf } from '../goods/issue-stock.ts';
import type { PlannedMovement } from './planned-stock.ts';
import { stockAdjusted } from '../stock-events.ts';
import type { StockLock } from '../levels/stock-lock.ts';

type Moved = {
  readonly id: string;
  readonly movement: PlannedMovement;
  readonly difference: PlannedMovement | undefined;
  readonly credited: bigint;
  readonly date: string;
  readonly accounts: AccountsByRole;
  readonly lock: StockLock;
};

const memoLengthMax = 500;

/** Postings of a manual movement; none where no value moved. */
export function postingOf(context: Context, moved: Moved): Posting[] {
  const entries = [entryOf(moved), differenceOf(moved)];
  return entries.flatMap((entry) => (entry === undefined ? [] : [{ id: context.newId(), entry }]));
}

/** A variance of goods that had left is an expense of the day on which they left. */
function differenceOf({ id, difference, date, accounts, lock }: Moved): Entry | undefined {
  if (difference === undefined) return undefined;
  const { item, variance } = difference;
  const memo = `Cost of what had left of ${item.name}`.slice(0, memoLengthMax);
  const header = { date: difference.date ?? date, memo, source: { type: 'movement', id, event: stockAdjusted.type } };
  return goodsIssued({ header, accounts, items: [{ ...dimensionsOf(item, lock), cost: variance }] });
}

const words: Readonly<Partial<Record<PlannedMovement['type'], string>>> = {
  purchase_receipt: 'Purchase of',
  supplier_return: 'Return to the supplier of',
  opening: 'Opening stock of',
  write_off: 'Write-off of',
};

function entryOf({ id, movement, credited, date, accounts, lock }: Moved): Entry | undefined {
  const { type, item, totalCost: value, variance } = movement;
  const header = {
    date,
    memo: `${words[type] ?? 'Adjustment of'} ${item.name}`.slice(0, memoLengthMax),
    source: { type: 'movement', id, event: stockAdjusted.type },
  };
  const { costAccount, ...about } = dimensionsOf(item, lock);
  // Nothing is owed before the supplier's bill is posted, which names whom and when.
  const owedOn = accounts.goodsReceived;
  if (type === 'purchase_receipt') {
    return stockReceived({ header, accounts, owedOn, items: [{ ...about, costAccount, value, variance }] });
  }
  if (type === 'supplier_return') {
    return stockSentBack({ header, accounts, owedOn, items: [{ ...about, cost: value, credited }] });
  }
  const items = [{ ...about, value: valueOf(movement) }];
  return (type === 'opening' ? stockOpened : adjustedEntry)({ header, accounts, items });
}

/** By how much a movement changes what the stock is worth. */
export function valueOf({ quantity, totalCost, variance }: PlannedMovement): bigint {
  return quantity > 0n ? totalCost - variance : -totalCost;
}
