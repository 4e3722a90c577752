import { z } from 'zod';
import { invalidStateTransition, notFound, validationFailed } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id, Notes } from '../../wire/index.ts';
import { loadClients } from '../clients/index.ts';
import { checkIssued, documentRecord, lockDocument } from '../documents/index.ts';
import { checkPlaceholders, letterOf } from './compose.ts';
import { DocumentMail, documentNotSent, documentSent } from './document-mail.ts';
import { queueMails } from './queue-mails.ts';
import {
  distinct,
  HeaderText,
  kindOf,
  noRecipient,
  placeholderHint,
  RecipientInputs,
  recipientsOf,
  subjectMax,
} from './recipients.ts';
import { documentShared, validDaysDefault, ValidDays } from './share.ts';

export const sendDocument = operation({
  name: 'send_document',
  summary: 'Send an issued document to its client by email, with a link and the PDF.',
  guidance:
    'Without `to` it goes to the client’s contacts for such documents. list_document_mails has the delivery result.',
  http: 'POST /documents/{id}/send',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'tool',
  reachesOutside: true,
  risky: true,
  keyRequired: true,
  cost: 10,
  noUndo: 'sent',
  input: z.strictObject({
    id: Id('document'),
    to: RecipientInputs.optional(),
    subject: HeaderText(subjectMax).optional().describe(`${placeholderHint}. Default: in the document’s language.`),
    message: Notes.optional().describe(`${placeholderHint}, and {{link}}. Default: in the document’s language.`),
    attach_pdf: z.boolean().default(true),
    valid_days: ValidDays.default(validDaysDefault).describe('Number of days the link is valid.'),
  }),
  output: z.object({ id: Id('document'), mails: z.array(DocumentMail) }),
  refuses: [validationFailed, notFound, invalidStateTransition, noRecipient],
  emits: [documentShared, documentSent, documentNotSent],
  async run(context, { id, to, subject, message, attach_pdf: attachPdf, valid_days: validDays }) {
    if (subject !== undefined) checkPlaceholders('/subject', subject);
    if (message !== undefined) checkPlaceholders('/message', message);
    const document = await lockDocument(context, { id });
    checkIssued(context, document.row);
    const { client_id: clientId, type } = document.row;
    const record = documentRecord(context, document);
    const client = to === undefined ? await clientNamed(context, clientId) : undefined;
    const named = to?.map(({ email, name = null }) => ({ email, name }));
    const recipients = distinct(named ?? (client === undefined ? [] : recipientsOf(client, kindOf(type))));
    const usual = letterOf(record);
    const letter = { subject: subject ?? usual.subject, message: message ?? usual.message };
    return { id, mails: queueMails(context, record, { recipients, letter, attachPdf, validDays }) };
  },
});

/** Client of a document; undefined for the receipt of a walk-in customer. */
async function clientNamed(context: Context, id: string | null) {
  const client = id === null ? undefined : (await loadClients(context, [id])).get(id);
  if (client === undefined) throw noRecipient({ hint: 'The document has no client. Name recipients in `to`.' });
  return client;
}
