import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { changeStatus } from '../../recurring/index.ts';
import { RecurringAtVersion, RecurringDocument, recurringDocuments, recurringRecord } from './recurring-document.ts';

export const pauseRecurringDocument = operation({
  name: 'pause_recurring_document',
  summary: 'Pause a recurring document until it is resumed.',
  http: 'POST /recurring-documents/{id}/pause',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  undo: undoneBy('resume_recurring_document'),
  input: RecurringAtVersion,
  output: RecurringDocument,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [recurringDocuments.events.paused],
  run: async (context, which) =>
    recurringRecord(context, await changeStatus(recurringDocuments, context, which, 'pause')),
});
