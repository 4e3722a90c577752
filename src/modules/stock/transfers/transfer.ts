import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { notFound, refusal, versionConflict } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import {
  ActorStamp,
  Day,
  ExternalId,
  Id,
  Instant,
  Metadata,
  Quantity,
  Tags,
  Text,
  Version,
} from '../../../wire/index.ts';
import { Location } from '../locations/location.ts';
import { variantName } from '../movements/movement.ts';

export const transferStatuses = ['draft', 'in_transit', 'received', 'cancelled'] as const;
const linesMax = 500;

const TransferLine = z.object({
  position: z.int(),
  variant_id: Id('variant'),
  name: z.string(),
  sku: z.string().nullable(),
  quantity: Quantity,
  received: Quantity,
  returned: Quantity.describe('Returned to source when the rest was cancelled.'),
  in_transit: Quantity.describe('Still in transit.'),
});
export type TransferLine = z.output<typeof TransferLine>;

export const Transfer = z.object({
  id: Id('transfer'),
  organization_id: Id('organization'),
  number: z.string().nullable().describe('Assigned when it is sent.'),
  status: z.enum(transferStatuses),
  from_location_id: Id('location'),
  to_location_id: Id('location'),
  transit_location_id: Id('location').nullable().describe('The location its goods are in while in transit.'),
  expected_on: Day.nullable(),
  note: z.string().nullable(),
  lines: z.array(TransferLine),
  sent_at: Instant.nullable(),
  ended_at: Instant.nullable().describe('When it was fully received, or cancelled.'),
  external_id: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  tags: z.array(z.string()),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});
export type Transfer = z.output<typeof Transfer>;

/** In a list without its lines, of which there may be hundreds. */
export const ExpandedTransfer = Transfer.omit({ lines: true }).extend({
  from_location: Location.nullable().optional(),
  to_location: Location.nullable().optional(),
});

export const TransferLines = z
  .array(z.strictObject({ variant_id: Id('variant'), quantity: Quantity }))
  .min(1)
  .max(linesMax);

export const transferInput = {
  to_location_id: Id('location'),
  lines: TransferLines.describe('Each variant once.'),
  expected_on: Day.nullable().optional(),
  note: Text(1_000).nullable().optional(),
  external_id: ExternalId.nullable().optional(),
  metadata: Metadata.optional(),
  tags: Tags.optional(),
};

export const TransferAtVersion = z.strictObject({ id: Id('transfer'), version: Version.optional() });
const effectiveDate = Day.optional().describe('Date the goods move. Default: today. Not later.');
/** Of what moves the goods of a transfer. */
export const TransferMoved = TransferAtVersion.extend({ effective_date: effectiveDate });

const TransferNotice = Transfer.pick({
  id: true,
  number: true,
  status: true,
  from_location_id: true,
  to_location_id: true,
  version: true,
});
export const transferCreated = event('stock_transfer.created', TransferNotice);
export const transferUpdated = event('stock_transfer.updated', TransferNotice);
export const transferSent = event('stock_transfer.sent', TransferNotice);
/** Some or all of it arrived. */
export const transferReceived = event('stock_transfer.received', TransferNotice);
export const transferCancelled = event('stock_transfer.cancelled', TransferNotice);

export const transferExternalIdTaken = refusal(
  'stock_transfer_external_id_taken',
  409,
  'Another stock transfer has that external_id.',
  'List transfers with that `external_id` to find it.',
  ['stock_transfers_external_id_key'],
);
export const exceedsTransit = refusal(
  'exceeds_in_transit',
  409,
  'The quantity received exceeds what is in transit.',
  'Receive at most `max` of each variant in `lines`; record any surplus with a stock count.',
);

export type TransferRow = Omit<Transfer, 'lines'>;
type LineRow = Omit<TransferLine, 'name' | 'in_transit'> & {
  readonly product_name: string;
  readonly option_values: readonly string[];
};

export const transferColumns: Sql = sql`stock_transfers.*`;

/** The transfer and its lines as they are, in one flight; locked, where it is about to be changed. */
export async function readTransfer(context: Context, id: string, { lock = false } = {}): Promise<Transfer> {
  const { db, organization } = context;
  const [row, lines] = await Promise.all([
    db.maybe<TransferRow>(sql`
      select ${transferColumns} from stock_transfers where organization_id = ${organization} and id = ${id}
      ${lock ? sql`for no key update` : sql``}`),
    db.many<LineRow>(sql`
      select line.position, line.variant_id, item.product_name, item.option_values, item.sku, line.quantity,
        line.received, line.returned
      from stock_transfer_lines line
      join variants_in_stock item on item.organization_id = line.organization_id and item.id = line.variant_id
      where line.organization_id = ${organization} and line.transfer_id = ${id} order by line.position`),
  ]);
  if (row === undefined) throw notFound();
  return { ...row, lines: lines.map(lineFrom) };
}

function lineFrom({ product_name: product, option_values: values, ...line }: LineRow): TransferLine {
  const inTransit = line.quantity - line.received - line.returned;
  return { ...line, name: variantName(product, values), in_transit: inTransit };
}

/** Locks the transfer, checks that it is the version that the caller saw, and keeps it for the audit log. */
export async function lockTransfer(context: Context, id: string, version?: number): Promise<Transfer> {
  const transfer = await readTransfer(context, id, { lock: true });
  if (version !== undefined && version !== transfer.version)
    throw versionConflict({ current_version: transfer.version });
  context.before(encoderOf(Transfer)(transfer));
  return transfer;
}
