import { addDays, type Day, daysBetween } from '../../core/calendar.ts';
import { money } from '../../core/money.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { BusinessError } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { nearest } from '../../messages/index.ts';
import { type Client, loadClients } from '../clients/index.ts';
import { documentRecord, type StoredDocument } from '../documents/index.ts';
import {
  type Letter,
  noRecipient,
  queueMails,
  type Recipient,
  recipientsOf,
  reminderLetter,
  validDaysDefault,
} from '../sending/index.ts';
import type { OwedInvoice } from './owed.ts';
import type { ReminderStep } from './reminder-step.ts';
import { documentReminded } from './reminder.ts';

/** The texts of a step in the language of the document, or those of the language where it has none. */
export function letterFor(
  language: string,
  owed: { due_date: Day },
  how: { step?: ReminderStep | undefined; today: Day },
): Letter {
  const usual = reminderLetter(language, { overdue: owed.due_date < how.today });
  const texts = how.step?.texts ?? {};
  const own = nearest(language, texts) ?? texts['*'];
  return { subject: own?.subject ?? usual.subject, message: own?.message ?? usual.message };
}

export function languageOf({ row }: StoredDocument): string {
  return row.snapshot?.language ?? 'en';
}

type Reached = { readonly recipients: readonly Recipient[]; readonly problem: string | null };

/** Recipient of a client's reminders, or the reason for having none. */
export async function reachOf(context: Context, clientId: string): Promise<Reached> {
  return reachOfClient((await loadClients(context, [clientId])).get(clientId));
}

export function reachOfClient(client: Client | undefined): Reached {
  if (client === undefined) throw new Error('the client of an invoice is not there');
  try {
    return { recipients: recipientsOf(client, 'reminder', 'invoice'), problem: null };
  } catch (error) {
    if (!(error instanceof BusinessError) || error.kind.code !== noRecipient.code) throw error;
    return { recipients: [], problem: `${error.kind.title} ${error.details.hint ?? error.kind.hint}` };
  }
}

/** The last step of the policy whose day has come, whether it is switched on or not. */
export function stepReached(
  { due_date: due }: { readonly due_date: Day },
  steps: readonly ReminderStep[],
  today: Day,
): ReminderStep | undefined {
  return steps.findLast(({ days }) => addDays(due, days) <= today && (days >= 0 || due >= today));
}

/** The step that a reminder counts as: null where it was sent before, or none has come. */
export function countedStep({ sent_days: sent }: OwedInvoice, step: ReminderStep | undefined): number | null {
  return step === undefined || (sent !== null && sent >= step.days) ? null : step.days;
}

type Making = Reached & {
  readonly owed: OwedInvoice;
  readonly days: number | null;
  readonly letter: Letter;
  readonly attachPdf: boolean;
};

/** Writes down that a client is reminded of a locked document, and queues the mails: all of it or nothing. */
export function makeReminder(context: Context, document: StoredDocument, making: Making) {
  const { db, organization, now, today } = context;
  const { owed, days, letter, attachPdf, recipients, problem } = making;
  const { due_date, client_id, currency } = owed;
  const amount_due = money(owed.amount_due, currency);
  const id = context.newId();
  const stamp = actorStamp(context.actor);
  const reminder = { id, document_id: owed.id, client_id, due_date, days, currency, amount_due, problem };
  db.later(sql`
    insert into reminders (organization_id, id, document_id, client_id, due_date, days, currency, amount_due, problem,
      sent_at, created_by)
    values (${organization}, ${id}, ${owed.id}, ${client_id}, ${due_date}, ${days}, ${currency}, ${owed.amount_due},
      ${problem}, ${now}, ${JSON.stringify(stamp)})`);
  const days_overdue = Math.max(daysBetween(due_date, today), 0);
  const mails = queueMails(context, documentRecord(context, document), {
    recipients,
    letter,
    attachPdf,
    validDays: validDaysDefault,
    reminder: { id, due_date, days_overdue, amount_due },
  });
  context.emit(documentReminded(reminder));
  return { ...reminder, mails, sent_at: now, created_by: stamp };
}
