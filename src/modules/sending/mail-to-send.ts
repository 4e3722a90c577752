import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/** A mail as the job that sends it needs it. */
export type MailToSend = {
  readonly id: string;
  readonly document_id: string;
  readonly recipient: string;
  readonly recipient_name: string | null;
  readonly subject: string;
  readonly message: string;
  readonly attach_pdf: boolean;
  readonly language: string;
  readonly seller: string;
  readonly reply_to: string | null;
  /** The files that go with the document, in their order. */
  readonly file_ids: readonly string[];
  /** Of the template that the document was issued with. */
  readonly layout: unknown;
  readonly has_logo: boolean;
};

const settledMeanwhile = 'The invoice is settled, so nothing is owed.';

type Named = { readonly organization: string; readonly id: string };

/**
 * Counts an attempt at a mail before it is made, and answers the mail; undefined where the mail server has taken it, or
 * it was given up. A reminder of what has been settled meanwhile is given up here.
 */
export async function beginMail(
  db: Db,
  { organization, id, now }: Named & { readonly now: string },
): Promise<MailToSend | undefined> {
  await db.run(sql`
    update document_mails as mail set status = 'cancelled', ended_at = ${now}, response = ${settledMeanwhile}
    from documents_for_mails as document
    where mail.organization_id = ${organization} and mail.id = ${id} and mail.status = 'queued' and mail.while_due
      and document.organization_id = mail.organization_id and document.id = mail.document_id
      and not document.is_due`);
  return db.maybe<MailToSend>(sql`
    update document_mails as mail set attempts = attempts + 1
    from documents_for_mails as document
    where mail.organization_id = ${organization} and mail.id = ${id} and mail.status = 'queued'
      and document.organization_id = mail.organization_id and document.id = mail.document_id
    returning mail.id, mail.document_id, mail.recipient, mail.recipient_name, mail.subject, mail.message,
      mail.attach_pdf, document.language, document.seller, document.reply_to,
      document.file_ids, document.layout, document.has_logo`);
}

/** Notes why an attempt failed, after which there is another. */
export async function noteAttempt(db: Db, { organization, id }: Named, response: string): Promise<void> {
  await db.run(sql`
    update document_mails set response = ${response}
    where organization_id = ${organization} and id = ${id} and status = 'queued'`);
}

/** Gives up the reminders of a document that have not left yet. */
export function withdrawReminders({ db, organization, now }: Context, documentId: string, why: string): void {
  db.later(sql`
    update document_mails set status = 'cancelled', ended_at = ${now}, response = ${why}
    where organization_id = ${organization} and document_id = ${documentId} and status = 'queued' and while_due`);
}
