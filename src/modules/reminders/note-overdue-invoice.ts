import { z } from 'zod';
import { addDays, type Day } from '../../core/calendar.ts';
import { beginningOf } from '../../core/recurrence.ts';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import type { DailyLook } from '../../operation/daily-look.ts';
import { event } from '../../operation/events.ts';
import { enqueue } from '../../operation/jobs.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Day as WireDay, Id, Money } from '../../wire/index.ts';
import { lockDocument } from '../documents/index.ts';
import { owedBy } from './owed.ts';

/** The kind of the job that looks, once a day, which invoices have become overdue. */
export const overdueJob = 'find_overdue_invoices';

/** Older debts were announced when they became overdue, or were overdue before the job first ran. */
const lookedBackDays = 7;
const minuteMs = 60_000;
const spreadMinutes = 60;

const Overdue = z.object({
  id: Id('document'),
  number: z.string().nullable(),
  client_id: Id('client').nullable(),
  due_date: WireDay,
  currency: z.string(),
  amount_due: Money,
});
const invoiceOverdue = event('invoice.overdue', Overdue, { title: 'An invoice is overdue', called: 'number' });

/** The beginning of the next day, RFC 3339, where the organisation is; each has its own minute. */
export function nextMorning({ id, timezone }: { id: string; timezone: string }, today: Day): string {
  const minute = 1 + (Number.parseInt(id.slice(-4), 16) % spreadMinutes);
  return new Date(Date.parse(beginningOf(addDays(today, 1), timezone)) + minute * minuteMs).toISOString();
}

/** Has somebody look every day whether invoices of a new organisation have become overdue. */
export async function seedOverdue(context: Context): Promise<void> {
  const { organization } = context.actor;
  if (organization === undefined) throw new RangeError('invoices belong to an organisation');
  enqueue(context, { kind: overdueJob, payload: {}, runAt: nextMorning(organization, context.today) });
}

/** Invoices that became overdue in the last days, of which nobody has been told. */
export async function newlyOverdue({ db, organization, today, limit }: DailyLook): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select invoice.id from invoices_owed as invoice
    where invoice.organization_id = ${organization} and invoice.amount_due > 0
      and invoice.due_date between ${addDays(today, -lookedBackDays)} and ${addDays(today, -1)}
      and not exists (select from overdue_invoices as told where told.organization_id = ${organization}
        and told.document_id = invoice.id and told.due_date = invoice.due_date)
    order by invoice.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * Tells, once for each day that it was due on, that an invoice is overdue. Not in the catalogue, since only the
 * work that looks for them calls it.
 */
export const noteOverdueInvoice = operation({
  name: 'note_overdue_invoice',
  summary: 'Note an overdue invoice and emit its event.',
  http: 'POST /documents/{id}/note-overdue',
  effect: 'write',
  permission: 'documents:read',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('document') }),
  output: z.object({ overdue: Overdue.nullable() }),
  refuses: [notFound],
  emits: [invoiceOverdue],
  async run(context, { id }) {
    const { db, organization, today } = context;
    await lockDocument(context, { id });
    const owed = await owedBy(context, id);
    if (owed === undefined || owed.due_date >= today) return { overdue: null };
    const told = await db.run(sql`
      insert into overdue_invoices (organization_id, document_id, due_date)
      values (${organization}, ${id}, ${owed.due_date})
      on conflict (organization_id, document_id, due_date) do nothing`);
    if (told === 0) return { overdue: null };
    const { number, client_id, due_date, currency, amount_due } = owed;
    const overdue = { id, number, client_id, due_date, currency, amount_due: { minor: amount_due, currency } };
    context.emit(invoiceOverdue(overdue));
    return { overdue };
  },
});
