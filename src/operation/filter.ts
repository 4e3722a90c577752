import { z } from 'zod';
import { and, join, type Sql, sql } from '../db/sql.ts';
import type { Day } from '../core/calendar.ts';
import { calendarPeriods, daysOf } from '../core/named-period.ts';
import { Day as DayInput, Id, InstantInput, Text } from '../wire/index.ts';
import type { Context } from './operation.ts';

const customFieldsMax = 5;

/**
 * One filter: what it takes on the wire, and the condition that it becomes for whoever asks. A list of something's own
 * parts requires one.
 */
export type Filter = {
  readonly schema: z.ZodType;
  readonly where: (value: never, context: Context) => Sql;
  readonly required?: true;
  /** What it asks for may be in few of the rows or in none, and has an index: see `page`. */
  readonly mayBeRare?: true;
  /** The same condition for a few rows one by one, where the other may read all that fits it first. */
  readonly whereEach?: Filter['where'];
};

/** Declares a filter with its value's type. */
export function filter<Schema extends z.ZodType>(
  schema: Schema,
  where: (value: z.output<Schema>, context: Context) => Sql,
): Filter {
  return { schema, where };
}

/** The same filter, for something that may be in few of the rows or in none, and has an index. */
export const rarely = (one: Filter): Filter => ({ ...one, mayBeRare: true });

/** A filter by what a row has in another table, which may be in few of the rows or in none. */
export function hasRow<Schema extends z.ZodType>(schema: Schema, rowFor: (value: z.output<Schema>) => Sql): Filter {
  const { where: whereEach } = filter(schema, (value) => sql`exists (${rowFor(value)} offset 0)`);
  return { ...rarely(filter(schema, (value) => sql`exists (${rowFor(value)})`)), whereEach };
}

/**
 * The client that an id means to the caller: null for one that they do not see. A subquery, because as a plain call it
 * would be made for each row that no index finds.
 */
export function clientMeant(id: string): Sql {
  return sql`(select seen_client(${id}::uuid))`;
}

/** Takes the id of a client. Rows that refer to one whom the caller does not see are not found by it. */
export function clientIs(column: Sql): Filter {
  return filter(Id('client'), (id) => sql`${column} = ${clientMeant(id)}`);
}

/** Takes `a,b` (REST) or `["a","b"]` (MCP): any of them. */
export function anyOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  where: (value: Values[number][], context: Context) => Sql,
): Filter {
  return filter(z.array(z.enum(values)).min(1).max(values.length), where);
}

/**
 * The same of a column that says `usual` in nearly all rows. That it says another is written out in `isOther`, so that
 * a partial index of the few others serves them.
 */
export function anyOfMostly<const Values extends readonly [string, ...string[]]>(
  values: Values,
  usual: Values[number],
  { column, isOther }: { readonly column: Sql; readonly isOther: Sql },
): Filter {
  return anyOf(values, (wanted) => {
    const isWanted = sql`${column} = any(${wanted}::text[])`;
    return wanted.includes(usual) ? isWanted : sql`(${isOther} and ${isWanted})`;
  });
}

/** The same filter of a row beside the one that is listed. */
export function within({ where, ...one }: Filter, of: (condition: Sql) => Sql): Filter {
  return { ...one, where: (value, context) => of(where(value, context)) };
}

/** Takes states of records that may be archived. */
export function activeOrArchived(isArchived: Sql): Filter {
  return anyOf(['active', 'archived'], (wanted) =>
    wanted.length === 2 ? sql`true` : sql`(${isArchived}) = ${wanted.includes('archived')}`,
  );
}

/** Takes whether archived records are listed beside the others. Every list that knows them takes this and `status`. */
export function includeArchived(isArchived: Sql): Filter {
  return filter(z.boolean(), (include) => (include ? sql`true` : sql`not (${isArchived})`));
}

/** Hides archived rows unless a filter names them. */
export function unlessAsked(asked: Readonly<Record<string, unknown>>, isArchived: Sql): Sql {
  const isAsked = asked['status'] !== undefined || asked['include_archived'] !== undefined;
  return isAsked ? sql`true` : sql`not (${isArchived})`;
}

