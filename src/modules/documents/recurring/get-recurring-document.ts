import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { fieldsInput } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { readRecurring } from '../../recurring/index.ts';
import { RecurringDocument, recurringDocuments, recurringRecord } from './recurring-document.ts';

export const getRecurringDocument = operation({
  name: 'get_recurring_document',
  summary: 'Get a recurring document: what it creates, its next date and its last problem.',
  http: 'GET /recurring-documents/{id}',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('recurring_document'), fields: fieldsInput(RecurringDocument).optional() }),
  output: RecurringDocument,
  refuses: [notFound],
  run: async (context, { id }) => recurringRecord(context, await readRecurring(recurringDocuments, context, id)),
});
