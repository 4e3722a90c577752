import { z } from 'zod';
import { invalidStateTransition, notFound, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Notes } from '../../wire/index.ts';
import { loadClients } from '../clients/index.ts';
import { documentRecord, lockDocument } from '../documents/index.ts';
import { checkPlaceholders, letterOf } from './compose.ts';
import { DocumentMail, documentNotSent, documentSent } from './document-mail.ts';
import { queueMails } from './queue-mails.ts';
import { distinct, HeaderText, kindOf, noRecipient, RecipientInputs, recipientsOf } from './recipients.ts';
import { checkShown } from './check-shown.ts';
import { documentShared, validDaysDefault, ValidDays } from './share.ts';

const subjectMax = 200;
const placeholderHint = 'May name {{number}}, {{total}}, {{due}} and others';

export const sendDocument = operation({
  name: 'send_document',
  summary: 'Mails an issued document to its client: a link to it, and the PDF.',
  guidance:
    'Without `to` it goes to the contacts who receive such documents. See list_document_mails for what came of it.',
  http: 'POST /documents/{id}/send',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  keyRequired: true,
  cost: 10,
  input: z.strictObject({
    id: Id('document'),
    to: RecipientInputs.optional(),
    subject: HeaderText(subjectMax).optional().describe(`${placeholderHint}. Default: in the document’s language.`),
    message: Notes.optional().describe(`${placeholderHint}, and {{link}}. Default: in the document’s language.`),
    attach_pdf: z.boolean().default(true),
    valid_days: ValidDays.default(validDaysDefault).describe('How long the link works.'),
  }),
  output: z.object({ id: Id('document'), mails: z.array(DocumentMail) }),
  refuses: [validationFailed, notFound, invalidStateTransition, noRecipient],
  emits: [documentShared, documentSent, documentNotSent],
  async run(context, { id, to, subject, message, attach_pdf: attachPdf, valid_days: validDays }) {
    if (subject !== undefined) checkPlaceholders('/subject', subject);
    if (message !== undefined) checkPlaceholders('/message', message);
    const document = await lockDocument(context, { id });
    checkShown(context, document.row);
    const { client_id: clientId, type } = document.row;
    const record = documentRecord(context, document);
    const client = to === undefined ? (await loadClients(context, [clientId])).get(clientId) : undefined;
    const named = to?.map(({ email, name = null }) => ({ email, name }));
    const recipients = distinct(named ?? (client === undefined ? [] : recipientsOf(client, kindOf(type))));
    const usual = letterOf(record);
    const letter = { subject: subject ?? usual.subject, message: message ?? usual.message };
    return { id, mails: queueMails(context, record, { recipients, letter, attachPdf, validDays }) };
  },
});
