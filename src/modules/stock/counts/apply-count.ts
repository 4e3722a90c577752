import { stockAdjusted as stockAdjustment } from '../../../core/posting.ts';
import type { Context } from '../../../operation/operation.ts';
import { type AccountsByRole, post } from '../../ledger/index.ts';
import { dimensionsOf } from '../goods/issue-stock.ts';
import type { PlannedCount } from './plan-count.ts';
import { valueOf } from '../movements/posting-of.ts';
import { type StockCount, stockCounted } from './stock-count.ts';
import { stockAdjusted } from '../stock-events.ts';
import type { StockLock } from '../levels/stock-lock.ts';

type Posted = {
  readonly id: string;
  readonly date: string;
  readonly number: string;
  readonly plan: PlannedCount;
  readonly accounts: AccountsByRole;
  readonly lock: StockLock;
};

/** Posts what the differences are worth: one entry for the whole count. */
export function postCount(context: Context, { id, date, number, plan, accounts, lock }: Posted): void {
  const entry = stockAdjustment({
    header: { date, memo: `Stock count ${number}`, source: { type: 'stock_count', id, event: stockCounted.type } },
    accounts,
    items: plan.planned.movements.map((movement) => {
      const { costAccount: _, ...about } = dimensionsOf(movement.item, lock);
      return { ...about, value: valueOf(movement) };
    }),
  });
  if (entry !== undefined) post(context, [{ id: context.newId(), entry }]);
}

type Applied = { readonly plan: PlannedCount; readonly movementIds: readonly string[] };

/** Tells that a count was applied, and of the stock that it changed. */
export function announceCount(context: Context, count: StockCount, { plan, movementIds }: Applied): void {
  context.emit(stockCounted(count));
  if (movementIds.length === 0) return;
  const moved = plan.planned.movements.map(({ item }) => item.variantId);
  context.emit(stockAdjusted({ movement_ids: [...movementIds], location_id: count.location_id, variant_ids: moved }));
}
