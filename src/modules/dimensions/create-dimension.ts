import { z } from 'zod';
import { limitExceeded, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByArchiving } from '../../operation/undo.ts';
import { Name, recordInput } from '../../wire/index.ts';
import {
  Description,
  Dimension,
  dimensionExternalIdTaken,
  dimensionNameTaken,
  dimensions,
  refuseMore,
  requiredInput,
  requirementFrom,
} from './dimension.ts';

export const createDimension = operation({
  name: 'create_dimension',
  summary: 'Create a dimension, such as cost centres or projects, to tell income and costs apart by.',
  guidance: 'Then create its values with create_dimension_value, and name them on lines in `dimension_value_ids`.',
  http: 'POST /dimensions',
  effect: 'write',
  permission: 'ledger:manage',
  mcp: 'action',
  creates: true,
  undo: undoneByArchiving('dimension'),
  input: z.strictObject({
    name: Name.describe('Such as "Project".'),
    description: Description.nullable().optional(),
    required_for: requiredInput,
    ...recordInput,
  }),
  output: Dimension,
  refuses: [dimensionNameTaken, dimensionExternalIdTaken, limitExceeded, validationFailed],
  emits: [dimensions.events.created],
  async run(context, input) {
    await refuseMore(context);
    const required = requirementFrom(context, input.required_for ?? null);
    return dimensions.create(context, context.newId(), { ...input, required_for: required });
  },
});
