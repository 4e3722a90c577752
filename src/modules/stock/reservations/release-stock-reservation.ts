import { z } from 'zod';
import { encoderOf } from '../../../operation/encode.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import { activeAmong, letGo } from './holds.ts';
import { readReservation, Reservation, reservationAt, stockReleased } from './reservation.ts';

export const releaseStockReservation = operation({
  name: 'release_stock_reservation',
  summary: 'Release a stock reservation, making its stock available again.',
  http: 'POST /stock/reservations/{id}/release',
  effect: 'write',
  permission: 'stock:write',
  mcp: 'action',
  keyRequired: true,
  noUndo: 'ended',
  input: z.strictObject({ id: Id('reservation'), version: Version.optional() }),
  output: Reservation,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [stockReleased],
  async run(context, { id, version }) {
    const before = await reservationAt(context, id, version);
    const find = () => activeAmong(context, [id]);
    const held = before.status === 'active' ? await letGo(context, [before], { status: 'released', find }) : [];
    context.before(encoderOf(Reservation)(before));
    const after = await readReservation(context, id);
    if (held.length === 0) throw invalidStateTransition({ status: after.status, allowed: [] });
    return after;
  },
});
