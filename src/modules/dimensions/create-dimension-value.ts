import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { limitExceeded, notFound, validationFailed } from '../../operation/errors.ts';
import { missing } from '../../operation/fault.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByArchiving } from '../../operation/undo.ts';
import { Id, recordInput } from '../../wire/index.ts';
import {
  checkDays,
  checkParent,
  dimensionCodeTaken,
  DimensionValue,
  dimensionValueExternalIdTaken,
  dimensionValues,
  dimensionValueTooDeep,
  dimensionValueTree,
  valueInput,
} from './dimension-value.ts';

const valuesMax = 5_000;

export const createDimensionValue = operation({
  name: 'create_dimension_value',
  summary: 'Create a value of a dimension, such as one project or cost centre.',
  guidance:
    'Lines of sales, invoices, expenses and entries name it in `dimension_value_ids`; describe_action shows where.',
  http: 'POST /dimension-values',
  effect: 'write',
  permission: 'ledger:manage',
  mcp: 'action',
  creates: true,
  undo: undoneByArchiving('dimension_value'),
  input: z.strictObject({ dimension_id: Id('dimension'), ...valueInput, ...recordInput }),
  output: DimensionValue,
  refuses: [
    dimensionCodeTaken,
    dimensionValueExternalIdTaken,
    dimensionValueTooDeep,
    limitExceeded,
    notFound,
    validationFailed,
  ],
  emits: [dimensionValues.events.created],
  async run(context, input) {
    const { db, organization } = context;
    const [dimension, { count }] = await Promise.all([
      db.maybe(sql`
        select id from dimensions where organization_id = ${organization} and id = ${input.dimension_id}
        for key share`),
      db.one<{ count: number }>(sql`
        select count(*)::int as count from dimension_values
        where organization_id = ${organization} and dimension_id = ${input.dimension_id}`),
    ]);
    if (dimension === undefined) throw missing('/dimension_id', 'dimension');
    if (count >= valuesMax) throw limitExceeded({ max: valuesMax, hint: 'Rename values that are not used.' });
    checkDays(input);
    const parentId = input.parent_id ?? null;
    const path = await dimensionValueTree.pathBelow(context, parentId);
    await checkParent(context, parentId, input.dimension_id);
    return dimensionValues.create(context, context.newId(), { ...input, ancestor_ids: path });
  },
});
