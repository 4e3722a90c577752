import type { z } from 'zod';
import { identifier, join, nothing, type Sql, sql } from '../../db/sql.ts';
import { actorStamp } from '../actor.ts';
import { encoderOf } from '../encode.ts';
import { invalidStateTransition, notFound, type OperationName, versionConflict } from '../errors.ts';
import { type Emitted, event, type EventKind } from '../events.ts';
import { byId } from '../expand.ts';
import type { Context, Permission } from '../operation.ts';
import type { Prefixed } from '../../wire/index.ts';
import { type Column, json, plain } from './column.ts';

type RecordSpec<Schema extends z.ZodObject> = {
  /** `tax_rate`: the noun of its ids, operations and events. */
  readonly name: Prefixed;
  /** `tax_rates`: the noun of its list. */
  readonly plural: string;
  readonly table: string;
  /** REST path of its list, such as `/tax-rates`. */
  readonly path: `/${string}`;
  readonly permissions: { readonly read: Permission; readonly manage: Permission };
  readonly schema: Schema;
  /** Its own columns by their fields. Those that every record has follow from the schema. */
  readonly columns: Readonly<Record<string, Column>>;
  /** Fields that are worked out from the row alone. */
  readonly computed?: Readonly<Record<string, Sql>>;
  /** Fields that are gathered from other rows, by statements about the row of `table`. */
  readonly gathered?: Readonly<Record<string, Sql>>;
  /** The fields that its events tell. */
  readonly tells: z.ZodType;
  /** `no key update` where other records refer to it while it changes. */
  readonly lock?: 'update' | 'no key update';
};

type Fields = Readonly<Record<string, unknown>>;
/** A column that create and update write. */
type Written = { readonly field: string; readonly name: Sql; readonly toColumn: Column['toColumn'] | undefined };
type RecordEvent = EventKind & ((value: never) => Emitted);

/** Columns of every record's table, where its schema has the field. */
const everyRecord: Readonly<Record<string, Column>> = {
  organization_id: plain,
  id: plain,
  external_id: plain,
  metadata: { toColumn: (value) => JSON.stringify(value ?? {}) },
  custom_fields: { toColumn: (value) => JSON.stringify(value ?? {}) },
  tags: { toColumn: (value) => [...new Set(value as readonly string[] | null | undefined)] },
  version: plain,
  created_at: plain,
  updated_at: plain,
  created_by: json,
  updated_by: json,
  archived_at: plain,
};
/** The statements below write these themselves. */
const managed = new Set([
  'organization_id',
  'id',
  'version',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
  'archived_at',
]);

/** The values of a new record. What is left out or undefined is null, or empty where that is possible. */
export type NewValues<Value> = { readonly [Field in keyof Value]?: Value[Field] | null | undefined };

/**
 * A kind of record that an organisation keeps: how a row becomes a record and a record a row, and the statements that
 * read, lock and write one. Plain operations follow from it (`getRecord`, `listRecords`, …); whatever is more than
 * plain is an operation in a file of its own, in terms of these functions.
 */
