import { z } from 'zod';
import { daysBetween } from '../../core/calendar.ts';
import { money } from '../../core/money.ts';
import { sql } from '../../db/sql.ts';
import { cutField, cutOf } from '../../operation/cut.ts';
import { notFound } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { HouseProse, Id } from '../../wire/index.ts';
import { documentRecord, readDocument, type StoredDocument } from '../documents/index.ts';
import { compose } from '../sending/index.ts';
import { DocumentHold, readHold } from './document-hold.ts';
import { languageOf, letterFor, reachOf } from './make-reminder.ts';
import { type OwedInvoice, owedBy } from './owed.ts';
import { type PolicyRow, readPolicy } from './policy.ts';
import { Reminder, reminderColumns, reminderRecord, type ReminderRow } from './reminder.ts';
import { nextStep, UpcomingReminder } from './upcoming.ts';

const shownMax = 50;

const NextReminder = UpcomingReminder.pick({
  days: true,
  due_date: true,
  currency: true,
  amount_due: true,
  sends_at: true,
}).extend({
  recipients: z.array(z.object({ email: z.string(), name: z.string().nullable() })),
  problem: z.string().nullable().describe('Why there is no recipient.'),
  subject: HouseProse(),
  message: HouseProse(),
});

export const getDocumentReminders = operation({
  name: 'get_document_reminders',
  summary: 'Get the payment reminders sent for a document, and the exact text of the next one.',
  http: 'GET /documents/{id}/reminders',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('document') }),
  output: DocumentHold.extend({
    next: NextReminder.nullable().describe('Null if no reminder is scheduled.'),
    sent: z.array(Reminder).describe(`The last ${shownMax} reminders.`),
    cut: cutField,
  }),
  refuses: [notFound],
  async run(context, { id }) {
    const [document, hold, policy, owed, sent] = await Promise.all([
      readDocument(context, id),
      readHold(context, id),
      readPolicy(context),
      owedBy(context, id),
      sentOf(context, id),
    ]);
    const next = owed === undefined ? null : await nextOf(context, document, { policy, owed });
    const all = sent[0]?.all ?? 0;
    const how = 'get_record_timeline of the document lists all of them.';
    const cut = cutOf({ list: 'sent', shown: sent.length, left: all - sent.length, how });
    return { ...hold, next, sent: sent.map(reminderRecord), cut };
  },
});

type SentRow = ReminderRow & { readonly all: number };

function sentOf({ db, organization }: Context, id: string): Promise<SentRow[]> {
  return db.many<SentRow>(sql`
    select ${reminderColumns}, (count(*) over ())::int as all
    from reminders where organization_id = ${organization} and document_id = ${id}
    order by sent_at desc, id desc limit ${shownMax}`);
}

type Facts = { readonly policy: PolicyRow; readonly owed: OwedInvoice };

async function nextOf(
  context: Context,
  document: StoredDocument,
  { policy, owed }: Facts,
): Promise<z.output<typeof NextReminder> | null> {
  const { organization: where } = context.actor;
  const next = where && nextStep(owed, policy, { ...context, where });
  if (next === undefined) return null;
  const reach = await reachOf(context, owed.client_id);
  const { day } = next;
  const amount_due = money(owed.amount_due, owed.currency);
  const days_overdue = Math.max(daysBetween(owed.due_date, day), 0);
  const about = { due_date: owed.due_date, amount_due, days_overdue, payment_schedule: [] };
  const facts = { ...documentRecord(context, document), ...about };
  const letter = letterFor(languageOf(document), owed, { step: next.step, today: day });
  const [first = { email: '', name: null }] = reach.recipients;
  const { currency } = owed;
  const told = { days: next.step.days, due_date: owed.due_date, currency, amount_due, sends_at: next.at };
  return { ...told, ...reach, recipients: [...reach.recipients], ...compose(facts, letter, first) };
}
