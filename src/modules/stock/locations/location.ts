import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { refusal } from '../../../operation/errors.ts';
import { anyOf, filter } from '../../../operation/filter.ts';
import { textKey } from '../../../operation/list.ts';
import type { Context } from '../../../operation/operation.ts';
import { defineRecord, getRecord, json, listRecords, plain, restoreRecord } from '../../../operation/record/index.ts';
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
} from '../../../wire/index.ts';
import { DefaultValueIds } from '../../dimensions/index.ts';

const locationTypes = ['store', 'warehouse', 'in_transit', 'virtual'] as const;

export const Location = z.object({
  id: Id('location'),
  organization_id: Id('organization'),
  name: z.string(),
  code: z.string(),
  type: z.enum(locationTypes),
  address: Address.nullable(),
  is_default: z.boolean().describe('Used for stock movements that name no location.'),
  dimension_value_ids: z.array(Id('dimension_value')),
  status: z.enum(['active', 'archived']),
  ...recordFields,
  archived_at: Instant.nullable(),
});
export type Location = z.output<typeof Location>;

const Code = z
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
  dimension_value_ids: DefaultValueIds,
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
  dimension_value_ids: DefaultValueIds,
  ...recordPatch,
});

const LocationNotice = z.object({
  id: Id('location'),
  name: z.string(),
  code: z.string(),
  status: z.enum(['active', 'archived']),
  version: z.int(),
});
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

export const locations = defineRecord<typeof Location>({
  name: 'location',
  plural: 'locations',
  table: 'locations',
  path: '/locations',
  permissions: { read: 'stock:read', manage: 'stock:manage' },
  schema: Location,
  columns: { name: plain, code: plain, type: plain, address: json, is_default: plain, dimension_value_ids: plain },
  tells: LocationNotice,
  // Stock moves under a key share of its location.
  lock: 'no key update',
});

export const getLocation = getRecord(locations, { summary: 'Get one stock location.' });

export const listLocations = listRecords(locations, {
  summary: 'List stock locations.',
  sorts: { code: textKey(locations.column('code')), created_at: 'usual', updated_at: 'usual' },
  defaultSort: 'code',
  filters: {
    status: 'usual',
    type: anyOf(locationTypes, (types) => sql`type = any(${types})`),
    code: filter(Code, (code) => sql`code = ${code}`),
    is_default: filter(z.boolean(), (wanted) => sql`is_default = ${wanted}`),
    external_id: 'usual',
    tag: 'usual',
    updated_at: 'usual',
  },
});

export const restoreLocation = restoreRecord(locations, { summary: 'Restore an archived stock location.' });

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
