import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { forbidden, notFound, refusal, versionConflict } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
import { ActorStamp, Id, Instant, Text } from '../../wire/index.ts';
import { faultsIn, listNamed, listsFor, pathOf } from './lists.ts';

const queryKeysMax = 40;
const queryLettersMax = 10_000;

export const FilterName = Text(100);
export const ListName = z.string().max(64).describe('The list operation, such as `list_sales`.');
/** All that lists take: texts, numbers, yes or no, several texts, or bounds and custom fields by name. */
const Plain = z.union([z.string().max(1_000), z.int(), z.boolean()]);
const Value = z.union([
  Plain,
  z.array(z.string().max(200)).max(100),
  z.record(z.string().max(64), Plain).refine((parts) => Object.keys(parts).length <= queryKeysMax),
]);

export const Query = z
  .record(z.string().max(64), Value)
  .refine((query) => Object.keys(query).length <= queryKeysMax && JSON.stringify(query).length <= queryLettersMax, {
    error: `Send at most ${queryKeysMax} fields and ${queryLettersMax} characters.`,
  })
  .describe('The parameters of the list: filters, `sort`, `fields`, `expand`, `limit`.');

const Fault = z.object({ pointer: z.string(), code: z.string(), message: z.string() });

export const SavedFilter = z.object({
  id: Id('saved_filter'),
  organization_id: Id('organization'),
  member_id: Id('member').describe('The owner of the filter.'),
  name: z.string(),
  list: z.string(),
  query: z.record(z.string(), Value),
  shared: z.boolean().describe('Visible to everyone who may read such records.'),
  url: z.string().nullable().describe('The REST path and query; null if the list no longer exists.'),
  problems: z.array(Fault).describe('Why the list no longer accepts the query; empty while it does.'),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});
export type SavedFilter = z.output<typeof SavedFilter>;
export type SavedFilterRow = Omit<SavedFilter, 'url' | 'problems'>;

export const savedFilterColumns: Sql = sql`id, organization_id, member_id, name, list, query, shared, version,
  created_at, updated_at, created_by, updated_by`;

const Notice = SavedFilter.pick({ id: true, list: true, shared: true, version: true });
export const savedFilterCreated = event('saved_filter.created', Notice);
export const savedFilterUpdated = event('saved_filter.updated', Notice);
export const savedFilterDeleted = event('saved_filter.deleted', Notice);

export const savedFilterNameTaken = refusal(
  'saved_filter_name_taken',
  409,
  'You already have a filter with that name for that list.',
  'Use another `name`, or update the existing filter.',
  ['saved_filters_name_key'],
);

export const wireSavedFilter: (filter: SavedFilter) => unknown = encoderOf(SavedFilter);

export function savedFilter({ settings }: Context, row: SavedFilterRow): SavedFilter {
  const list = listNamed(row.list);
  if (list === undefined) {
    const gone = { pointer: '/list', code: 'unknown_list', message: 'This list no longer exists.' };
    return { ...row, url: null, problems: [gone] };
  }
  const asked = asText(row.query);
  const url = `${settings.publicUrl}/api${pathOf(list)}${asked === '' ? '' : `?${asked}`}`;
  return { ...row, url, problems: [...faultsIn(list, row.query)] };
}

/** As an address has it: `status=draft,confirmed&total[gt]=100`. */
function asText(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value)) return [[name, value.join(',')]];
    if (typeof value !== 'object' || value === null) return [[name, String(value)]];
    return Object.entries(value).map(([bound, one]) => [`${name}[${bound}]`, String(one)]);
  });
  return new URLSearchParams(pairs).toString();
}

/** Filters of the caller, and shared ones of lists that they may read. */
export function visibleTo({ actor, organization }: Context): Sql {
  return sql`organization_id = ${organization} and (member_id = ${actor.memberId}
    or (shared and list = any(${listsFor(actor.permissions)}::text[])))`;
}

/** Locks one that the caller may change: their own, or a shared one with the right to change settings. */
export async function lockSavedFilter(
  context: Context,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
): Promise<SavedFilterRow> {
  const { actor, db } = context;
  const row = await db.maybe<SavedFilterRow>(sql`
    select ${savedFilterColumns} from saved_filters where ${visibleTo(context)} and id = ${id} for update`);
  if (row === undefined) throw notFound();
  if (row.member_id !== actor.memberId && !actor.permissions.has('organization:write')) {
    throw forbidden({
      needs: 'organization:write',
      hint: 'This filter belongs to somebody else. Create your own with create_saved_filter.',
    });
  }
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return row;
}
