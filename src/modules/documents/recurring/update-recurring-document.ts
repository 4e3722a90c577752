import { z } from 'zod';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { Id, Name, recordPatch } from '../../../wire/index.ts';
import { sent } from '../../../wire/patch.ts';
import { updateRecurring } from '../../recurring/index.ts';
import { changingInput, checkSource, needToMake } from './create-recurring-document.ts';
import {
  RecurringDocument,
  type RecurringDocumentRow,
  recurringDocuments,
  recurringExternalIdTaken,
  recurringRecord,
} from './recurring-document.ts';

export const updateRecurringDocument = operation({
  name: 'update_recurring_document',
  summary: 'Update what a recurring document repeats and when it ends.',
  guidance:
    'It then runs with the permissions of the user who changed it. For another interval, cancel it and create another.',
  http: 'PATCH /recurring-documents/{id}',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  risky: { mode: ['issue_and_send'] },
  amount: 'later',
  undo: undoneByEarlierValues('update_recurring_document'),
  input: z.strictObject({
    id: Id('recurring_document'),
    name: Name.optional(),
    document_id: Id('document').optional().describe('The invoice to repeat from now on.'),
    ...changingInput,
    ...recordPatch,
  }),
  output: RecurringDocument,
  refuses: [
    validationFailed,
    notFound,
    forbidden,
    insufficientScope,
    versionConflict,
    invalidStateTransition,
    recurringExternalIdTaken,
  ],
  emits: [recurringDocuments.events.updated],
  async run(context, { id, version, ...patch }) {
    const row = await updateRecurring(recurringDocuments, context, { id, version }, async (before) => {
      const next: RecurringDocumentRow = { ...before, ...sent(patch) };
      needToMake(context, next.mode);
      if (next.document_id !== before.document_id) await checkSource(context, next.document_id);
      return next;
    });
    return recurringRecord(context, row);
  },
});
