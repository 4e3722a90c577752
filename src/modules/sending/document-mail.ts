import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { event } from '../../operation/events.ts';
import { ActorStamp, ForeignName, HouseProse, Id, Instant } from '../../wire/index.ts';

export const mailStatuses = ['queued', 'sent', 'failed', 'cancelled', 'bounced'] as const;

/** A mail that takes a document to one recipient, and what became of it. */
export const DocumentMail = z.object({
  id: Id('document_mail'),
  document_id: Id('document'),
  share_id: Id('document_share').describe('The share link in the email.'),
  recipient: z.string(),
  recipient_name: ForeignName.nullable(),
  subject: HouseProse(),
  message: HouseProse('As written, with {{link}} for the link.'),
  attach_pdf: z.boolean(),
  reminder_id: Id('reminder').nullable().describe('The payment reminder sent with it.'),
  status: z
    .enum(mailStatuses)
    .describe('`sent`: accepted by the mail server. `cancelled`: settled, or reminders stopped, before it was sent.'),
  attempts: z.int().describe('Number of delivery attempts.'),
  response: z.string().nullable().describe('Response of the mail server, or the connection error.'),
  queued_at: Instant,
  ended_at: Instant.nullable(),
  created_by: ActorStamp,
});
export type DocumentMailRow = z.output<typeof DocumentMail>;

export const mailColumns: Sql = sql`id, document_id, share_id, reminder_id,
  recipient, recipient_name, subject, message, attach_pdf,
  status, attempts, response, queued_at, ended_at, created_by`;

/** Event payload, without personal data, because events are stored and sent on. */
const MailFacts = DocumentMail.pick({ id: true, document_id: true, status: true, attempts: true });

export const documentSent = event('document.sent', MailFacts);
export const mailBounced = event('document.bounced', MailFacts, {
  title: 'A document email bounced',
  about: 'document_id',
});
export const documentNotSent = event('document.send_failed', MailFacts, {
  title: 'A document could not be sent',
  about: 'document_id',
});
