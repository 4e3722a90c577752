import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { notFound, refusal, versionConflict } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import { byId } from '../../operation/expand.ts';
import type { Context } from '../../operation/operation.ts';
import {
  Address,
  AddressInput,
  AddressPatch,
  Id,
  Instant,
  Name,
  recordFields,
  recordInput,
  recordPatch,
  Version,
} from '../../wire/index.ts';

export const locationTypes = ['store', 'warehouse', 'in_transit', 'virtual'] as const;

export const Location = z.object({
  id: Id('location'),
  organization_id: Id('organization'),
  name: z.string(),
  code: z.string(),
  type: z.enum(locationTypes),
  address: Address.nullable(),
  is_default: z.boolean().describe('Used for stock movements that name no location.'),
  status: z.enum(['active', 'archived']),
  ...recordFields,
  archived_at: Instant.nullable(),
});
export type Location = z.output<typeof Location>;

export const Code = z
  .string()
  .trim()
  .toUpperCase()
  .max(20)
  .regex(/^[A-Z0-9][A-Z0-9_.-]*$/, {
    error: 'Write letters, digits, hyphens, dots and underscores, such as "SHOP-1".',
  });

export const NewLocation = z.strictObject({
  name: Name,
  code: Code.describe('Unique, ignoring case.'),
  type: z.enum(locationTypes).default('store'),
  address: AddressInput.nullable().optional(),
  is_default: z.boolean().default(false),
  ...recordInput,
});

export const LocationPatch = z.strictObject({
  id: Id('location'),
  name: Name.optional(),
  code: Code.optional(),
  type: z.enum(locationTypes).optional(),
  address: AddressPatch.nullable().optional(),
  is_default: z
    .literal(true)
    .optional()
    .describe('Makes this the default location; the previous default no longer is.'),
  ...recordPatch,
});

export const LocationAtVersion = z.strictObject({ id: Id('location'), version: Version.optional() });

const LocationNotice = z.object({
  id: Id('location'),
  name: z.string(),
  code: z.string(),
  status: z.enum(['active', 'archived']),
  version: z.int(),
});
export const locationCreated = event('location.created', LocationNotice);
export const locationUpdated = event('location.updated', LocationNotice);
export const locationArchived = event('location.archived', LocationNotice);
export const locationRestored = event('location.restored', LocationNotice);

export const locationCodeTaken = refusal(
  'location_code_taken',
  409,
  'Another location has that code.',
  'Choose another `code`.',
  ['locations_code_key'],
);
export const locationExternalIdTaken = refusal(
  'location_external_id_taken',
  409,
  'Another location has that external_id.',
  'List locations with that `external_id` to find it.',
  ['locations_external_id_key'],
);
export const locationStocked = refusal(
  'location_stocked',
  409,
  'The location has stock on hand or incoming.',
  'Count or move it to zero first; GET /api/stock/levels?location_id= lists it.',
);
export const locationIsDefault = refusal(
  'location_is_default',
  409,
  'The default location cannot be archived.',
  'Make another location the default first.',
  ['locations_default_stays'],
);
export const locationNotActive = refusal(
  'location_not_active',
  409,
  'The location is archived.',
  'Restore it, or use another `location_id`.',
);

export const locationColumns: Sql = sql`locations.*,
  case when locations.archived_at is null then 'active' else 'archived' end as status`;

/** A location as it goes out, for the audit log. */
export const wireLocation: (location: Location) => unknown = encoderOf(Location);

export async function readLocation({ db, organization }: Context, id: string): Promise<Location> {
  const row = await db.maybe<Location>(sql`
    select ${locationColumns} from locations where organization_id = ${organization} and id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}

export async function loadLocations(
  { db, organization }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Location>> {
  return byId(
    await db.many<Location>(sql`
      select ${locationColumns} from locations where organization_id = ${organization} and id = any(${ids}::uuid[])`),
  );
}

/** Reads the location, locks it, and checks that it is the version that the caller saw. */
export async function lockLocation(context: Context, id: string, version?: number): Promise<Location> {
  const { db, organization } = context;
  const row = await db.maybe<Location>(sql`
    select ${locationColumns} from locations where organization_id = ${organization} and id = ${id} for no key update`);
  if (row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return row;
}

/**
 * Makes room for another default. Whoever changes the default first locks all locations in the order of their ids,
 * since two at once would otherwise each see the other's as it was.
 */
export function dropDefault({ db, organization, now }: Context, nextId: string): void {
  db.later(sql`
    select id from locations where organization_id = ${organization} order by id for no key update`);
  db.later(sql`
    update locations set is_default = false, version = version + 1, updated_at = ${now}
    where organization_id = ${organization} and is_default and id <> ${nextId}`);
}
