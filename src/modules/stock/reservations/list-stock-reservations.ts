import { sql } from '../../../db/sql.ts';
import { anyOf, filter, instantRange } from '../../../operation/filter.ts';
import { idKey, instantKey, listOf, Page, page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { seenWith } from '../../../operation/seen-with.ts';
import { ExternalId, Id, Text } from '../../../wire/index.ts';
import { loadVariants } from '../../products/index.ts';
import { locations } from '../locations/location.ts';
import {
  ExpandedReservation,
  reservationColumns,
  reservationFrom,
  type ReservationRow,
  reservationSource,
  reservationStatuses,
} from './reservation.ts';

const list = listOf({
  name: 'stock_reservations',
  row: ExpandedReservation,
  id: sql`held.id`,
  sorts: {
    created_at: idKey(sql`held.id`),
    expires_at: instantKey(sql`held.expires_at`),
  },
  defaultSort: '-created_at',
  filters: {
    status: anyOf(reservationStatuses, (statuses) => sql`held.status = any(${statuses})`),
    variant_id: filter(Id('variant'), (id) => sql`held.variant_id = ${id}`),
    location_id: filter(Id('location'), (id) => sql`held.location_id = ${id}`),
    sale_id: filter(Id('sale'), (id) => sql`held.source_id = ${id} and held.source_type = 'sale'`),
    expires_at: instantRange(sql`held.expires_at`),
    external_id: filter(ExternalId, (id) => sql`held.external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`held.tags @> ${[tag]}::text[]`),
  },
  expansions: { variant: seenWith('products:read', loadVariants), location: locations.load },
});

export const listStockReservations = operation({
  name: 'list_stock_reservations',
  summary: 'List stock reservations, latest first, including past ones.',
  http: 'GET /stock/reservations',
  effect: 'read',
  permission: 'stock:read',
  mcp: 'action',
  input: list.input,
  output: Page(ExpandedReservation),
  async run(context, input) {
    const found = await page<ReservationRow>(context, list, input, {
      select: reservationColumns,
      from: reservationSource,
      where: sql`held.organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map(reservationFrom) };
  },
});
