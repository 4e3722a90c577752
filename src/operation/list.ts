import { z } from 'zod';
import { and, join, type Sql, sql, plannedOnce, unprepared } from '../db/sql.ts';
import { type CursorScope, openCursor, sealCursor } from './cursor.ts';
import { conditionsOf, type Filter } from './filter.ts';
import { expandRows, type Expansions } from './expand.ts';
import { findsFew } from './finds-few.ts';
import { readTotals, type Sums, type Totals } from './list-totals.ts';
import { validationFailed } from './errors.ts';
import type { Context } from './operation.ts';

const pageSizeMax = 100;
const pageSizeDefault = 25;
const countMax = 10_000;
const sortsMax = 3;

export const limitInput = z.int().min(1).max(pageSizeMax).default(pageSizeDefault);
export const cursorInput = z.string().max(512).optional().describe('`next_cursor` of the previous page.');

/** The column is never null. */
export type SortKey = {
  readonly expression: Sql;
  /** The type that its cursor value is read back as. */
  readonly cast: Sql;
  /** The same order, which no index has. */
  readonly unindexed: Sql;
};
export const instantKey = (expression: Sql): SortKey => {
  return { expression, cast: sql`::timestamptz`, unindexed: sql`((${expression}) + interval '0')` };
};
export const dayKey = (expression: Sql): SortKey => {
  return { expression, cast: sql`::date`, unindexed: sql`((${expression}) + 0)` };
};
export const numberKey = (expression: Sql): SortKey => {
  return { expression, cast: sql`::bigint`, unindexed: sql`((${expression}) + 0)` };
};
export const textKey = (expression: Sql): SortKey => {
  return { expression, cast: sql`::text`, unindexed: sql`((${expression}) || '')` };
};
/** Ids are made in the order of time, and the primary key holds them in order. */
export const idKey = (expression: Sql): SortKey => {
  return { expression, cast: sql`::uuid`, unindexed: sql`((${expression})::text collate "C")` };
};

export type List<Sum extends string = never> = {
  readonly name: string;
  /** The column that breaks every tie. */
  readonly id: Sql;
  readonly sorts: Readonly<Record<string, SortKey>>;
  /** Such as `-created_at`. */
  readonly defaultSort: string;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly expansions: Expansions;
  /** Sums of `include=totals` over all rows found; without, the list has none. */
  readonly sums?: Sums<Sum> | undefined;
  readonly input: z.ZodType<ListInput>;
};

export type ListInput = {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sort?: string | undefined;
  readonly fields?: string[] | undefined;
  readonly expand?: string[] | undefined;
  readonly include?: ('total_count' | 'totals')[] | undefined;
  readonly [filter: string]: unknown;
};

export type PageOf<Row, Sum extends string = never> = {
  data: Row[];
  has_more: boolean;
  next_cursor: string | null;
  total_count?: number;
  total_count_capped?: boolean;
  totals?: Totals<Sum>[];
};

/** The output schema of a list whose rows fit `row`. */
export function Page<Row extends z.ZodType>(row: Row) {
  return z.object({
    data: z.array(row),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
    total_count: z.int().optional(),
    total_count_capped: z.boolean().optional(),
  });
}

/** The same of a list that has sums. */
export function PageWithTotals<Row extends z.ZodType, Sum extends z.ZodType>(row: Row, sum: Sum) {
  return Page(row).extend({ totals: z.array(sum).optional().describe('Sums of all records found, by currency.') });
}

type ListSpec<Sum extends string> = Omit<List<Sum>, 'input' | 'expansions'> & {
  /** The schema of a row, whose fields may be named in `fields`. */
  readonly row: z.ZodObject;
  readonly expansions?: Expansions;
};

/** Declares a list once: its input schema, its order, its filters and what may be expanded. */
export function listOf<Sum extends string = never>({ row, expansions = {}, ...spec }: ListSpec<Sum>): List<Sum> {
  const filters = Object.fromEntries(
    Object.entries(spec.filters).map(([name, { schema, required }]) => [
      name,
      required ? schema : optional(name, schema),
    ]),
  );
  const sorts = Object.keys(spec.sorts).flatMap((name) => [name, `-${name}`]);
  const input = z.strictObject({
    limit: limitInput,
    cursor: cursorInput,
    sort: z
      .string()
      .max(100)
      .optional()
      .describe(`Default ${spec.defaultSort}; up to ${sortsMax} of: ${sorts.join(', ')}.`),
    fields: fieldsInput(row).optional(),
    ...expandInput(expansions),
    include: includeInput(spec.sums !== undefined).optional(),
    ...filters,
  });
  // The shape above is the type; filters add optional keys that only their own `where` reads.
  return { ...spec, expansions, input: input as unknown as z.ZodType<ListInput> };
}

