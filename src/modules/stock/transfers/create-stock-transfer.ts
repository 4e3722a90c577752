import { z } from 'zod';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Id } from '../../../wire/index.ts';
import { insufficientStock } from '../levels/insufficient-stock.ts';
import { locationNotActive } from '../locations/location.ts';
import { sendTransfer } from './send-transfer.ts';
import { stockEvents } from '../stock-events.ts';
import { lockStock } from '../levels/stock-lock.ts';
import {
  readTransfer,
  Transfer,
  transferCreated,
  transferExternalIdTaken,
  transferInput,
  TransferMoved,
  transferSent,
} from './transfer.ts';
import { movedOn } from './moved-on.ts';
import { checkLines, insertLines, insertTransfer } from './transfer-rows.ts';
import { transitLocation } from './transit-location.ts';

export const createStockTransfer = operation({
  name: 'create_stock_transfer',
  summary: 'Create a draft stock transfer between locations, or send it at once with `send`.',
  guidance: 'A draft moves no stock. Sent stock is in transit until receive_stock_transfer.',
  http: 'POST /stock/transfers',
  effect: 'write',
  permission: 'stock:write',
  mcp: 'action',
  creates: true,
  keyRequired: true,
  posts: true,
  undo: undoneBy('cancel_stock_transfer'),
  input: z.strictObject({
    from_location_id: Id('location').optional().describe('Default: the default location.'),
    ...transferInput,
    effective_date: TransferMoved.shape.effective_date,
    send: z.boolean().default(false).describe('Sends the transfer at once, as send_stock_transfer does.'),
  }),
  output: Transfer.extend({ warnings: z.array(z.string()) }),
  refuses: [notFound, validationFailed, insufficientStock, locationNotActive, transferExternalIdTaken],
  emits: [transferCreated, transferSent, ...stockEvents],
  async run(context, { from_location_id: fromId, to_location_id: toId, lines, send, effective_date: asked, ...about }) {
    const date = movedOn(context, asked);
    const variantIds = lines.map((line) => line.variant_id);
    const [from, to, transitId] = await Promise.all([
      lockStock(context, variantIds, { id: fromId, pointer: '/from_location_id' }),
      lockStock(context, send ? variantIds : [], { id: toId, pointer: '/to_location_id' }),
      send ? transitLocation(context) : undefined,
    ]);
    if (from.locationId === to.locationId) {
      throw fault('/to_location_id', 'same_location', 'Choose a different location from the one the goods leave.');
    }
    checkLines(lines, from);
    const id = context.newId();
    insertTransfer(context, {
      id,
      from_location_id: from.locationId,
      to_location_id: to.locationId,
      expected_on: about.expected_on ?? null,
      note: about.note ?? null,
      external_id: about.external_id ?? null,
      metadata: about.metadata ?? {},
      tags: about.tags ?? [],
    });
    insertLines(context, id, lines);
    const draft = await readTransfer(context, id);
    context.emit(transferCreated(draft));
    if (transitId === undefined) return { ...draft, warnings: [] };
    const transit = await lockStock(context, variantIds, transitId);
    return sendTransfer(context, draft, { from, transit, transitId, date });
  },
});