export type RecordKind<Schema extends z.ZodObject = z.ZodObject, Value extends object = z.output<Schema>> = {
  readonly spec: RecordSpec<Schema>;
  readonly events: Readonly<Record<'created' | 'updated' | 'archived' | 'restored' | 'deleted', RecordEvent>>;
  /** Selected columns of a row. */
  readonly columns: Sql;
  readonly table: Sql;
  /** A column of the table by its name, for filters and orders. */
  column(this: void, name: string): Sql;
  /** From a row of {@link columns}. */
  toRecord(this: void, context: Context, row: object): Value;
  /** Throws `not_found` where the organisation has none with that id. */
  find(this: void, context: Context, id: string): Promise<Value>;
  load(this: void, context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Value>>;
  /** The same as `find`, locked until the transaction ends, and refused where the caller saw another version. */
  lock(this: void, context: Context, id: string, version?: number): Promise<Value>;
  /** Writes a new record with this id and tells of it. */
  create(this: void, context: Context, id: string, values: NewValues<Value>): Promise<Value>;
  /** Writes a locked record as it will be, keeps it as it was for the audit log, and tells of it. */
  update(this: void, context: Context, current: Value, next: Value): Promise<Value>;
  /** Throws `invalid_state_transition`, which tells what is possible instead. */
  mustBe(this: void, current: Value, status: 'active' | 'archived'): void;
  /** Refused where it is archived already. */
  archive(this: void, context: Context, current: Value): Promise<Value>;
  /** Refused where it is not archived. */
  restore(this: void, context: Context, current: Value): Promise<Value>;
  /** Deletes a locked record. Refused with `has_history` where others refer to it: the database knows them all. */
  remove(this: void, context: Context, current: Value): Promise<{ readonly id: string; readonly deleted: true }>;
  /** Keeps the record as it was for the audit log. */
  keepBefore(this: void, context: Context, current: Value): void;
};

export function defineRecord<Schema extends z.ZodObject, Value extends object = z.output<Schema>>(
  spec: RecordSpec<Schema>,
): RecordKind<Schema, Value> {
  type Known = Value & {
    readonly id: string;
    readonly version: number;
    readonly status?: string;
    readonly archived_at?: string | null;
  };
  const { name, schema, lock = 'update', computed = {}, gathered = {} } = spec;
  const table = identifier(spec.table);
  const column = (field: string): Sql => sql`${table}.${identifier(field)}`;
  const kept = Object.entries({ ...spec.columns, ...inSchema(everyRecord, schema) });
  const reads = kept.filter(([, { writeOnly }]) => writeOnly !== true);
  const codecs = reads.filter(([, { toField }]) => toField !== undefined);
  const writes = kept
    .filter(([field, { readOnly }]) => !managed.has(field) && readOnly !== true)
    .map(([field, { name: stored = field, toColumn }]): Written => ({ field, name: identifier(stored), toColumn }));
  const others = Object.entries({ ...statusOf(schema, column), ...computed, ...gathered });
  checkComplete(spec, [...reads, ...others]);
  const writtenNames = join(
    writes.map((one) => one.name),
    sql`, `,
  );
  const columns = join(
    [
      ...reads.map(([field, { name: stored = field }]) => sql`${column(stored)} as ${identifier(field)}`),
      ...others.map(([field, expression]) => sql`${expression} as ${identifier(field)}`),
    ],
    sql`, `,
  );
  const encode = encoderOf(schema);
  const tells = (what: string): RecordEvent => event(`${name}.${what}`, spec.tells);
  const events = {
    created: tells('created'),
    updated: tells('updated'),
    archived: tells('archived'),
    restored: tells('restored'),
    deleted: tells('deleted'),
  };

  const toRecord = (context: Context, row: object): Known => {
    const record = row as Record<string, unknown>;
    for (const [field, { toField }] of codecs) record[field] = toField?.(record[field], context);
    return record as Known;
  };
  const select = ({ organization }: Context, condition: Sql): Sql =>
    sql`select ${columns} from ${table} where ${column('organization_id')} = ${organization} and ${condition}`;
  const read = async (context: Context, id: string, locked: Sql = nothing): Promise<Known> => {
    const row = await context.db.maybe<object>(sql`${select(context, sql`${column('id')} = ${id}`)}${locked}`);
    if (row === undefined) throw notFound();
    return toRecord(context, row);
  };
  const lockClause = lock === 'update' ? sql` for update of ${table}` : sql` for no key update of ${table}`;

  /** Columns gathered from other rows are read after those are written, in one round trip. */
  const written = async (context: Context, id: string, statement: Sql): Promise<Known> => {
    if (spec.gathered === undefined) {
      return toRecord(context, await context.db.one<object>(sql`${statement} returning ${columns}`));
    }
    const [, record] = await Promise.all([context.db.run(statement), read(context, id)]);
    return record;
  };
  const set = (context: Context, id: string, assignments: readonly Sql[]): Promise<Known> => {
    const { organization, now, actor } = context;
    const statement = sql`
      update ${table} set ${join(assignments, sql`, `)}, version = ${column('version')} + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where ${column('organization_id')} = ${organization} and ${column('id')} = ${id}`;
    return written(context, id, statement);
  };
  const keepBefore = (context: Context, current: Value): void => context.before(encode(current));
  const setStatus = async (context: Context, current: Known, to: 'archived' | 'active'): Promise<Known> => {
    mustBe(name, statusIn(current), to === 'archived' ? 'active' : 'archived');
    keepBefore(context, current);
    const changed = await set(context, current.id, [sql`archived_at = ${to === 'archived' ? context.now : null}`]);
    context.emit(events[to === 'archived' ? 'archived' : 'restored'](changed as never));
    return changed;
  };

  return {
    spec,
    events,
    columns,
    table,
    column,
    toRecord,
    keepBefore,
    find: (context, id) => read(context, id),
    async load(context, ids) {
      const rows = await context.db.many<object>(select(context, sql`${column('id')} = any(${ids}::uuid[])`));
      return byId(rows.map((row) => toRecord(context, row)));
    },
    async lock(context, id, version) {
      const current = await read(context, id, lockClause);
      if (version === undefined || version === current.version) return current;
      throw versionConflict({ current_version: current.version });
    },
    async create(context, id, values) {
      const { organization, now, actor } = context;
      const stamp = JSON.stringify(actorStamp(actor));
      const given = writes.map((one) => sql`${bound(one, values)}`);
      const statement = sql`
        insert into ${table} (organization_id, id, ${writtenNames},
          created_at, updated_at, created_by, updated_by)
        values (${organization}, ${id}, ${join(given, sql`, `)}, ${now}, ${now}, ${stamp}, ${stamp})`;
      const created = await written(context, id, statement);
      context.emit(events.created(created as never));
      return created;
    },
    async update(context, current, next) {
      keepBefore(context, current);
      const assignments = writes.map((one) => sql`${one.name} = ${bound(one, next as Fields)}`);
      const changed = await set(context, (current as Known).id, assignments);
      context.emit(events.updated(changed as never));
      return changed;
    },
    async remove(context, current) {
      const { id } = current as Known;
      keepBefore(context, current);
      context.db.later(sql`
        delete from ${table} where ${column('organization_id')} = ${context.organization} and ${column('id')} = ${id}`);
      context.emit(events.deleted(current as never));
      return { id, deleted: true };
    },
    mustBe: (current, status) => mustBe(name, statusIn(current), status),
    archive: (context, current) => setStatus(context, current as Known, 'archived'),
    restore: (context, current) => setStatus(context, current as Known, 'active'),
  };
}

function bound({ field, toColumn }: Written, record: Fields): unknown {
  const value = record[field];
  return toColumn === undefined ? (value ?? null) : toColumn(value, record);
}

function inSchema(columns: Readonly<Record<string, Column>>, { shape }: z.ZodObject): Record<string, Column> {
  return Object.fromEntries(Object.entries(columns).filter(([field]) => Object.hasOwn(shape, field)));
}

/** Archived where the row says when, unless the record works out its status by itself. */
function statusOf({ shape }: z.ZodObject, column: (name: string) => Sql): Readonly<Record<string, Sql>> {
  if (!Object.hasOwn(shape, 'status')) return {};
  return { status: sql`case when ${column('archived_at')} is null then 'active' else 'archived' end` };
}

/** A field that no column and no expression fills would be missing from every answer: the service does not start. */
function checkComplete({ name, schema }: RecordSpec<z.ZodObject>, filled: readonly (readonly [string, unknown])[]) {
  const missing = Object.keys(schema.shape).filter((field) => filled.every(([one]) => one !== field));
  if (missing.length > 0) throw new RangeError(`${name} has no column for ${missing.join(', ')}`);
}

/** Some records tell their status only by when they were archived. */
function statusIn({ status, archived_at: at }: { readonly status?: string; readonly archived_at?: string | null }) {
  return status ?? (at === null ? 'active' : 'archived');
}

function mustBe(name: string, status: string, wanted: 'active' | 'archived'): void {
  if (status === wanted) return;
  const ways: Readonly<Record<string, OperationName>> = { archived: `restore_${name}`, active: `archive_${name}` };
  const way = ways[status];
  throw invalidStateTransition({ status, allowed: way === undefined ? [] : [way] });
}
