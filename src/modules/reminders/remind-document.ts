import { z } from 'zod';
import { invalidStateTransition, notFound, validationFailed } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id, Notes } from '../../wire/index.ts';
import { documentRecord, lockDocument, type StoredDocument } from '../documents/index.ts';
import {
  checkPlaceholders,
  distinct,
  documentShared,
  HeaderText,
  noRecipient,
  placeholderHint,
  RecipientInputs,
  subjectMax,
} from '../sending/index.ts';
import { readHold } from './document-hold.ts';
import { countedStep, languageOf, letterFor, makeReminder, reachOf, stepReached } from './make-reminder.ts';
import { owedBy } from './owed.ts';
import { readPolicy } from './policy.ts';
import { documentReminded, Reminder } from './reminder.ts';

export const remindDocument = operation({
  name: 'remind_document',
  summary: 'Remind the client of an unpaid invoice now.',
  guidance: 'Counts as the current step of the policy, if that was not sent yet. Default texts: those of that step.',
  http: 'POST /documents/{id}/remind',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  reachesOutside: true,
  risky: true,
  keyRequired: true,
  cost: 10,
  noUndo: 'sent',
  input: z.strictObject({
    id: Id('document'),
    to: RecipientInputs.optional().describe(
      'Default: the contacts who receive reminders, else those who receive invoices.',
    ),
    subject: HeaderText(subjectMax).optional().describe(placeholderHint),
    message: Notes.optional().describe(`${placeholderHint}, and {{link}}.`),
    attach_pdf: z.boolean().optional(),
  }),
  output: Reminder,
  refuses: [validationFailed, notFound, invalidStateTransition, noRecipient],
  emits: [documentReminded, documentShared],
  async run(context, { id, to, subject, message, attach_pdf: attachPdf }) {
    if (subject !== undefined) checkPlaceholders('/subject', subject);
    if (message !== undefined) checkPlaceholders('/message', message);
    const document = await lockDocument(context, { id });
    const [policy, owed, hold] = await Promise.all([readPolicy(context), owedBy(context, id), readHold(context, id)]);
    if (owed === undefined) throw notOwed(context, document);
    if (hold.hold === 'disputed') throw disputed();
    const step = stepReached(owed, policy.steps, context.today);
    const usual = letterFor(languageOf(document), owed, { step, today: context.today });
    const named = to?.map(({ email, name = null }) => ({ email, name }));
    const reached = named === undefined ? await reachOf(context, owed.client_id) : { recipients: distinct(named) };
    if (reached.recipients.length === 0) throw noRecipient();
    return makeReminder(context, document, {
      owed,
      recipients: reached.recipients,
      problem: null,
      days: countedStep(owed, step),
      letter: { subject: subject ?? usual.subject, message: message ?? usual.message },
      attachPdf: attachPdf ?? policy.attach_pdf,
    });
  },
});

function notOwed(context: Context, document: StoredDocument): Error {
  const { status, type } = documentRecord(context, document);
  return invalidStateTransition({
    type,
    status,
    allowed: [],
    hint: 'Reminders can only be sent for open invoices. Issue a draft first.',
  });
}

function disputed(): Error {
  return invalidStateTransition({
    status: 'disputed',
    allowed: ['set_document_reminders'],
    hint: 'The invoice is disputed. Set `hold` to `none` with set_document_reminders once that is resolved.',
  });
}
