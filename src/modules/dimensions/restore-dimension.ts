import { z } from 'zod';
import { invalidStateTransition, limitExceeded, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Id, Version } from '../../wire/index.ts';
import { Dimension, dimensions, refuseMore } from './dimension.ts';

export const restoreDimension = operation({
  name: 'restore_dimension',
  summary: 'Restore an archived dimension.',
  http: 'POST /dimensions/{id}/restore',
  effect: 'write',
  permission: 'ledger:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('archive_dimension'),
  input: z.strictObject({ id: Id('dimension'), version: Version.optional() }),
  output: Dimension,
  refuses: [notFound, versionConflict, invalidStateTransition, limitExceeded],
  emits: [dimensions.events.restored],
  async run(context, { id, version }) {
    const current = await dimensions.lock(context, id, version);
    dimensions.mustBe(current, 'archived');
    await refuseMore(context);
    return dimensions.restore(context, current);
  },
});
