import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { lockDocument } from '../documents/index.ts';
import { documentShared } from '../sending/index.ts';
import { dueStep } from './due-step.ts';
import { languageOf, letterFor, makeReminder, reachOf } from './make-reminder.ts';
import { owedBy } from './owed.ts';
import { readPolicy } from './policy.ts';
import { documentReminded, Reminder } from './reminder.ts';

/**
 * Sends the step that has come for an invoice, if one has: decided under the lock of the document, so that however many
 * nodes work at it each step is sent once. Not in the catalogue, since only the work that sends reminders calls it.
 */
export const sendDueReminder = operation({
  name: 'send_due_reminder',
  summary: 'Send the payment reminder due for an invoice, if there is one.',
  http: 'POST /documents/{id}/send-due-reminder',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('document') }),
  output: z.object({ reminder: Reminder.nullable() }),
  refuses: [notFound],
  emits: [documentReminded, documentShared],
  async run(context, { id }) {
    const document = await lockDocument(context, { id });
    const [policy, owed] = await Promise.all([readPolicy(context), owedBy(context, id)]);
    const step = owed && policy.enabled ? dueStep(owed, policy.steps, context.today) : undefined;
    if (owed === undefined || step === undefined) return { reminder: null };
    const letter = letterFor(languageOf(document), owed, { step, today: context.today });
    const reached = await reachOf(context, owed.client_id);
    const making = { owed, days: step.days, letter, attachPdf: policy.attach_pdf, ...reached };
    return { reminder: makeReminder(context, document, making) };
  },
});
