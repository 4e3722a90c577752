import { z } from 'zod';
import { nameKey } from '../../core/fold.ts';
import { sql } from '../../db/sql.ts';
import { refusal } from '../../operation/errors.ts';
import { filter } from '../../operation/filter.ts';
import { containing, textKey } from '../../operation/list.ts';
import { fault } from '../../operation/fault.ts';
import {
  archiveRecord,
  defineRecord,
  getRecord,
  listRecords,
  nameKeyOf,
  namesFromRoot,
  plain,
  restoreRecord,
  treeFilters,
  treeOf,
} from '../../operation/record/index.ts';
import type { Context } from '../../operation/operation.ts';
import { Day, Id, Instant, Name, recordFields, Text } from '../../wire/index.ts';

export const DimensionValue = z.object({
  id: Id('dimension_value'),
  organization_id: Id('organization'),
  dimension_id: Id('dimension'),
  parent_id: Id('dimension_value').nullable(),
  path: z.array(z.string()).describe('Names from the root down to this value.'),
  code: z.string(),
  name: z.string(),
  starts_on: Day.nullable().describe('Lines of earlier days do not take it.'),
  ends_on: Day.nullable().describe('Lines of later days do not take it.'),
  status: z.enum(['active', 'archived']),
  ...recordFields,
  archived_at: Instant.nullable(),
});
type DimensionValue = z.output<typeof DimensionValue> & { ancestor_ids: string[] };

const levelsMax = 5;

/** What DATEV and others keep of a code. */
const codeMax = 36;

export const valueInput = {
  code: Text(codeMax).describe('Short code in exports and on lines, such as "P-17". Unique within the dimension.'),
  name: Name,
  parent_id: Id('dimension_value')
    .nullable()
    .optional()
    .describe(
      `Value of the same dimension that it is a part of; reports of that include it. At most ${levelsMax} levels.`,
    ),
  starts_on: Day.nullable().optional().describe('First day of lines that may take it.'),
  ends_on: Day.nullable().optional().describe('Last day of lines that may take it.'),
};

const ValueNotice = z.object({
  id: Id('dimension_value'),
  dimension_id: Id('dimension'),
  code: z.string(),
  name: z.string(),
  status: z.enum(['active', 'archived']),
  version: z.int(),
});

export const dimensionCodeTaken = refusal(
  'dimension_code_taken',
  409,
  'Another value of the dimension has that code.',
  'Use another `code`; case and accents are ignored.',
  ['dimension_values_code_key'],
);
export const dimensionValueExternalIdTaken = refusal(
  'dimension_value_external_id_taken',
  409,
  'Another value of a dimension has that external_id.',
  'List dimension values with that `external_id` to find it.',
  ['dimension_values_external_id_key'],
);

export const dimensionValueTooDeep = refusal(
  'dimension_value_too_deep',
  422,
  'Values of dimensions have at most five levels.',
  'Choose a `parent_id` nearer to the root.',
  ['dimension_values_depth'],
);
export const dimensionValueCycle = refusal(
  'dimension_value_cycle',
  422,
  'A value of a dimension cannot be its own ancestor.',
  'Choose a `parent_id` that is neither this value nor below it.',
  ['dimension_values_acyclic'],
);

export const dimensionValues = defineRecord<typeof DimensionValue, DimensionValue>({
  name: 'dimension_value',
  plural: 'dimension_values',
  table: 'dimension_values',
  path: '/dimension-values',
  permissions: { read: 'organization:read', manage: 'ledger:manage' },
  schema: DimensionValue,
  columns: {
    dimension_id: plain,
    parent_id: plain,
    ancestor_ids: plain,
    code: plain,
    code_key: nameKeyOf('code'),
    name: plain,
    name_key: nameKeyOf('name'),
    starts_on: plain,
    ends_on: plain,
  },
  gathered: { path: namesFromRoot('dimension_values') },
  tells: ValueNotice,
  // Lines that name a value are posted under a key share of it.
  lock: 'no key update',
});

export const dimensionValueTree = treeOf(dimensionValues, {
  noun: 'dimension value',
  levelsMax,
  tooDeep: dimensionValueTooDeep,
  cycle: dimensionValueCycle,
});

/** Refuses a parent of another dimension. */
export async function checkParent(context: Context, parentId: string | null, dimension: string): Promise<void> {
  if (parentId === null) return;
  const parent = await dimensionValues.find(context, parentId);
  if (parent.dimension_id !== dimension) {
    throw fault('/parent_id', 'other_dimension', 'Name a value of the same dimension.');
  }
}

/** Refuses days that end before they begin. */
export function checkDays({
  starts_on: from,
  ends_on: to,
}: {
  readonly [Day in 'starts_on' | 'ends_on']?: DimensionValue[Day] | undefined;
}): void {
  if (from && to && to < from)
    throw fault('/ends_on', 'before_start', 'Write a last day that is not before the first.');
}

export const getDimensionValue = getRecord(dimensionValues, {
  summary: 'Get one value of a dimension, such as a project.',
});

export const listDimensionValues = listRecords(dimensionValues, {
  summary: 'List values of dimensions, such as the projects.',
  sorts: {
    code: textKey(dimensionValues.column('code_key')),
    name: textKey(dimensionValues.column('name_key')),
    created_at: 'usual',
    updated_at: 'usual',
  },
  defaultSort: 'code',
  filters: {
    q: filter(
      Text(100).describe('Part of the code or name.'),
      (text) => sql`(dimension_values.code_key like ${containing(nameKey(text))}
        or dimension_values.name_key like ${containing(nameKey(text))})`,
    ),
    dimension_id: filter(Id('dimension'), (id) => sql`dimension_values.dimension_id = ${id}`),
    ...treeFilters(dimensionValues),
    code: filter(Text(codeMax), (code) => sql`dimension_values.code_key = ${nameKey(code)}`),
    status: 'usual',
    external_id: 'usual',
    tag: 'usual',
    created_at: 'usual',
    updated_at: 'usual',
  },
});

export const archiveDimensionValue = archiveRecord(dimensionValues, {
  summary: 'Archive a value of a dimension. New lines no longer take it; what is recorded keeps it.',
});

export const restoreDimensionValue = restoreRecord(dimensionValues, {
  summary: 'Restore an archived value of a dimension.',
});
