import { z } from 'zod';
import { forbidden, notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { accountsByRole, post } from '../../ledger/index.ts';
import { insufficientStock } from '../levels/insufficient-stock.ts';
import { locationNotActive } from '../locations/location.ts';
import { Movement, movementExternalIdTaken, readMovement } from './movement.ts';
import { checkMovement, NewMovement, refuseFuture } from './movement-input.ts';
import { needs } from '../levels/needs.ts';
import { planMovement } from './plan-movement.ts';
import { postingOf } from './posting-of.ts';
import { shortSince } from '../levels/short-since.ts';
import { stockAdjusted, stockEvents } from '../stock-events.ts';
import { lockStock } from '../levels/stock-lock.ts';
import { writeMovements } from './write-movements.ts';

export const createStockMovement = operation({
  name: 'create_stock_movement',
  summary: 'Create a stock movement of one variant: receive, adjust, write off or return to supplier.',
  guidance:
    'Posts its value to the books. It cannot be changed: correct it with an opposite movement. For counted ' +
    'stock, use create_stock_count.',
  http: 'POST /stock/movements',
  effect: 'write',
  permission: 'stock:write',
  mcp: 'tool',
  creates: true,
  risky: { type: ['write_off'] },
  keyRequired: true,
  posts: true,
  sideBySide: ({ variant_id: id }) => [`stock ${id}`],
  noUndo: 'counted',
  input: NewMovement,
  output: Movement.extend({ warnings: z.array(z.string()) }),
  refuses: [notFound, validationFailed, forbidden, insufficientStock, locationNotActive, movementExternalIdTaken],
  emits: [stockAdjusted, ...stockEvents],
  async run(context, input) {
    if (input.type === 'write_off') needs(context, 'stock:manage');
    const date = input.effective_date ?? context.today;
    refuseFuture(context, date);
    const [lock, accounts] = await Promise.all([
      lockStock(context, new Map([[input.variant_id, input.quantity]]), input.location_id),
      accountsByRole(context),
    ]);
    const item = checkMovement(input, lock);
    const { planned, movement, difference, credited, warnings } = planMovement(context, input, {
      date,
      lock,
      item,
      short: await shortSince(context, [lock]),
    });
    const [id = ''] = writeMovements(context, planned, {
      date,
      externalId: input.external_id,
      metadata: input.metadata,
      tags: input.tags,
    });
    post(context, postingOf(context, { id, movement, difference, credited, date, accounts, lock }));
    context.emit(stockAdjusted({ movement_ids: [id], location_id: lock.locationId, variant_ids: [input.variant_id] }));
    return { ...(await readMovement(context, id)), warnings };
  },
});
