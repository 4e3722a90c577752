import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import { fault, missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { type Basis, basisOf } from '../report.ts';

/** Lines that name a value of a dimension, or lines that name none of it; one of the two at most. */
export const dimensionFilterInput = {
  dimension_value_id: Id('dimension_value')
    .optional()
    .describe('Only lines that name it, or a value below it. Accrual basis only.'),
  without_dimension_id: Id('dimension').optional().describe('Only lines that name no value of it.'),
};

export type DimensionFilter = {
  readonly dimension_value_id?: string | undefined;
  readonly without_dimension_id?: string | undefined;
};

/** What the figures of a report are narrowed to. */
export const NarrowedTo = z
  .object({
    dimension_id: Id('dimension'),
    dimension: z.string(),
    value_id: Id('dimension_value').nullable().describe('Null: lines that name no value of it.'),
    code: z.string().nullable(),
    name: z.string().nullable(),
  })
  .nullable()
  .describe('Dimension that the lines are narrowed by; null: all lines.');
export type NarrowedTo = z.output<typeof NarrowedTo>;

export function isNarrowed({ dimension_value_id: value, without_dimension_id: dimension }: DimensionFilter): boolean {
  return value !== undefined || dimension !== undefined;
}

/** The filter by its names; refuses one of what there is not, whose figures would be taken for figures of none. */
export async function narrowedTo(context: Context, filter: DimensionFilter): Promise<NarrowedTo> {
  const { dimension_value_id: value, without_dimension_id: dimension } = filter;
  if (value !== undefined && dimension !== undefined) {
    throw fault('/without_dimension_id', 'not_both', 'Write either `dimension_value_id` or `without_dimension_id`.');
  }
  if (value === undefined && dimension === undefined) return null;
  const { db, organization } = context;
  const found = await db.maybe<NonNullable<NarrowedTo>>(
    value === undefined
      ? sql`
        select id as dimension_id, name as dimension, null::uuid as value_id, null::text as code, null::text as name
        from report_dimensions where organization_id = ${organization} and id = ${dimension}`
      : sql`
        select dimension.id as dimension_id, dimension.name as dimension, value.id as value_id, value.code, value.name
        from report_dimension_values as value
        join report_dimensions as dimension on dimension.organization_id = ${organization}
          and dimension.id = value.dimension_id
        where value.organization_id = ${organization} and value.id = ${value}`,
  );
  if (found !== undefined) return found;
  throw value === undefined
    ? missing('/without_dimension_id', 'dimension')
    : missing('/dimension_value_id', 'dimension value');
}

/** The basis that was asked for; of a report that is narrowed accrual, since payments name no values of dimensions. */
export function narrowedBasis(asked: Basis | undefined, filter: DimensionFilter): Basis | undefined {
  if (!isNarrowed(filter)) return asked;
  if (asked === 'cash') {
    throw fault('/basis', 'not_by_dimension', 'Write `accrual`: payments name no values of dimensions.');
  }
  return 'accrual';
}

/** The same, else that of the organisation. */
export async function basisOfNarrowed(
  context: Context,
  asked: Basis | undefined,
  filter: DimensionFilter,
): Promise<Basis> {
  return basisOf(context, narrowedBasis(asked, filter));
}

/** Ids of the values that a filter is about: the one to be named and those below it, or all that are not to be. */
export function valuesAsked(organization: string, filter: DimensionFilter): Sql {
  const { dimension_value_id: value, without_dimension_id: dimension } = filter;
  const which =
    value === undefined ? sql`dimension_id = ${dimension}` : sql`(id = ${value} or ancestor_ids @> ${[value]}::uuid[])`;
  return sql`select id from report_dimension_values where organization_id = ${organization} and ${which}`;
}

/**
 * The condition on the values that a line names. The ids asked for are hashed once for the statement, which `is true`
 * sees to: without it they are joined, and read anew for each line where the planner finds them few, 68 ms instead of
 * 5 for the revenue of 9,000 lines. An overlap of arrays would go through all values of the dimension for each line.
 */
export function isAsked(organization: string, filter: DimensionFilter, named: Sql): Sql {
  if (!isNarrowed(filter)) return sql`true`;
  const isNamed = sql`exists (select from unnest(${named}) as one
    where (one in (${valuesAsked(organization, filter)})) is true)`;
  return filter.dimension_value_id === undefined ? sql`not ${isNamed}` : sql`(${named} is not null and ${isNamed})`;
}
