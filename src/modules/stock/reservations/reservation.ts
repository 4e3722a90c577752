import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import { notFound, refusal, versionConflict } from '../../../operation/errors.ts';
import { event, type EventKind } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, Id, Instant, Quantity } from '../../../wire/index.ts';
import { Variant } from '../../products/index.ts';
import { Location } from '../locations/location.ts';
import { variantName } from '../movements/movement.ts';

export const reservationStatuses = ['active', 'fulfilled', 'released', 'expired'] as const;
const sources = ['sale'] as const;

export const Reservation = z.object({
  id: Id('reservation'),
  organization_id: Id('organization'),
  variant_id: Id('variant'),
  product_id: Id('product'),
  name: z.string(),
  sku: z.string().nullable(),
  location_id: Id('location'),
  quantity: Quantity,
  status: z.enum(reservationStatuses),
  expires_at: Instant,
  ended_at: Instant.nullable().describe('When it was fulfilled, released or expired.'),
  source: z
    .object({ type: z.enum(sources), id: z.string() })
    .nullable()
    .describe('The draft sale that holds it.'),
  note: z.string().nullable(),
  external_id: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  tags: z.array(z.string()),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});
type Reservation = z.output<typeof Reservation>;

export const ExpandedReservation = Reservation.extend({
  variant: Variant.nullable().optional(),
  location: Location.nullable().optional(),
});

const ReservationNotice = Reservation.pick({
  id: true,
  variant_id: true,
  location_id: true,
  quantity: true,
  expires_at: true,
});
export const stockReserved = event('stock.reserved', ReservationNotice);
/** Held no longer: somebody let it go. */
export const stockReleased = event('stock.released', ReservationNotice);
/** Held no longer: its time is over. */
export const reservationExpired = event('stock.reservation_expired', ReservationNotice);

/** Events of reserving and releasing stock. */
export const holdEvents: readonly EventKind[] = [stockReserved, stockReleased];

export const reservationExternalIdTaken = refusal(
  'reservation_external_id_taken',
  409,
  'Another reservation has that external_id.',
  'List reservations with that `external_id` to find it.',
  ['stock_reservations_external_id_key'],
);

export type ReservationRow = Omit<Reservation, 'name' | 'source'> & {
  readonly product_name: string;
  readonly option_values: readonly string[];
  readonly source_type: (typeof sources)[number] | null;
  readonly source_id: string | null;
};

/** The columns of a reservation called `held`. */
export const reservationColumns: Sql = sql`held.*, item.product_id, item.product_name, item.option_values, item.sku`;

export const reservationSource: Sql = sql`stock_reservations held
  join variants_in_stock item on item.organization_id = held.organization_id and item.id = held.variant_id`;

export function reservationFrom<Row extends ReservationRow>(row: Row) {
  const { product_name: product, option_values: values, source_type: type, source_id: id, ...rest } = row;
  const source = type === null || id === null ? null : { type, id: z.encode(Id(type), id) };
  return { ...rest, name: variantName(product, values), source };
}

export async function readReservation(context: Context, id: string): Promise<Reservation> {
  const row = await context.db.maybe<ReservationRow>(sql`
    select ${reservationColumns} from ${reservationSource}
    where held.organization_id = ${context.organization} and held.id = ${id}`);
  if (row === undefined) throw notFound();
  return reservationFrom(row);
}

/** The reservation as it is about to be changed. Whoever changes it locks the pool of its variant first. */
export async function reservationAt(context: Context, id: string, version?: number): Promise<Reservation> {
  const found = await readReservation(context, id);
  if (version !== undefined && version !== found.version) throw versionConflict({ current_version: found.version });
  return found;
}
