import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { event } from '../../operation/events.ts';
import { ActorStamp, ForeignName, HouseProse, Id, Instant } from '../../wire/index.ts';

export const mailStatuses = ['queued', 'sent', 'failed', 'cancelled', 'bounced'] as const;

/** A mail that takes a document to one recipient, and what became of it. */
export const DocumentMail = z.object({
  id: Id('document_mail'),
  document_id: Id('document'),
  share_id: Id('document_share').describe('The link in it.'),
  recipient: z.string(),
  recipient_name: ForeignName.nullable(),
  subject: HouseProse(),
  message: HouseProse('As it was written, with {{link}} for the link.'),
  attach_pdf: z.boolean(),
  reminder_id: Id('reminder').nullable().describe('The reminder that it brings.'),
  status: z
    .enum(mailStatuses)
    .describe('`sent`: the mail server took it. `cancelled`: what it reminds of was settled before it left.'),
  attempts: z.int().describe('How often it was begun.'),
  response: z.string().nullable().describe('What the mail server said, or why it could not be reached.'),
  queued_at: Instant,
  ended_at: Instant.nullable(),
  created_by: ActorStamp,
});
export type DocumentMailRow = z.output<typeof DocumentMail>;

export const mailColumns: Sql = sql`id, document_id, share_id, reminder_id,
  recipient, recipient_name, subject, message, attach_pdf,
  status, attempts, response, queued_at, ended_at, created_by`;

/** What events tell: nothing personal, because events are kept and sent on. */
const MailFacts = DocumentMail.pick({ id: true, document_id: true, status: true, attempts: true });

export const documentSent = event('document.sent', MailFacts);
export const mailBounced = event('document.bounced', MailFacts, {
  title: 'A mail with a document came back',
  about: 'document_id',
});
export const documentNotSent = event('document.send_failed', MailFacts, {
  title: 'A document could not be sent',
  about: 'document_id',
});
