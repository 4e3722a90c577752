import { z } from 'zod';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { Id, recordPatch, sent } from '../../wire/index.ts';
import {
  checkDays,
  checkParent,
  dimensionCodeTaken,
  DimensionValue,
  dimensionValueExternalIdTaken,
  dimensionValueCycle,
  dimensionValues,
  dimensionValueTooDeep,
  dimensionValueTree,
  valueInput,
} from './dimension-value.ts';

export const updateDimensionValue = operation({
  name: 'update_dimension_value',
  summary: 'Update a value of a dimension, or move it with those below. Recorded lines show the new one.',
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
  refuses: [
    dimensionCodeTaken,
    dimensionValueExternalIdTaken,
    dimensionValueTooDeep,
    dimensionValueCycle,
    versionConflict,
    notFound,
    validationFailed,
  ],
  emits: [dimensionValues.events.updated],
  async run(context, { id, version, ...change }) {
    const { parent_id: parentId } = change;
    if (parentId !== undefined) await dimensionValueTree.lock(context);
    const current = await dimensionValues.lock(context, id, version);
    const next = { ...current, ...sent(change) };
    checkDays(next);
    const moves = parentId !== undefined && parentId !== current.parent_id;
    if (moves) await checkParent(context, parentId, current.dimension_id);
    const place = moves ? await dimensionValueTree.move(context, current, parentId) : {};
    return dimensionValues.update(context, current, { ...next, ...place });
  },
});