/** Takes a value, or bounds: `total[gt]=100` (REST), `{"gt": "100"}` (MCP). */
export function range<Schema extends z.ZodType>(
  schema: Schema,
  expression: Sql,
  bind: (value: z.output<Schema>) => Sql,
): Filter {
  const bounds = z.strictObject(boundsOf(schema));
  return filter(z.union([schema, bounds]), (value) => {
    if (isBounds(value)) return betweenBounds(expression, value as Bounds<z.output<Schema>>, bind);
    return sql`${expression} = ${bind(value as z.output<Schema>)}`;
  });
}

const boundsOf = <Schema extends z.ZodType>(schema: Schema) => ({
  gte: schema.optional(),
  gt: schema.optional(),
  lte: schema.optional(),
  lt: schema.optional(),
});

type Bounds<Value> = { readonly [Bound in 'gte' | 'gt' | 'lte' | 'lt']?: Value | undefined };

function betweenBounds<Value>(expression: Sql, { gte, gt, lte, lt }: Bounds<Value>, bind: (value: Value) => Sql): Sql {
  return and([
    ...(gte === undefined ? [] : [sql`${expression} >= ${bind(gte)}`]),
    ...(gt === undefined ? [] : [sql`${expression} > ${bind(gt)}`]),
    ...(lte === undefined ? [] : [sql`${expression} <= ${bind(lte)}`]),
    ...(lt === undefined ? [] : [sql`${expression} < ${bind(lt)}`]),
  ]);
}

/** Takes an instant, or bounds of instants. */
export function instantRange(column: Sql): Filter {
  return range(InstantInput, column, (instant) => sql`${instant}::timestamptz`);
}

const onDay = (day: Day): Sql => sql`${day}::date`;
const DayBounds = z.strictObject({
  ...boundsOf(DayInput),
  period: z.enum(calendarPeriods).optional().describe('A period that moves on with today.'),
});

/**
 * Takes a day of the organization's calendar, bounds of days, or a period that moves on with today:
 * `sale_date[period]=last_30_days` (REST), `{"period": "last_30_days"}` (MCP).
 */
export function dayRange(column: Sql): Filter {
  return filter(z.union([DayInput, DayBounds]), (value, { today }) => {
    if (typeof value !== 'object') return sql`${column} = ${onDay(value)}`;
    const { period, ...bounds } = value;
    if (period === undefined) return betweenBounds(column, bounds, onDay);
    const { from, to } = daysOf(period, today);
    return and([betweenBounds(column, bounds, onDay), betweenBounds(column, { gte: from, lte: to }, onDay)]);
  });
}

/** Takes values of custom fields by their keys: `custom_fields[region]=north` (REST), `{"region": "north"}` (MCP). */
export function customFieldsAre(column: Sql): Filter {
  const values = z
    .record(Text(40), z.union([z.string().max(1_000), z.boolean()]))
    .refine((fields) => Object.keys(fields).length <= customFieldsMax, {
      error: `Filter by at most ${customFieldsMax} custom fields.`,
    });
  return filter(values, (fields) => and(Object.entries(fields).map((field) => hasCustomField(column, field))));
}

/** In an address there is only text, so `true` there means the word as well as the truth. */
function hasCustomField(column: Sql, [key, value]: [string, string | boolean]): Sql {
  const meant = value === 'true' || value === 'false' ? [value, value === 'true'] : [value];
  const matches = meant.map((one) => sql`${column} @> ${JSON.stringify({ [key]: one })}::jsonb`);
  // The indexes of most tables leave out the records that have none.
  return sql`(${column} <> '{}' and (${join(matches, sql` or `)}))`;
}

function isBounds(value: unknown): boolean {
  const names = ['gte', 'gt', 'lte', 'lt'];
  return typeof value === 'object' && value !== null && Object.keys(value).every((key) => names.includes(key));
}

/** The conditions of the filters that were asked for. */
export function conditionsOf(
  context: Context,
  filters: Readonly<Record<string, Filter>>,
  asked: Readonly<Record<string, unknown>>,
): Sql[] {
  return Object.entries(filters).flatMap(([name, { where }]) =>
    asked[name] === undefined ? [] : [where(asked[name] as never, context)],
  );
}
