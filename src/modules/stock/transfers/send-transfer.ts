import type { Day } from '../../../core/calendar.ts';
import type { Context } from '../../../operation/operation.ts';
import { moveBetween } from '../movements/move-between.ts';
import type { StockLock } from '../levels/stock-lock.ts';
import { readTransfer, type Transfer, transferSent } from './transfer.ts';
import { advanceTransfer } from './transfer-rows.ts';

type Sending = {
  readonly from: StockLock;
  readonly transit: StockLock;
  readonly transitId: string;
  readonly date: Day;
};

/** Takes the goods of a draft out of stock and puts them in transit. Where they go is locked too. */
export async function sendTransfer(
  context: Context,
  draft: Transfer,
  { from, transit, transitId, date }: Sending,
): Promise<Transfer & { warnings: string[] }> {
  const moving = draft.lines.map(({ variant_id: variantId, quantity }) => ({ variantId, quantity }));
  const warnings = moveBetween(context, { from, to: transit, moving, transferId: draft.id, date });
  advanceTransfer(context, draft, { status: 'in_transit', date, transitId, arrived: new Map(), returned: new Map() });
  const sent = await readTransfer(context, draft.id);
  context.emit(transferSent(sent));
  return { ...sent, warnings };
}
