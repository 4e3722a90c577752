import { z } from 'zod';
import { nameKey } from '../../core/fold.ts';
import { sql } from '../../db/sql.ts';
import { limitExceeded, refusal } from '../../operation/errors.ts';
import { filter } from '../../operation/filter.ts';
import { containing, textKey } from '../../operation/list.ts';
import { archiveRecord, defineRecord, getRecord, listRecords, nameKeyOf, plain } from '../../operation/record/index.ts';
import type { Context } from '../../operation/operation.ts';
import { Id, Instant, recordFields, Text } from '../../wire/index.ts';

export const Dimension = z.object({
  id: Id('dimension'),
  organization_id: Id('organization'),
  name: z.string(),
  description: z.string().nullable(),
  value_count: z.int().describe('Values that are not archived.'),
  status: z.enum(['active', 'archived']),
  ...recordFields,
  archived_at: Instant.nullable(),
});

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
  columns: { name: plain, name_key: nameKeyOf('name'), description: plain },
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
