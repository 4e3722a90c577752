import { z } from 'zod';
import type { Day } from '../../core/calendar.ts';
import { sql } from '../../db/sql.ts';
import { batchedByIds } from '../../operation/batched.ts';
import { fault, missing } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { dimensionsMax } from './dimension.ts';

/** The values that a line names, one of a dimension at most. */
export const DimensionValueIds = z.array(Id('dimension_value')).max(dimensionsMax);

/** Those that a record gives to new lines. */
export const DefaultValueIds = DimensionValueIds.optional().describe(
  'Values of dimensions of new lines that name none. Archived ones and those of other days are left out.',
);

type Named = { readonly dimension_value_ids?: readonly string[] | undefined };

/** A value as lines need it. */
type ValueFacts = {
  readonly id: string;
  readonly dimension_id: string;
  readonly dimension: string;
  readonly code: string;
  readonly starts_on: Day | null;
  readonly ends_on: Day | null;
  readonly is_archived: boolean;
};

export type DimensionValues = ReadonlyMap<string, ValueFacts>;

/** Values that lines name, by their ids; what is not there is not in it. Asks nothing where none is named. */
export async function dimensionValuesNamed(context: Context, named: readonly Named[]): Promise<DimensionValues> {
  const ids = [...new Set(named.flatMap((one) => one.dimension_value_ids ?? []))];
  return ids.length === 0 ? new Map() : valuesWith(context, ids);
}

const valuesWith = batchedByIds(async ({ db, organization }: Context, ids) => {
  const rows = await db.many<ValueFacts>(sql`
    select value.id, value.dimension_id, dimension.name as dimension, value.code, value.starts_on, value.ends_on,
      value.archived_at is not null or dimension.archived_at is not null as is_archived
    from dimension_values as value
    join dimensions as dimension on dimension.organization_id = value.organization_id
      and dimension.id = value.dimension_id
    where value.organization_id = ${organization} and value.id = any(${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
});

/** Refuses ids that lead to nothing, before anything else is said of the lines. */
export function refuseUnknownValues(given: GivenLines, values: DimensionValues): void {
  const all = [given, ...given.lines].map((one, index) => ({
    ids: one.dimension_value_ids ?? [],
    pointer: index === 0 ? '/dimension_value_ids' : `/lines/${index - 1}/dimension_value_ids`,
  }));
  for (const { ids, pointer } of all) {
    const unknown = ids.findIndex((id) => !values.has(id));
    if (unknown !== -1) throw missing(`${pointer}/${unknown}`, 'dimension value');
  }
}

type Asked = {
  readonly values: DimensionValues;
  /** The day of the line. */
  readonly day: Day;
  /** Where the ids stand in the input. */
  readonly pointer: string;
  /** Those that the line had before: they may have been archived or ended since. */
  readonly kept?: readonly string[] | undefined;
};

/**
 * The ids in the order of their dimensions, so that equal ones are written alike. Refuses what is unknown, archived, of
 * another time, or a second value of one dimension.
 */
export function checkedValues(ids: readonly string[], { values, day, pointer, kept = [] }: Asked): string[] {
  const byDimension = new Map<string, string>();
  for (const [index, id] of ids.entries()) {
    const value = values.get(id);
    const place = `${pointer}/${index}`;
    if (value === undefined) throw missing(place, 'dimension value');
    if (!kept.includes(id)) checkUsable(value, day, place);
    if (byDimension.has(value.dimension_id)) {
      throw fault(place, 'same_dimension', `Name one value of ${value.dimension}, or divide the line.`);
    }
    byDimension.set(value.dimension_id, id);
  }
  return inOrder([...byDimension.values()], values);
}

/** In the order of their dimensions. */
function inOrder(ids: readonly string[], values: DimensionValues): string[] {
  return ids.toSorted((a, b) => (dimensionOf(a, values) < dimensionOf(b, values) ? -1 : 1));
}

function dimensionOf(id: string, values: DimensionValues): string {
  return values.get(id)?.dimension_id ?? '';
}

function checkUsable(value: ValueFacts, day: Day, at: string): void {
  const { code, dimension, is_archived, starts_on: from, ends_on: to } = value;
  if (is_archived) throw fault(at, 'archived', `${code} of ${dimension} is archived. Restore it, or name another.`);
  if (!isWithin(value, day)) {
    throw fault(at, 'not_on_that_day', `${code} of ${dimension} is not for ${day}: it ${runs(from, to)}.`);
  }
}

function runs(from: Day | null, to: Day | null): string {
  if (from === null) return `ended on ${to}`;
  return to === null ? `begins on ${from}` : `runs from ${from} to ${to}`;
}

type GivenLines = Named & {
  readonly lines: readonly (Named & { readonly kept_values?: readonly string[] | undefined })[];
};

type Planned = {
  readonly values: DimensionValues;
  readonly day: Day;
  /** What a line that names none takes from elsewhere, such as its product, then its client: the first goes before. */
  readonly byDefault?: ((index: number) => readonly (readonly string[])[]) | undefined;
};

/**
 * The values of each line: its own, else those by default that are in use on its day; and of dimensions that it does
 * not name those of the whole, which go before what is taken by default.
 */
export function valuesOfLines(given: GivenLines, { values, day, byDefault = () => [] }: Planned): string[][] {
  const whole = checkedValues(given.dimension_value_ids ?? [], { values, day, pointer: '/dimension_value_ids' });
  return given.lines.map(({ dimension_value_ids: ids, kept_values: kept }, index) => {
    if (ids === undefined) {
      const taken = byDefault(index).map((more) => usable(more, values, day));
      return taken.reduce((all, more) => together(all, more, values), whole);
    }
    const own = checkedValues(ids, { values, day, pointer: `/lines/${index}/dimension_value_ids`, kept });
    return together(own, whole, values);
  });
}

/** Those that may be named on the day. */
function usable(ids: readonly string[], values: DimensionValues, day: Day): string[] {
  return ids.filter((id) => {
    const value = values.get(id);
    return value !== undefined && !value.is_archived && isWithin(value, day);
  });
}

function isWithin({ starts_on: from, ends_on: to }: ValueFacts, day: Day): boolean {
  return (from === null || day >= from) && (to === null || day <= to);
}

/** The first, and of dimensions that they do not name the others. */
function together(first: readonly string[], others: readonly string[], values: DimensionValues): string[] {
  const named = new Set(first.map((id) => dimensionOf(id, values)));
  return inOrder([...first, ...others.filter((id) => !named.has(dimensionOf(id, values)))], values);
}

type OfRecord = {
  /** Default: today, for what a record gives to lines of later days. */
  readonly day?: Day;
  /** Those that it has already: they may have been archived or ended since. */
  readonly kept?: readonly string[] | undefined;
};

/** The values that a record names for all that is posted or recorded of it; undefined where they are not sent. */
export async function valuesOfRecord(
  context: Context,
  given: Named,
  { day = context.today, kept }: OfRecord = {},
): Promise<string[] | undefined> {
  const { dimension_value_ids: ids } = given;
  if (ids === undefined) return undefined;
  const values = await dimensionValuesNamed(context, [given]);
  return checkedValues(ids, { values, day, pointer: '/dimension_value_ids', kept });
}

/** Lines in the place of others, which may keep the values that those have, archived or not. */
export function withKeptValues<Given extends Named>(
  lines: readonly Given[],
  before: readonly Named[],
): (Given & { readonly kept_values: readonly string[] })[] {
  const kept = before.flatMap((line) => line.dimension_value_ids ?? []);
  return lines.map((line) => ({ ...line, kept_values: kept }));
}