/** A search box sends its text as it is typed: an empty one is no search. */
function optional(name: string, schema: z.ZodType): z.ZodType {
  if (name !== 'q') return schema.optional();
  return z.preprocess((text) => (isBlank(text) ? undefined : text), schema.optional()).optional();
}

function isBlank(text: unknown): boolean {
  return typeof text === 'string' && text.trim() === '';
}

function includeInput(hasSums: boolean) {
  const parts = hasSums ? (['total_count', 'totals'] as const) : (['total_count'] as const);
  return z.array(z.enum(parts)).max(parts.length);
}

export function fieldsInput(row: z.ZodObject) {
  const names = Object.keys(row.shape) as [string, ...string[]];
  return z.array(z.enum(names)).min(1).max(names.length);
}

/** The paths that `expand` takes, of which there must be one. */
export function expandPaths(expansions: Expansions) {
  const paths = Object.keys(expansions) as [string, ...string[]];
  return z.array(z.enum(paths)).max(paths.length);
}

function expandInput(expansions: Expansions): { expand?: z.ZodOptional<ReturnType<typeof expandPaths>> } {
  return Object.keys(expansions).length === 0 ? {} : { expand: expandPaths(expansions).optional() };
}

/** Columns, tables, and the condition that holds for the whole list. */
export type Source = {
  readonly select: Sql;
  readonly from: Sql;
  readonly where: Sql;
  /** Columns that take longer to plan than to read: the page is found without them, and they are planned once. */
  readonly isWide?: boolean;
};

/** Reads one page after the cursor. Any page costs the same: it seeks to the cursor's key instead of counting rows. */
export async function page<Row extends object, Sum extends string = never>(
  context: Context,
  list: List<Sum>,
  input: ListInput,
  source: Source,
): Promise<PageOf<Row, Sum>> {
  const order = orderOf(list, input.sort ?? list.defaultSort);
  const filters = conditionsOf(context, list.filters, input);
  const filtered = and([source.where, ...filters]);
  const scope = cursorScope(context, list, input);
  const after = input.cursor === undefined ? undefined : openCursor(scope, input.cursor);
  if (after !== undefined && after.length !== order.length) throw validationFailed();
  const beyond = after === undefined ? sql`true` : seek(order, after);
  const keys = order.map(({ expression }, index) => sql`, (${expression})::text as ${keyColumn(index)}`);
  const walk = { from: source.from, where: and([source.where, beyond]), order: orderBy(order.slice(0, 1)) };
  const isSparse = await findsFew(context, list.filters, input, walk);
  const columns = source.isWide === true ? sql`(${list.id})::text as page_id` : source.select;
  const query = sql`
    select ${columns}${join(keys, sql``)} from ${source.from} where ${and([filtered, beyond])}
    order by ${orderBy(isSparse ? order.map(unindexed) : order)} limit ${input.limit + 1}`;
  const wants = (part: 'total_count' | 'totals') => input.include?.includes(part) === true;
  const [rows, count, totals] = await Promise.all([
    // The rows left by a filter depend on its value, and so does the best index.
    context.db.many<Row & Record<string, string>>(filters.length === 0 ? query : unprepared(query)),
    wants('total_count') ? countRows(context, source, filtered) : undefined,
    wants('totals') && list.sums !== undefined
      ? readTotals(context, list.sums, { from: source.from, where: filtered })
      : undefined,
  ]);
  const hasMore = rows.length > input.limit;
  const shown = hasMore ? rows.slice(0, input.limit) : rows;
  const data = source.isWide === true ? await wideRows<Row>(context, list, source, shown) : shown;
  const last = shown.at(-1);
  const nextKey = order.map((_, index) => last?.[`key_${index}`] ?? '');
  await expandRows(context, data, input.expand, list.expansions);
  return {
    data,
    has_more: hasMore,
    next_cursor: hasMore ? sealCursor(scope, nextKey) : null,
    ...(count === undefined ? {} : { total_count: Math.min(count, countMax), total_count_capped: count > countMax }),
    ...(totals === undefined ? {} : { totals }),
  };
}

