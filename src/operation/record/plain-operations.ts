import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { ExternalId, Id, type Prefixed, Text, Version } from '../../wire/index.ts';
import { hasHistory, invalidStateTransition, notFound, type Refusal, versionConflict } from '../errors.ts';
import type { Expansions } from '../expand.ts';
import { activeOrArchived, type Filter, filter, includeArchived, instantRange } from '../filter.ts';
import { fieldsInput, instantKey, listOf, Page, page, type SortKey } from '../list.ts';
import { type Operation, operation } from '../operation.ts';
import { undoneBy } from '../undo.ts';
import type { RecordKind } from './record.ts';

/** Texts and refusals of a plain operation. */
type Words = { readonly summary: string; readonly guidance?: string };
type PlainWrite = Words & { readonly refuses?: readonly Refusal[] };

export function getRecord({ spec, find }: RecordKind, words: Words): Operation {
  return operation({
    name: `get_${spec.name}`,
    ...words,
    http: `GET ${spec.path}/{id}`,
    effect: 'read',
    permission: spec.permissions.read,
    mcp: 'action',
    input: z.strictObject({ id: Id(spec.name), fields: fieldsInput(spec.schema).optional() }),
    output: spec.schema,
    refuses: [notFound],
    run: (context, { id }) => find(context, id),
  });
}

type PlainList = Words & {
  readonly sorts: Readonly<Record<string, SortKey | 'usual'>>;
  /** Such as `-created_at`. */
  readonly defaultSort: string;
  /** `usual` where it filters as lists of all records do by that field. */
  readonly filters: Readonly<Record<string, Filter | 'usual'>>;
  /** Rows with what `expand` adds to them. */
  readonly row?: z.ZodObject;
  readonly expansions?: Expansions;
};

export function listRecords(record: RecordKind, declared: PlainList): Operation {
  const { sorts, defaultSort, row, expansions, ...words } = declared;
  const filters =
    'status' in declared.filters ? { ...declared.filters, include_archived: 'usual' as const } : declared.filters;
  const { spec, column } = record;
  const output = row ?? spec.schema;
  const list = listOf({
    name: spec.plural,
    row: output,
    id: column('id'),
    sorts: usualIn(sorts, (name) => instantKey(column(name))),
    defaultSort,
    filters: usualIn(filters, (name) => usualFilter(record, name)),
    ...(expansions === undefined ? {} : { expansions }),
  });
  return operation({
    name: `list_${spec.plural}`,
    ...words,
    http: `GET ${spec.path}`,
    effect: 'read',
    permission: spec.permissions.read,
    mcp: 'action',
    input: list.input,
    output: Page(output),
    async run(context, input) {
      const { data, ...rest } = await page<object>(context, list, input, {
        select: record.columns,
        from: record.table,
        where: sql`${column('organization_id')} = ${context.organization}`,
      });
      return { data: data.map((found) => record.toRecord(context, found)), ...rest };
    },
  });
}

export function archiveRecord(record: RecordKind, plain: PlainWrite): Operation {
  return statusOperation(record, { verb: 'archive', back: 'restore', event: record.events.archived }, plain);
}

export function restoreRecord(record: RecordKind, plain: PlainWrite): Operation {
  return statusOperation(record, { verb: 'restore', back: 'archive', event: record.events.restored }, plain);
}

type StatusChange = {
  readonly verb: 'archive' | 'restore';
  /** Undoes it. */
  readonly back: 'archive' | 'restore';
  readonly event: RecordKind['events']['archived'];
};

function statusOperation(
  record: RecordKind,
  { verb, back, event }: StatusChange,
  { refuses = [], ...words }: PlainWrite,
): Operation {
  const { spec } = record;
  return operation({
    name: `${verb}_${spec.name}`,
    ...words,
    http: `POST ${spec.path}/{id}/${verb}`,
    effect: 'write',
    permission: spec.permissions.manage,
    mcp: 'action',
    idempotent: true,
    undo: undoneBy(`${back}_${spec.name}`),
    input: atVersion(spec.name),
    output: spec.schema,
    refuses: [notFound, versionConflict, invalidStateTransition, ...refuses],
    emits: [event],
    run: async (context, { id, version }) => record[verb](context, await record.lock(context, id, version)),
  });
}

export function deleteRecord(record: RecordKind, { refuses = [], ...words }: PlainWrite): Operation {
  const { spec, events } = record;
  return operation({
    name: `delete_${spec.name}`,
    ...words,
    http: `DELETE ${spec.path}/{id}`,
    effect: 'destructive',
    permission: spec.permissions.manage,
    mcp: 'action',
    noUndo: 'deleted',
    input: atVersion(spec.name),
    output: z.object({ id: Id(spec.name), deleted: z.literal(true) }),
    refuses: [notFound, versionConflict, hasHistory, ...refuses],
    emits: [events.deleted],
    run: async (context, { id, version }) => record.remove(context, await record.lock(context, id, version)),
  });
}

function atVersion(name: Prefixed) {
  return z.strictObject({ id: Id(name), version: Version.optional() });
}

function usualIn<Declared>(
  declared: Readonly<Record<string, Declared | 'usual'>>,
  usual: (name: string) => Declared,
): Readonly<Record<string, Declared>> {
  const entries = Object.entries(declared).map(([name, one]) => [name, one === 'usual' ? usual(name) : one] as const);
  return Object.fromEntries(entries);
}

function usualFilter({ spec, column }: RecordKind, name: string): Filter {
  switch (name) {
    case 'status':
      return activeOrArchived(sql`${column('archived_at')} is not null`);
    case 'include_archived':
      return includeArchived(sql`${column('archived_at')} is not null`);
    case 'external_id':
      return filter(ExternalId, (id) => sql`${column('external_id')} = ${id}`);
    case 'tag':
      return filter(Text(50), (tag) => sql`${column('tags')} @> ${[tag]}::text[]`);
    case 'created_at':
    case 'updated_at':
      return instantRange(column(name));
    default:
      throw new RangeError(`${spec.name} has no usual filter by ${name}`);
  }
}
