import { z } from 'zod';
import {
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
  type OperationName,
} from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { insufficientStock } from '../levels/insufficient-stock.ts';
import { locationNotActive } from '../locations/location.ts';
import { movedOn } from './moved-on.ts';
import { sendTransfer } from './send-transfer.ts';
import { stockEvents } from '../stock-events.ts';
import { lockStock } from '../levels/stock-lock.ts';
import { lockTransfer, Transfer, TransferMoved, transferSent } from './transfer.ts';
import { checkLines } from './transfer-rows.ts';
import { transitLocation } from './transit-location.ts';

export const sendStockTransfer = operation({
  name: 'send_stock_transfer',
  summary: 'Send a draft stock transfer: its stock leaves the source location and is in transit.',
  http: 'POST /stock/transfers/{id}/send',
  effect: 'write',
  permission: 'stock:write',
  mcp: 'action',
  reachesOutside: true,
  keyRequired: true,
  posts: true,
  undo: undoneBy('cancel_stock_transfer'),
  input: TransferMoved,
  output: Transfer.extend({ warnings: z.array(z.string()) }),
  refuses: [notFound, versionConflict, invalidStateTransition, validationFailed, insufficientStock, locationNotActive],
  emits: [transferSent, ...stockEvents],
  async run(context, { id, version, effective_date: asked }) {
    const date = movedOn(context, asked);
    const [draft, transitId] = await Promise.all([lockTransfer(context, id, version), transitLocation(context)]);
    const { status, lines } = draft;
    if (status !== 'draft') {
      const allowed: OperationName[] =
        status === 'in_transit' ? ['receive_stock_transfer', 'cancel_stock_transfer'] : [];
      throw invalidStateTransition({ status, allowed });
    }
    const variantIds = lines.map((line) => line.variant_id);
    const [from, transit] = await Promise.all([
      lockStock(context, variantIds, draft.from_location_id),
      lockStock(context, variantIds, transitId),
      lockStock(context, variantIds, draft.to_location_id),
    ]);
    checkLines(lines, from);
    return sendTransfer(context, draft, { from, transit, transitId, date });
  },
});
