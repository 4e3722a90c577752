import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { invalidStateTransition, notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Text } from '../../wire/index.ts';
import { DocumentMail, type DocumentMailRow, mailBounced, mailColumns } from './document-mail.ts';

const reasonMax = 1_000;

export const bounceDocumentMail = operation({
  name: 'bounce_document_mail',
  summary: 'Bounce a document email: record that its recipient’s mail server returned it.',
  guidance: 'For whatever receives bounces, such as your mail provider’s webhook. Then resend to another address.',
  http: 'POST /document-mails/{id}/bounce',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  noUndo: 'confirmed',
  input: z.strictObject({
    id: Id('document_mail'),
    reason: Text(reasonMax).describe('Text of the bounce message.'),
  }),
  output: DocumentMail,
  refuses: [notFound, invalidStateTransition],
  emits: [mailBounced],
  async run(context, { id, reason }) {
    const { db, organization } = context;
    const before = await db.maybe<DocumentMailRow>(sql`
      select ${mailColumns} from document_mails where organization_id = ${organization} and id = ${id} for update`);
    if (before === undefined) throw notFound();
    if (before.status === 'bounced') return before;
    if (before.status !== 'sent') throw invalidStateTransition({ status: before.status, allowed: [] });
    context.before(encoderOf(DocumentMail)(before));
    const mail: DocumentMailRow = { ...before, status: 'bounced', response: reason };
    db.later(sql`
      update document_mails set status = 'bounced', response = ${reason}
      where organization_id = ${organization} and id = ${id}`);
    context.emit(mailBounced(mail));
    return mail;
  },
});
