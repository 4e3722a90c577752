import { z } from 'zod';
import { type Day, dayOfMonth } from '../../../core/calendar.ts';
import { occurrenceAt, type Recurrence } from '../../../core/recurrence.ts';
import { sql } from '../../../db/sql.ts';
import { forbidden, insufficientScope, notFound, validationFailed } from '../../../operation/errors.ts';
import { fault, missing, needPermission } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Id, Name, recordInput } from '../../../wire/index.ts';
import { courseInput, createRecurring, rhythmInput } from '../../recurring/index.ts';
import { untaxedWarnings, Warning } from '../../sales/index.ts';
import {
  RecurringDocument,
  type RecurringDocumentRow,
  recurringDocuments,
  recurringExternalIdTaken,
  recurringModes,
  recurringPrices,
  recurringRecord,
} from './recurring-document.ts';
import { readDocument } from '../store.ts';

const dueDaysMax = 730;

/** Fields that may change while the schedule runs. */
export const changingInput = {
  ...courseInput,
  due_in_days: z
    .int()
    .min(0)
    .max(dueDaysMax)
    .nullable()
    .optional()
    .describe('Days after the issue date. Default: the client’s payment terms.'),
  prices: z
    .enum(recurringPrices)
    .optional()
    .describe('`current`: prices from price lists and the catalogue are looked up again each time. Default: `same`.'),
  mode: z
    .enum(recurringModes)
    .optional()
    .describe('Draft each copy, issue it, or also email it to the client. Default: draft.'),
};

export const createRecurringDocument = operation({
  name: 'create_recurring_document',
  summary: 'Create a recurring invoice: a copy every so many days, weeks, months or years.',
  guidance:
    'Each copy is made once, on its date: drafted, issued or sent too. The 31st is the last day of shorter months.',
  http: 'POST /recurring-documents',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  creates: true,
  risky: { mode: ['issue_and_send'] },
  amount: 'later',
  undo: undoneBy('cancel_recurring_document'),
  input: z.strictObject({
    name: Name,
    document_id: Id('document').describe('The invoice to repeat: its client, lines, prices and texts.'),
    ...rhythmInput,
    start_date: rhythmInput.start_date.describe(
      'First occurrence. Default: one interval after the invoice date, and today at the earliest.',
    ),
    ...changingInput,
    ...recordInput,
  }),
  output: RecurringDocument.extend({
    warnings: z.array(Warning).describe('Total of the repeated invoice, and of each copy.'),
  }),
  refuses: [validationFailed, notFound, forbidden, insufficientScope, recurringExternalIdTaken],
  emits: [recurringDocuments.events.created],
  async run(context, input) {
    needToMake(context, input.mode ?? 'draft');
    const { document_id } = input;
    const issued = await checkSource(context, document_id);
    const begins = issued === null || input.start_date !== undefined ? {} : after(issued, input, context.today);
    const subject = { document_id, prices: input.prices ?? 'same' };
    const [row, { lines }] = await Promise.all([
      createRecurring(recurringDocuments, context, { ...input, ...begins }, subject),
      readDocument(context, document_id),
    ]);
    return { ...recurringRecord(context, row), warnings: await untaxedWarnings(context, lines) };
  },
});

/** Creating a schedule needs the permissions of everything it will do. */
export function needToMake(context: Context, mode: RecurringDocumentRow['mode']): void {
  const needs = ['documents:write', 'sales:write', ...(mode === 'draft' ? [] : ['documents:issue', 'sales:confirm'])];
  for (const permission of needs) needPermission(context, permission);
}

type Rhythm = {
  readonly frequency: Recurrence['frequency'];
  readonly interval?: number | undefined;
  readonly anchor_day?: number | undefined;
};

/** The invoice itself was the first, so that the next is an interval later; what is past is not made up for. */
function after(issued: Day, { frequency, interval = 1, anchor_day: asked }: Rhythm, today: Day) {
  const isMonthly = frequency === 'month' || frequency === 'year';
  const anchor = asked ?? (isMonthly ? dayOfMonth(issued) : undefined);
  for (let number = 1; ; number += 1) {
    const next = occurrenceAt({ frequency, every: interval, start: issued, anchor }, number);
    if (next === undefined) return {};
    if (next.day >= today) return { start_date: next.day, anchor_day: anchor };
  }
}

/** Only an invoice is repeated. Answers the day it was issued on, if it was. */
export async function checkSource({ db, organization }: Context, id: string): Promise<Day | null> {
  const found = await db.maybe<{ type: string; issue_date: Day | null }>(sql`
    select type, issue_date from documents where organization_id = ${organization} and id = ${id} for key share`);
  if (found === undefined) throw missing('/document_id', 'document');
  if (found.type !== 'invoice')
    throw fault('/document_id', 'no_invoice', 'Write the id of an invoice, in `document_id`.');
  return found.issue_date;
}
