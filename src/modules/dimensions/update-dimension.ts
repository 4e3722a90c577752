import { z } from 'zod';
import { notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { clearable, Id, Name, recordPatch, sent } from '../../wire/index.ts';
import { Description, Dimension, dimensionExternalIdTaken, dimensionNameTaken, dimensions } from './dimension.ts';

export const updateDimension = operation({
  name: 'update_dimension',
  summary: 'Update the name or description of a dimension.',
  http: 'PATCH /dimensions/{id}',
  effect: 'write',
  permission: 'ledger:manage',
  mcp: 'action',
  undo: undoneByEarlierValues('update_dimension'),
  input: z.strictObject({
    id: Id('dimension'),
    name: Name.optional(),
    ...clearable({ description: Description }),
    ...recordPatch,
  }),
  output: Dimension,
  refuses: [dimensionNameTaken, dimensionExternalIdTaken, versionConflict, notFound],
  emits: [dimensions.events.updated],
  async run(context, { id, version, ...change }) {
    const current = await dimensions.lock(context, id, version);
    return dimensions.update(context, current, { ...current, ...sent(change) });
  },
});
