import { z } from 'zod';
import { addDays, daysBetween } from '../../core/calendar.ts';
import { sum } from '../../core/list.ts';
import { money } from '../../core/money.ts';
import { daysAfter } from '../../core/instant.ts';
import { cutField, cutOf } from '../../operation/cut.ts';
import { notFound, validationFailed } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Day, ForeignName, Id, Money, Notes } from '../../wire/index.ts';
import { loadClients } from '../clients/index.ts';
import { lockDocumentsByIds, type StoredDocument } from '../documents/index.ts';
import {
  checkPlaceholders,
  documentShared,
  HeaderText,
  placeholderHint,
  type Recipient,
  subjectMax,
} from '../sending/index.ts';
import { countedStep, languageOf, letterFor, makeReminder, reachOfClient, stepReached } from './make-reminder.ts';
import { type OwedInvoice, owedUntil } from './owed.ts';
import { readPolicy } from './policy.ts';
import { documentReminded } from './reminder.ts';
import type { ReminderStep } from './reminder-step.ts';

const remindedMax = 50;
/** So many are asked for an address; more than are reminded, so that those without one hold up nobody. */
const askedMax = 200;
const lookedAtMax = 2_000;
const skippedMax = 50;

const skipReasons = ['on_hold', 'reminded_recently', 'no_recipient'] as const;
type Reason = (typeof skipReasons)[number];

/** An overdue invoice, as a person would choose it. */
const OverdueInvoice = z.object({
  document_id: Id('document'),
  number: z.string(),
  client_id: Id('client'),
  client_name: ForeignName,
  due_date: Day,
  days_overdue: z.int(),
  currency: z.string(),
  amount_due: Money,
});

export const chaseOverdue = operation({
  name: 'chase_overdue',
  summary: 'Send a payment reminder for every overdue invoice, or for those named, in one call.',
  guidance:
    'The preview says who gets which letter. Leaves out invoices on hold, those reminded within `quiet_days` and ' +
    'clients without an address. Oldest first; `cut` says how many are left.',
  http: 'POST /reminders/chase',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  reachesOutside: true,
  risky: true,
  keyRequired: true,
  cost: 50,
  noUndo: 'sent',
  input: z.strictObject({
    document_ids: z
      .array(Id('document'))
      .min(1)
      .max(remindedMax)
      .optional()
      .describe('Only these invoices. Default: all that are overdue.'),
    client_id: Id('client').optional().describe('Only invoices of this client.'),
    min_days_overdue: z.int().min(1).max(3_650).default(1),
    quiet_days: z.int().min(0).max(365).default(7).describe('Leave out invoices reminded within so many days.'),
    subject: HeaderText(subjectMax)
      .optional()
      .describe(`${placeholderHint}. Default: the text of the step of the policy that each invoice has reached.`),
    message: Notes.optional().describe(`${placeholderHint}, and {{link}}.`),
    attach_pdf: z.boolean().optional().describe('Default: as the policy says.'),
  }),
  output: z.object({
    reminded: z.array(
      OverdueInvoice.extend({
        days: z.int().nullable().describe('Step of the policy, in days after the due date; null between steps.'),
        recipients: z.array(z.string()),
        subject: ForeignName,
      }),
    ),
    totals: z
      .array(z.object({ currency: z.string(), count: z.int(), amount_due: Money }))
      .describe('Of the reminded invoices, per currency.'),
    skipped: z.array(OverdueInvoice.extend({ reason: z.enum(skipReasons) })),
    cut: cutField,
  }),
  refuses: [validationFailed, notFound],
  emits: [documentReminded, documentShared],
  async run(context, input) {
    const { subject, message, document_ids: named, client_id: client, quiet_days: quietDays } = input;
    if (subject !== undefined) checkPlaceholders('/subject', subject);
    if (message !== undefined) checkPlaceholders('/message', message);
    const wanted = {
      until: addDays(context.today, -input.min_days_overdue),
      clientId: client,
      ids: named,
      limit: lookedAtMax,
    };
    const [policy, found] = await Promise.all([readPolicy(context), owedUntil(context, wanted)]);
    if (client !== undefined && found.length === 0) await needClient(context, client);
    if (named !== undefined) await refuseOthers(context, named, found);
    const isFree = (invoice: OwedInvoice) => reasonToWait(context, invoice, quietDays) === undefined;
    const free = found.filter(isFree);
    const asked = await reach(context, free.slice(0, askedMax));
    const reachable = asked.filter(({ recipients }) => recipients.length > 0);
    const chosen = new Map(reachable.slice(0, remindedMax).map((one) => [one.invoice.id, one]));
    const ids = [...chosen.keys()];
    const documents = await lockDocumentsByIds(context, ids);
    // Read once more, since until the lock was held another may have reminded of it, or paid.
    const owed = (await owedUntil(context, { ...wanted, ids })).filter(isFree);
    const letters = { subject, message, attachPdf: input.attach_pdf ?? policy.attach_pdf, steps: policy.steps };
    const reminded = owed.map((invoice) => {
      const recipients = chosen.get(invoice.id)?.recipients ?? [];
      return remind(context, { invoice, recipients }, { documents, letters });
    });
    const skipped = [
      ...found.flatMap((invoice) => skippedFor(context, invoice, reasonToWait(context, invoice, quietDays))),
      ...asked.flatMap(({ invoice, recipients }) =>
        skippedFor(context, invoice, recipients.length === 0 ? 'no_recipient' : undefined),
      ),
    ];
    const shown = skipped.slice(0, skippedMax);
    return {
      reminded,
      totals: totals(owed),
      skipped: shown,
      cut: [
        ...cutOf({
          list: 'reminded',
          shown: reminded.length,
          left: reachable.length - ids.length + free.length - asked.length,
          how: oneMoreCall,
        }),
        ...cutOf({ list: 'skipped', shown: shown.length, left: skipped.length - shown.length, how: allOverdue }),
      ],
    };
  },
});

