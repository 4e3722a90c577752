import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { changeStatus } from '../../recurring/index.ts';
import { RecurringAtVersion, RecurringDocument, recurringDocuments, recurringRecord } from './recurring-document.ts';

export const cancelRecurringDocument = operation({
  name: 'cancel_recurring_document',
  summary: 'Cancel a recurring document permanently. Documents it has created are unaffected.',
  http: 'POST /recurring-documents/{id}/cancel',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  noUndo: 'ended',
  input: RecurringAtVersion,
  output: RecurringDocument,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [recurringDocuments.events.cancelled],
  run: async (context, which) =>
    recurringRecord(context, await changeStatus(recurringDocuments, context, which, 'cancel')),
});