/** The rows of a page in their order, by their ids. */
async function wideRows<Row extends object>(
  { db }: Context,
  { id }: Pick<List<string>, 'id'>,
  { select, from, where }: Source,
  found: readonly Readonly<Record<string, unknown>>[],
): Promise<Row[]> {
  const ids = found.map(({ page_id: one }) => one);
  if (ids.length === 0) return [];
  const rows = await db.many<Row & { readonly page_id: string }>(
    plannedOnce(sql`
      select ${select}, (${id})::text as page_id from ${from} where ${where} and ${id} = any(${ids}::uuid[])`),
  );
  const byId = new Map<unknown, Row>(rows.map((row) => [row.page_id, row]));
  return ids.flatMap((one) => byId.get(one) ?? []);
}

type Ordered = SortKey & { readonly descending: boolean };

const unindexed = (key: Ordered): Ordered => ({ ...key, expression: key.unindexed });

const keyColumns = [sql`key_0`, sql`key_1`, sql`key_2`, sql`key_3`];

function keyColumn(index: number): Sql {
  const column = keyColumns[index];
  if (column === undefined) throw new RangeError('more sort keys than columns');
  return column;
}

function orderOf(list: List<string>, sort: string): Ordered[] {
  const names = sort.split(',');
  const ordered = names.map((name) => {
    const descending = name.startsWith('-');
    const plain = descending ? name.slice(1) : name;
    const key = Object.hasOwn(list.sorts, plain) ? list.sorts[plain] : undefined;
    if (key === undefined || names.length > sortsMax) throw unknownSort(list);
    return { ...key, descending };
  });
  const descending = ordered.at(-1)?.descending ?? false;
  return [...ordered, { ...idKey(list.id), descending }];
}

function unknownSort(list: List<string>): Error {
  const message = `Sort by up to ${sortsMax} of ${Object.keys(list.sorts).join(', ')}; a minus in front reverses.`;
  return validationFailed({ errors: [{ pointer: '/sort', code: 'unknown_sort', message }], hint: message });
}

function orderBy(order: readonly Ordered[]): Sql {
  const parts = order.map(({ expression, descending }) =>
    descending ? sql`${expression} desc` : sql`${expression} asc`,
  );
  return join(parts, sql`, `);
}

/** Rows after the key. One row comparison where all directions agree, which an index can seek; else spelled out. */
function seek(order: readonly Ordered[], after: readonly string[]): Sql {
  const values = order.map(({ cast }, index) => sql`(${after[index]}${cast})`);
  const left = join(
    order.map(({ expression }) => expression),
    sql`, `,
  );
  const right = join(values, sql`, `);
  if (order.every(({ descending }) => descending)) return sql`(${left}) < (${right})`;
  if (order.every(({ descending }) => !descending)) return sql`(${left}) > (${right})`;
  const branches = order.map(({ expression, descending }, index) => {
    const equal = order.slice(0, index).map((key, at) => sql`${key.expression} = ${valueAt(values, at)}`);
    const beyond = descending
      ? sql`${expression} < ${valueAt(values, index)}`
      : sql`${expression} > ${valueAt(values, index)}`;
    return sql`(${and([...equal, beyond])})`;
  });
  return sql`(${join(branches, sql` or `)})`;
}

function valueAt(values: readonly Sql[], index: number): Sql {
  return values[index] ?? sql`null`;
}

async function countRows(context: Context, { from }: Source, where: Sql): Promise<number> {
  const row = await context.db.one<{ count: bigint }>(
    sql`select count(*) as count from (select 1 from ${from} where ${where} limit ${countMax + 1}) as counted`,
  );
  return Number(row.count);
}

function cursorScope(context: Context, list: List<string>, input: ListInput): CursorScope {
  const filters = Object.keys(list.filters).map((name) => [name, input[name]]);
  const described = JSON.stringify([list.name, input.sort ?? list.defaultSort, filters], (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return { key: context.secrets.cursors, about: `${context.organization}\n${described}` };
}

/** A pattern for `ilike` that finds the text anywhere in it, wildcards taken literally. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
