import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { checkStatus, setStatus } from './pause-recurring-document.ts';
import {
  lockRecurring,
  RecurringAtVersion,
  recurringCancelled,
  RecurringDocument,
  recurringRecord,
} from './recurring-document.ts';

export const cancelRecurringDocument = operation({
  name: 'cancel_recurring_document',
  summary: 'Ends a recurring document for good. What it made stays.',
  http: 'POST /recurring-documents/{id}/cancel',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  input: RecurringAtVersion,
  output: RecurringDocument,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [recurringCancelled],
  async run(context, { id, version }) {
    const before = await lockRecurring(context, id, version);
    checkStatus(before, 'cancel_recurring_document');
    const row = await setStatus(context, before, 'cancelled');
    context.emit(recurringCancelled(row));
    return recurringRecord(context, row);
  },
});
