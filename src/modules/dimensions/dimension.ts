import { z } from 'zod';
import { nameKey } from '../../core/fold.ts';
import { sql } from '../../db/sql.ts';
import { limitExceeded, refusal } from '../../operation/errors.ts';
import { fault } from '../../operation/fault.ts';
import { filter } from '../../operation/filter.ts';
import { containing, textKey } from '../../operation/list.ts';
import {
  archiveRecord,
  defineRecord,
  getRecord,
  json,
  listRecords,
  nameKeyOf,
  plain,
} from '../../operation/record/index.ts';
import type { Context } from '../../operation/operation.ts';
import { Day, Id, Instant, recordFields, Text } from '../../wire/index.ts';

/** Types of accounts with income and costs, which is what dimensions tell apart. */
const resultTypes = ['revenue', 'other_income', 'cost_of_goods_sold', 'expense', 'other_expense'] as const;
const rangesMax = 20;

const Code = z.string().regex(/^[0-9]{1,10}$/, { error: 'Write 1 to 10 digits, such as "6000".' });

const RequiredFor = z.strictObject({
  account_types: z.array(z.enum(resultTypes)).max(resultTypes.length).default([]),
  account_ranges: z
    .array(z.strictObject({ first: Code, last: Code.describe('With the codes that begin so: 69 has 6990.') }))
    .max(rangesMax)
    .default([]),
  since: Day.nullable().optional().describe('First day of lines that need a value. Default: today.'),
});
type RequiredFor = z.output<typeof RequiredFor>;

export const requiredInput = RequiredFor.nullable()
  .optional()
  .describe('Income and cost accounts whose lines need a value of it, by type or code; null: none does.');

/** As it is kept: with its first day, and null where no account is named. */
export function requirementFrom({ today }: Context, given: RequiredFor | null, kept?: Dimension['required_for']) {
  if (given === null) return null;
  const { account_types: types, account_ranges: ranges } = given;
  if (types.length + ranges.length === 0) return null;
  const wrong = ranges.findIndex(({ first, last }) => first.slice(0, last.length) > last);
  if (wrong !== -1) {
    const message = 'Write a last code that is not before the first.';
    throw fault(`/required_for/account_ranges/${wrong}/last`, 'before_first', message);
  }
  return { account_types: types, account_ranges: ranges, since: given.since ?? kept?.since ?? today };
}

export const Dimension = z.object({
  id: Id('dimension'),
  organization_id: Id('organization'),
  name: z.string(),
  description: z.string().nullable(),
  required_for: z
    .object({
      account_types: z.array(z.enum(resultTypes)),
      account_ranges: z.array(z.object({ first: z.string(), last: z.string() })),
      since: Day,
    })
    .nullable()
    .describe('Accounts whose lines need a value of it; null: none.'),
  value_count: z.int().describe('Values that are not archived.'),
  status: z.enum(['active', 'archived']),
  ...recordFields,
  archived_at: Instant.nullable(),
});
type Dimension = z.output<typeof Dimension>;

export const Description = Text(1_000);

const DimensionNotice = z.object({
  id: Id('dimension'),
  name: z.string(),
  status: z.enum(['active', 'archived']),
  version: z.int(),
});

export const dimensionNameTaken = refusal(
  'dimension_name_taken',
  409,
  'Another dimension has that name.',
  'Use another `name`; case and accents are ignored.',
  ['dimensions_name_key'],
);
export const dimensionExternalIdTaken = refusal(
  'dimension_external_id_taken',
  409,
  'Another dimension has that external_id.',
  'List dimensions with that `external_id` to find it.',
  ['dimensions_external_id_key'],
);

export const dimensions = defineRecord<typeof Dimension>({
  name: 'dimension',
  plural: 'dimensions',
  table: 'dimensions',
  path: '/dimensions',
  permissions: { read: 'organization:read', manage: 'ledger:manage' },
  schema: Dimension,
  columns: { name: plain, name_key: nameKeyOf('name'), description: plain, required_for: json },
  gathered: {
    value_count: sql`(select count(*)::int from dimension_values as value
      where value.organization_id = dimensions.organization_id and value.dimension_id = dimensions.id
        and value.archived_at is null)`,
  },
  tells: DimensionNotice,
  // Values are made under a key share of their dimension.
  lock: 'no key update',
});

export const getDimension = getRecord(dimensions, { summary: 'Get one dimension, such as the cost centres.' });

export const listDimensions = listRecords(dimensions, {
  summary: 'List dimensions, such as cost centres and projects.',
  guidance: 'list_dimension_values has their values.',
  sorts: { name: textKey(dimensions.column('name_key')), created_at: 'usual', updated_at: 'usual' },
  defaultSort: 'created_at',
  filters: {
    q: filter(Text(100), (text) => sql`dimensions.name_key like ${containing(nameKey(text))}`),
    status: 'usual',
    external_id: 'usual',
    tag: 'usual',
    created_at: 'usual',
    updated_at: 'usual',
  },
});

export const archiveDimension = archiveRecord(dimensions, {
  summary: 'Archive a dimension. New lines no longer take its values; what is recorded keeps them.',
});

/** A line names one value of each. */
export const dimensionsMax = 5;

/** Refuses one more than there may be. */
export async function refuseMore({ db, organization }: Context): Promise<void> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from dimensions where organization_id = ${organization} and archived_at is null`);
  if (count >= dimensionsMax)
    throw limitExceeded({ max: dimensionsMax, hint: 'Archive a dimension that is not used.' });
}
