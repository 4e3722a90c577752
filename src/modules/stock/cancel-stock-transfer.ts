import type { Day } from '../../core/calendar.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { locationNotActive } from './location.ts';
import { arrivedOn, movedOn } from './moved-on.ts';
import { moveBetween } from './move-between.ts';
import { stockEvents } from './stock-events.ts';
import { lockStock } from './stock-lock.ts';
import { lockTransfer, readTransfer, Transfer, TransferMoved, transferCancelled } from './transfer.ts';
import { advanceTransfer } from './transfer-rows.ts';

export const cancelStockTransfer = operation({
  name: 'cancel_stock_transfer',
  summary: 'Cancel a transfer: what is still in transit comes back to where it left from.',
  http: 'POST /stock/transfers/{id}/cancel',
  effect: 'write',
  permission: 'stock:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  input: TransferMoved,
  output: Transfer,
  refuses: [notFound, versionConflict, invalidStateTransition, locationNotActive],
  emits: [transferCancelled, ...stockEvents],
  async run(context, { id, version, effective_date: asked }) {
    const before = await lockTransfer(context, id, version);
    const { status } = before;
    if (status === 'received' || status === 'cancelled') throw invalidStateTransition({ status, allowed: [] });
    const date = status === 'draft' ? movedOn(context, asked) : await arrivedOn(context, id, asked);
    const returned = status === 'draft' ? new Map<string, bigint>() : await bringBack(context, before, date);
    advanceTransfer(context, before, { status: 'cancelled', date, arrived: new Map(), returned });
    const after = await readTransfer(context, id);
    context.emit(transferCancelled(after));
    return after;
  },
});

/** Moves what is in transit back, and answers how much that was. Where it was going is locked too. */
async function bringBack(context: Context, before: Transfer, date: Day): Promise<ReadonlyMap<string, bigint>> {
  const moving = before.lines.flatMap(({ variant_id: variantId, in_transit: quantity }) =>
    quantity === 0n ? [] : [{ variantId, quantity }],
  );
  const variantIds = moving.map(({ variantId }) => variantId);
  const [from, to] = await Promise.all([
    lockStock(context, variantIds, before.transit_location_id ?? undefined),
    lockStock(context, variantIds, before.from_location_id),
    lockStock(context, variantIds, before.to_location_id),
  ]);
  moveBetween(context, { from, to, moving, transferId: before.id, date });
  return new Map(moving.map(({ variantId, quantity }) => [variantId, quantity]));
}
