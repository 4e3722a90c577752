import type { Day } from '../../../core/calendar.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { locationNotActive } from '../locations/location.ts';
import { arrivedOn, movedOn } from './moved-on.ts';
import { moveBetween } from '../movements/move-between.ts';
import { stockEvents } from '../stock-events.ts';
import { lockStock } from '../levels/stock-lock.ts';
import { lockTransfer, readTransfer, Transfer, TransferMoved, transferCancelled } from './transfer.ts';
import { advanceTransfer } from './transfer-rows.ts';

export const cancelStockTransfer = operation({
  name: 'cancel_stock_transfer',
  summary: 'Cancel a stock transfer; stock still in transit returns to its source location.',
  http: 'POST /stock/transfers/{id}/cancel',
  effect: 'write',
  permission: 'stock:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  noUndo: 'ended',
  input: TransferMoved,
  output: Transfer,
  refuses: [notFound, versionConflict, invalidStateTransition, locationNotActive],
  emits: [transferCancelled, ...stockEvents],
  async run(context, { id, version, effective_date: asked }) {
    const before = await lockTransfer(context, id, version);
    const { status } = before;
    if (status === 'received' || status === 'cancelled') throw invalidStateTransition({ status, allowed: [] });
    const { date, returned } =
      status === 'draft'
        ? { date: movedOn(context, asked), returned: new Map<string, bigint>() }
        : await bringBack(context, before, asked);
    advanceTransfer(context, before, { status: 'cancelled', date, arrived: new Map(), returned });
    const after = await readTransfer(context, id);
    context.emit(transferCancelled(after));
    return after;
  },
});

type Returned = { readonly date: Day; readonly returned: ReadonlyMap<string, bigint> };

/** Moves what is in transit back, and answers when, and how much that was. Where it was going is locked too. */
async function bringBack(context: Context, before: Transfer, asked: Day | undefined): Promise<Returned> {
  const moving = before.lines.flatMap(({ variant_id: variantId, in_transit: quantity }) =>
    quantity === 0n ? [] : [{ variantId, quantity }],
  );
  const variantIds = moving.map(({ variantId }) => variantId);
  const [date, from, to] = await Promise.all([
    arrivedOn(context, before.id, asked),
    lockStock(context, variantIds, before.transit_location_id ?? undefined),
    lockStock(context, variantIds, before.from_location_id),
    lockStock(context, variantIds, before.to_location_id),
  ]);
  moveBetween(context, { from, to, moving, transferId: before.id, date });
  return { date, returned: new Map(moving.map(({ variantId, quantity }) => [variantId, quantity])) };
}
