import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { OtherAtVersion, OtherDocument, otherArchived, wireOther } from './other-document.ts';
import { changedOther, lockOther, otherRecord, rewriteOther } from './other-document-store.ts';

export const archiveOtherDocument = operation({
  name: 'archive_other_document',
  summary: 'Archive an uploaded document. It is kept, but lists omit it by default.',
  http: 'POST /other-documents/{id}/archive',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('restore_other_document'),
  input: OtherAtVersion,
  output: OtherDocument,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [otherArchived],
  async run(context, { id, version }) {
    const current = await lockOther(context, { id, version });
    if (current.archived_at !== null) {
      throw invalidStateTransition({ status: 'archived', allowed: ['restore_other_document'] });
    }
    const next = changedOther(context, current, { archived_at: context.now });
    context.before(wireOther(otherRecord(context, current)));
    rewriteOther(context, next, false);
    const record = otherRecord(context, next);
    context.emit(otherArchived(record));
    return record;
  },
});