const oneMoreCall = 'Call it again, with `quiet_days` of at least 1: those just reminded are left out then.';
const allOverdue = 'list_sales with `is_overdue` lists all overdue sales.';

type Reached = { readonly invoice: OwedInvoice; readonly recipients: readonly Recipient[] };
type Letters = {
  readonly subject: string | undefined;
  readonly message: string | undefined;
  readonly attachPdf: boolean;
  readonly steps: readonly ReminderStep[];
};
type With = { readonly documents: readonly StoredDocument[]; readonly letters: Letters };

async function reach(context: Context, invoices: readonly OwedInvoice[]): Promise<Reached[]> {
  const clients = await loadClients(context, [...new Set(invoices.map(({ client_id: id }) => id))]);
  return invoices.map((invoice) => ({ invoice, ...reachOfClient(clients.get(invoice.client_id)) }));
}

function remind(context: Context, { invoice, recipients }: Reached, { documents, letters }: With) {
  const document = documents.find(({ row }) => row.id === invoice.id);
  if (document === undefined) throw new RangeError('an invoice outlived its document');
  const step = stepReached(invoice, letters.steps, context.today);
  const usual = letterFor(languageOf(document), invoice, { step, today: context.today });
  const { days, mails } = makeReminder(context, document, {
    owed: invoice,
    recipients,
    problem: null,
    days: countedStep(invoice, step),
    letter: { subject: letters.subject ?? usual.subject, message: letters.message ?? usual.message },
    attachPdf: letters.attachPdf,
  });
  const told = { recipients: mails.map(({ recipient }) => recipient), subject: mails[0]?.subject ?? '' };
  return { ...overdue(context, invoice), days, ...told };
}

async function needClient(context: Context, id: string): Promise<void> {
  if (!(await loadClients(context, [id])).has(id)) throw notFound();
}

/** The whole call is refused where one of the named is not overdue: nobody is reminded of the rest meanwhile. */
async function refuseOthers(context: Context, named: readonly string[], found: readonly OwedInvoice[]): Promise<void> {
  const ids = new Set(found.map(({ id }) => id));
  const others = [...new Set(named)].filter((id) => !ids.has(id));
  if (others.length === 0) return;
  if ((await lockDocumentsByIds(context, others)).length < others.length) throw notFound();
  const errors = named.flatMap((id, index) =>
    ids.has(id)
      ? []
      : [
          {
            pointer: `/document_ids/${index}`,
            code: 'not_overdue',
            message: 'There is no invoice here that is overdue for so long.',
            hint: 'Leave it out, or send remind_document for an invoice that is not overdue yet.',
          },
        ],
  );
  throw validationFailed({ errors });
}

function reasonToWait({ now }: Context, invoice: OwedInvoice, quietDays: number): Reason | undefined {
  if (invoice.is_held) return 'on_hold';
  const { last_sent_at: last } = invoice;
  const isRecent = last !== null && quietDays > 0 && daysAfter(last, quietDays) > now;
  return isRecent ? 'reminded_recently' : undefined;
}

function skippedFor(context: Context, invoice: OwedInvoice, reason: Reason | undefined) {
  return reason === undefined ? [] : [{ ...overdue(context, invoice), reason }];
}

function overdue({ today }: Context, { id, number, client_id, client_name, due_date, ...owed }: OwedInvoice) {
  return {
    document_id: id,
    number,
    client_id,
    client_name,
    due_date,
    days_overdue: daysBetween(due_date, today),
    currency: owed.currency,
    amount_due: money(owed.amount_due, owed.currency),
  };
}

function totals(invoices: readonly OwedInvoice[]) {
  return [...Map.groupBy(invoices, ({ currency }) => currency)].map(([currency, some]) => {
    const total = sum(some.map(({ amount_due: due }) => due));
    return { currency, count: some.length, amount_due: money(total, currency) };
  });
}
