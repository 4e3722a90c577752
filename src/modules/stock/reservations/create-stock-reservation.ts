import { z } from 'zod';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { ExternalId, Id, InstantInput, Metadata, Quantity, Tags, Text } from '../../../wire/index.ts';
import { settingsOf } from '../../organization/index.ts';
import { expiryOf } from './expiry.ts';
import { holdStock } from './holds.ts';
import { insufficientStock } from '../levels/insufficient-stock.ts';
import { locationNotActive } from '../locations/location.ts';
import { checkQuantity, stockedVariant } from '../movements/movement-input.ts';
import { readReservation, Reservation, reservationExternalIdTaken, stockReserved } from './reservation.ts';
import { stockEvents } from '../stock-events.ts';
import { lockStock } from '../levels/stock-lock.ts';

export const createStockReservation = operation({
  name: 'create_stock_reservation',
  summary: 'Create a stock reservation that holds a variant until it expires.',
  guidance:
    'Expired reservations are released automatically. To reserve the goods of a draft sale, use create_sale ' +
    'with `reserve`.',
  http: 'POST /stock/reservations',
  effect: 'write',
  permission: 'stock:write',
  mcp: 'action',
  creates: true,
  keyRequired: true,
  undo: undoneBy('release_stock_reservation'),
  input: z.strictObject({
    variant_id: Id('variant'),
    location_id: Id('location').optional().describe('Default: the default location.'),
    quantity: Quantity,
    expires_at: InstantInput.optional().describe('Default: the reservation period of the organisation.'),
    note: Text(1_000).optional(),
    external_id: ExternalId.optional(),
    metadata: Metadata.optional(),
    tags: Tags.optional(),
  }),
  output: Reservation.extend({ warnings: z.array(z.string()) }),
  refuses: [notFound, validationFailed, insufficientStock, locationNotActive, reservationExternalIdTaken],
  emits: [stockReserved, ...stockEvents],
  async run(context, { variant_id: variantId, location_id: locationId, quantity, expires_at: asked, ...about }) {
    const [lock, settings] = await Promise.all([
      lockStock(context, new Map([[variantId, quantity]]), locationId),
      settingsOf(context),
    ]);
    const item = stockedVariant(lock, variantId, '');
    checkQuantity(item, quantity, '/quantity');
    if (quantity === 0n) throw fault('/quantity', 'not_positive', 'Write more than zero.');
    const expiresAt = expiryOf(context, settings.reservationMinutes, asked);
    const { ids, warnings } = holdStock(context, lock, {
      demands: [{ variantId, quantity }],
      expiresAt,
      about,
    });
    const [id = ''] = ids;
    return { ...(await readReservation(context, id)), warnings: [...warnings] };
  },
});
