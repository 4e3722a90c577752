import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { changeStatus } from '../../recurring/index.ts';
import { RecurringAtVersion, RecurringDocument, recurringDocuments, recurringRecord } from './recurring-document.ts';

export const resumeRecurringDocument = operation({
  name: 'resume_recurring_document',
  summary: 'Resume a paused recurring document; `catch_up` decides about missed dates.',
  http: 'POST /recurring-documents/{id}/resume',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  amount: 'later',
  undo: undoneBy('pause_recurring_document'),
  input: RecurringAtVersion,
  output: RecurringDocument,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [recurringDocuments.events.resumed],
  run: async (context, which) =>
    recurringRecord(context, await changeStatus(recurringDocuments, context, which, 'resume')),
});
