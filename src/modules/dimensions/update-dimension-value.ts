import { z } from 'zod';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { Id, recordPatch, sent } from '../../wire/index.ts';
import {
  checkDays,
  dimensionCodeTaken,
  DimensionValue,
  dimensionValueExternalIdTaken,
  dimensionValues,
  valueInput,
} from './dimension-value.ts';

export const updateDimensionValue = operation({
  name: 'update_dimension_value',
  summary: 'Update the code, name or days of a value of a dimension. Recorded lines show the new ones.',
  http: 'PATCH /dimension-values/{id}',
  effect: 'write',
  permission: 'ledger:manage',
  mcp: 'action',
  undo: undoneByEarlierValues('update_dimension_value'),
  input: z.strictObject({
    id: Id('dimension_value'),
    ...valueInput,
    code: valueInput.code.optional(),
    name: valueInput.name.optional(),
    ...recordPatch,
  }),
  output: DimensionValue,
  refuses: [dimensionCodeTaken, dimensionValueExternalIdTaken, versionConflict, notFound, validationFailed],
  emits: [dimensionValues.events.updated],
  async run(context, { id, version, ...change }) {
    const current = await dimensionValues.lock(context, id, version);
    const next = { ...current, ...sent(change) };
    checkDays(next);
    return dimensionValues.update(context, current, next);
  },
});
