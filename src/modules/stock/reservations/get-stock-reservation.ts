import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { fieldsInput } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { readReservation, Reservation } from './reservation.ts';

export const getStockReservation = operation({
  name: 'get_stock_reservation',
  summary: 'Get one stock reservation.',
  http: 'GET /stock/reservations/{id}',
  effect: 'read',
  permission: 'stock:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('reservation'), fields: fieldsInput(Reservation).optional() }),
  output: Reservation,
  refuses: [notFound],
  run: (context, { id }) => readReservation(context, id),
});
