import { z } from 'zod';
import { money } from '../../core/money.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { event } from '../../operation/events.ts';
import { ActorStamp, Day, Id, Instant, Money } from '../../wire/index.ts';
import { mailStatuses } from '../sending/index.ts';

const ReminderMail = z.object({
  id: Id('document_mail'),
  recipient: z.string(),
  status: z.enum(mailStatuses),
  response: z.string().nullable(),
});

/** A reminder that was sent: of what, when, and what became of the mail to each recipient. */
export const Reminder = z.object({
  id: Id('reminder'),
  document_id: Id('document'),
  client_id: Id('client'),
  due_date: Day.describe('Of what it reminds of.'),
  days: z
    .int()
    .nullable()
    .describe('Step of the policy, in days after the due date; null for a manual reminder between steps.'),
  currency: z.string(),
  amount_due: Money,
  problem: z.string().nullable().describe('Why it had no recipient.'),
  mails: z.array(ReminderMail),
  sent_at: Instant,
  created_by: ActorStamp,
});
export type Reminder = z.output<typeof Reminder>;

/** A row of `reminders` with its mails. */
export type ReminderRow = Omit<Reminder, 'amount_due'> & { readonly amount_due: bigint };

export const documentReminded = event(
  'document.reminded',
  Reminder.omit({ problem: true, mails: true, sent_at: true, created_by: true }),
);

export const reminderColumns: Sql = sql`id, document_id, client_id, due_date, days, currency, amount_due, problem,
  sent_at, created_by, coalesce((
    select jsonb_agg(jsonb_build_object('id', mail.id, 'recipient', mail.recipient, 'status', mail.status, 'response',
      mail.response) order by mail.id)
    from reminder_mails as mail
    where mail.organization_id = reminders.organization_id and mail.reminder_id = reminders.id), '[]') as mails`;

export function reminderRecord({ amount_due, ...row }: ReminderRow): Reminder {
  return { ...row, amount_due: money(amount_due, row.currency) };
}
