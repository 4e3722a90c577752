import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { checkStatus, setStatus } from './pause-recurring-document.ts';
import {
  lockRecurring,
  RecurringAtVersion,
  recurringResumed,
  RecurringDocument,
  recurringRecord,
} from './recurring-document.ts';
import { enqueueNext } from './recurring-job.ts';

export const resumeRecurringDocument = operation({
  name: 'resume_recurring_document',
  summary: 'Lets a paused recurring document go on; what was missed is caught up as `catch_up` says.',
  http: 'POST /recurring-documents/{id}/resume',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  input: RecurringAtVersion,
  output: RecurringDocument,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [recurringResumed],
  async run(context, { id, version }) {
    const before = await lockRecurring(context, id, version);
    checkStatus(before, 'resume_recurring_document');
    const row = await setStatus(context, before, 'active');
    enqueueNext(context, row);
    context.emit(recurringResumed(row));
    return recurringRecord(context, row);
  },
});
