import { z } from 'zod';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { clearable, Id, Name, recordPatch, sent } from '../../wire/index.ts';
import {
  Description,
  Dimension,
  dimensionExternalIdTaken,
  dimensionNameTaken,
  dimensions,
  requiredInput,
  requirementFrom,
} from './dimension.ts';

export const updateDimension = operation({
  name: 'update_dimension',
  summary: 'Update a dimension: its name, its description, or the accounts that require it.',
  http: 'PATCH /dimensions/{id}',
  effect: 'write',
  permission: 'ledger:manage',
  mcp: 'action',
  undo: undoneByEarlierValues('update_dimension'),
  input: z.strictObject({
    id: Id('dimension'),
    name: Name.optional(),
    ...clearable({ description: Description }),
    required_for: requiredInput,
    ...recordPatch,
  }),
  output: Dimension,
  refuses: [dimensionNameTaken, dimensionExternalIdTaken, versionConflict, notFound, validationFailed],
  emits: [dimensions.events.updated],
  async run(context, { id, version, required_for: given, ...change }) {
    const current = await dimensions.lock(context, id, version);
    const kept = current.required_for;
    const required = given === undefined ? kept : requirementFrom(context, given, kept);
    return dimensions.update(context, current, { ...current, ...sent(change), required_for: required });
  },
});
