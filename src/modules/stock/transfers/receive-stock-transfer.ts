import { z } from 'zod';
import { formatDecimal, quantityScale } from '../../../core/decimal.ts';
import {
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
  type OperationName,
} from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { locationNotActive } from '../locations/location.ts';
import { arrivedOn } from './moved-on.ts';
import { moveBetween, type Moving } from '../movements/move-between.ts';
import { stockEvents } from '../stock-events.ts';
import { lockStock, type StockLock } from '../levels/stock-lock.ts';
import {
  exceedsTransit,
  lockTransfer,
  readTransfer,
  Transfer,
  TransferMoved,
  TransferLines,
  transferReceived,
} from './transfer.ts';
import { advanceTransfer, checkLines, type LineGiven } from './transfer-rows.ts';

export const receiveStockTransfer = operation({
  name: 'receive_stock_transfer',
  summary: 'Receive a stock transfer at its destination, in full or in part.',
  guidance: 'What has not arrived stays in transit. If it never will, return it with cancel_stock_transfer.',
  http: 'POST /stock/transfers/{id}/receive',
  effect: 'write',
  permission: 'stock:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  noUndo: 'confirmed',
  input: TransferMoved.extend({ lines: TransferLines.optional().describe('Default: everything in transit.') }),
  output: Transfer,
  refuses: [notFound, versionConflict, invalidStateTransition, validationFailed, exceedsTransit, locationNotActive],
  emits: [transferReceived, ...stockEvents],
  async run(context, { id, version, lines: given, effective_date: asked }) {
    const before = await lockTransfer(context, id, version);
    if (before.status !== 'in_transit' || before.transit_location_id === null) throw notOnItsWay(before);
    const open = before.lines.filter((line) => line.in_transit > 0n);
    const variantIds = [...new Set([...open, ...(given ?? [])].map((line) => line.variant_id))];
    const [transit, to, date] = await Promise.all([
      lockStock(context, variantIds, before.transit_location_id),
      lockStock(context, variantIds, before.to_location_id),
      arrivedOn(context, id, asked),
    ]);
    const moving = arriving(before, given, to);
    moveBetween(context, { from: transit, to, moving, transferId: id, date });
    const arrived = new Map(moving.map(({ variantId, quantity }) => [variantId, quantity]));
    const isWhole = open.every((line) => line.in_transit === arrived.get(line.variant_id));
    const status = isWhole ? 'received' : 'in_transit';
    advanceTransfer(context, before, { status, date, arrived, returned: new Map() });
    return told(context, id);
  },
});

async function told(context: Context, id: string): Promise<Transfer> {
  const after = await readTransfer(context, id);
  context.emit(transferReceived(after));
  return after;
}

function notOnItsWay({ status }: Transfer): Error {
  const allowed: OperationName[] = status === 'draft' ? ['send_stock_transfer', 'cancel_stock_transfer'] : [];
  return invalidStateTransition({ status, allowed });
}

/** Quantities received: as given, up to those in transit, or all of these. */
function arriving({ lines }: Transfer, given: readonly LineGiven[] | undefined, to: StockLock): Moving[] {
  const coming = new Map(lines.map((line) => [line.variant_id, line.in_transit]));
  if (given === undefined) {
    return [...coming].flatMap(([variantId, quantity]) => (quantity === 0n ? [] : [{ variantId, quantity }]));
  }
  checkLines(given, to);
  const over = given.filter(({ variant_id: id, quantity }) => quantity > (coming.get(id) ?? 0n));
  if (over.length === 0) return given.map(({ variant_id: variantId, quantity }) => ({ variantId, quantity }));
  throw exceedsTransit({
    lines: over.map(({ variant_id: id, quantity }) => ({
      variant_id: z.encode(Id('variant'), id),
      requested: formatDecimal(quantity, quantityScale, 0),
      max: formatDecimal(coming.get(id) ?? 0n, quantityScale, 0),
    })),
  });
}
