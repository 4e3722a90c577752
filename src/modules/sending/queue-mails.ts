import type { Money } from '../../core/money.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { enqueue } from '../../operation/jobs.ts';
import type { Context } from '../../operation/operation.ts';
import type { DocumentRecord } from '../documents/index.ts';
import { compose, type Letter } from './compose.ts';
import type { DocumentMailRow } from './document-mail.ts';
import type { Recipient } from './recipients.ts';
import { makeShare } from './share.ts';

export const mailJob = 'send_document_mail';

/** Payload of a mail job: the link is in it, so it is kept sealed and only until it is sent. */
export type MailOrder = { readonly mail_id: string; readonly url: string };

type Mailing = {
  readonly recipients: readonly Recipient[];
  readonly letter: Letter;
  readonly attachPdf: boolean;
  readonly validDays: number;
  /** Of what it reminds: such a mail leaves only while that is owed. */
  readonly reminder?: Reminding;
};

export type Reminding = {
  readonly id: string;
  readonly due_date: string;
  readonly days_overdue: number;
  readonly amount_due: Money;
};

/** Queues a mail to each recipient, with a link of its own, in the transaction that decided to send them. */
export function queueMails(context: Context, record: DocumentRecord, mailing: Mailing): DocumentMailRow[] {
  const { recipients, letter, attachPdf, validDays, reminder } = mailing;
  const { due_date, days_overdue, amount_due } = reminder ?? record;
  // A reminder is of one part, whose day it says.
  const payment_schedule = reminder === undefined ? record.payment_schedule : [];
  const facts = { ...record, due_date, days_overdue, amount_due, payment_schedule };
  return recipients.map((recipient) => {
    const { share, url } = makeShare(context, { documentId: record.id, recipient: recipient.email, validDays });
    const mail: DocumentMailRow = {
      id: context.newId(),
      document_id: record.id,
      share_id: share.id,
      reminder_id: reminder?.id ?? null,
      recipient: recipient.email,
      recipient_name: recipient.name,
      ...compose(facts, letter, recipient),
      attach_pdf: attachPdf,
      status: 'queued',
      attempts: 0,
      response: null,
      queued_at: context.now,
      ended_at: null,
      created_by: actorStamp(context.actor),
    };
    insertMail(context, mail);
    const payload: MailOrder = { mail_id: mail.id, url };
    enqueue(context, { kind: mailJob, payload, secret: true });
    return mail;
  });
}

function insertMail({ db, organization }: Context, mail: DocumentMailRow): void {
  db.later(sql`
    insert into document_mails (organization_id, id, document_id, share_id, recipient, recipient_name, subject, message,
      attach_pdf, queued_at, created_by, reminder_id, while_due)
    values (${organization}, ${mail.id}, ${mail.document_id}, ${mail.share_id}, ${mail.recipient},
      ${mail.recipient_name}, ${mail.subject}, ${mail.message}, ${mail.attach_pdf}, ${mail.queued_at},
      ${JSON.stringify(mail.created_by)}, ${mail.reminder_id}, ${mail.reminder_id !== null})`);
}
