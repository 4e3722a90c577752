import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { lockDocument, noteSent } from '../documents/index.ts';
import { DocumentMail, type DocumentMailRow, documentNotSent, documentSent, mailColumns } from './document-mail.ts';

const responseMax = 2_000;

/**
 * Notes how a mail ended: that the mail server took it, or that it was given up. Not in the catalogue, since only the
 * work that sends mails knows. Once noted it stays.
 */
export const noteDocumentMail = operation({
  name: 'note_document_mail',
  summary: 'Note the delivery result of a document email.',
  http: 'POST /document-mails/{id}/note',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'hidden',
  input: z.strictObject({
    id: Id('document_mail'),
    status: z.enum(['sent', 'failed']),
    response: z.string().max(responseMax),
  }),
  output: DocumentMail,
  refuses: [notFound],
  emits: [documentSent, documentNotSent],
  async run(context, { id, status, response }) {
    const { db, organization, now } = context;
    const before = await db.maybe<DocumentMailRow>(sql`
      select ${mailColumns} from document_mails where organization_id = ${organization} and id = ${id}`);
    if (before === undefined) throw notFound();
    // Sending the document locks it first too.
    const document = await lockDocument(context, { id: before.document_id });
    const mail = await db.maybe<DocumentMailRow>(sql`
      update document_mails set status = ${status}, response = ${response}, ended_at = ${now}
      where organization_id = ${organization} and id = ${id}
        and (status = 'queued' or (status = 'cancelled' and ${status} = 'sent')) returning ${mailColumns}`);
    if (mail === undefined) return before;
    if (status === 'sent') noteSent(context, document);
    context.emit((status === 'sent' ? documentSent : documentNotSent)(mail));
    return mail;
  },
});
