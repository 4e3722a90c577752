import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { OtherAtVersion, OtherDocument, otherRestored, wireOther } from './other-document.ts';
import { changedOther, lockOther, otherRecord, rewriteOther } from './other-document-store.ts';

export const restoreOtherDocument = operation({
  name: 'restore_other_document',
  summary: 'Restore an archived uploaded document.',
  http: 'POST /other-documents/{id}/restore',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('archive_other_document'),
  input: OtherAtVersion,
  output: OtherDocument,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [otherRestored],
  async run(context, { id, version }) {
    const current = await lockOther(context, { id, version });
    if (current.archived_at === null) {
      throw invalidStateTransition({ status: 'active', allowed: ['archive_other_document'] });
    }
    const next = changedOther(context, current, { archived_at: null });
    context.before(wireOther(otherRecord(context, current)));
    rewriteOther(context, next, false);
    const record = otherRecord(context, next);
    context.emit(otherRestored(record));
    return record;
  },
});
