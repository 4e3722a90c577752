import { z } from 'zod';
import { formatDecimal, quantityScale } from '../../../core/decimal.ts';
import { fault } from '../../../operation/fault.ts';
import { Id } from '../../../wire/index.ts';
import { checkQuantity, stockedVariant } from '../movements/movement-input.ts';
import { StockBook } from '../movements/stock-book.ts';
import type { PlannedMovement, PlannedStock } from '../movements/planned-stock.ts';
import { stockChanged } from './stock-count.ts';
import type { StockLock } from '../levels/stock-lock.ts';

export type PlannedCount = {
  readonly planned: PlannedStock;
  readonly lines: readonly PlannedCountLine[];
  /** Apply even if stock has moved since the count. */
  readonly isForced: boolean;
};

/** Counted quantities against the book quantities at that time, and the treatment of later movements. */
type Counting = {
  readonly lines: readonly CountedLine[];
  /** It is as it was counted. */
  readonly force: boolean;
  /** Movements since the count are added to it. */
  readonly rebase?: boolean;
};
type CountedLine = {
  readonly variant_id: string;
  readonly counted: bigint;
  readonly expected_on_hand: bigint;
  readonly note?: string | undefined;
};

type PlannedCountLine = {
  readonly variantId: string;
  readonly expected: bigint;
  readonly onHand: bigint;
  readonly counted: bigint;
  readonly note: string | undefined;
  readonly movement: PlannedMovement | undefined;
};

/** Compares what was counted with what is there, and plans what makes them equal. */
export function planCount({ lines, force, rebase = false }: Counting, lock: StockLock): PlannedCount {
  const book = new StockBook(lock);
  const seen = new Set<string>();
  const planned = lines.map(({ variant_id: variantId, counted, expected_on_hand: expected, note }, index) => {
    const pointer = `/lines/${index}`;
    if (seen.has(variantId)) throw fault(`${pointer}/variant_id`, 'repeated', 'Count each variant once.');
    seen.add(variantId);
    const item = stockedVariant(lock, variantId, pointer);
    checkQuantity(item, counted, `${pointer}/counted`);
    const { onHand } = item;
    const found = rebase && onHand - expected + counted >= 0n ? onHand - expected + counted : counted;
    const movement = book.count(variantId, found, { type: 'count', note });
    return { variantId, expected, onHand, counted, note, movement, isRebased: found !== counted };
  });
  const changed = planned.filter(({ expected, onHand, isRebased }) => expected !== onHand && !isRebased);
  if (changed.length > 0 && !force) throw stockChanged({ changed: changed.map((line) => changeOf(line, lock)) });
  return { planned: book.close(), lines: planned, isForced: changed.length > 0 };
}

function changeOf({ variantId, expected, onHand }: PlannedCountLine, lock: StockLock) {
  const item = lock.items.get(variantId);
  return {
    variant_id: z.encode(Id('variant'), variantId),
    sku: item?.sku ?? null,
    name: item?.name ?? '',
    expected_on_hand: formatDecimal(expected, quantityScale, 0),
    on_hand: formatDecimal(onHand, quantityScale, 0),
  };
}
