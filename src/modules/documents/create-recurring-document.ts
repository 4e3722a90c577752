import { z } from 'zod';
import { type Day, dayOfMonth } from '../../core/calendar.ts';
import { occurrenceAt, type Recurrence } from '../../core/recurrence.ts';
import { sql } from '../../db/sql.ts';
import { forbidden, insufficientScope, notFound, validationFailed } from '../../operation/errors.ts';
import { fault, missing, needPermission } from '../../operation/fault.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Id, Name, recordInput } from '../../wire/index.ts';
import { courseInput, createRecurring, rhythmInput } from '../recurring/index.ts';
import { untaxedWarnings, Warning } from '../sales/index.ts';
import {
  RecurringDocument,
  type RecurringDocumentRow,
  recurringDocuments,
  recurringExternalIdTaken,
  recurringModes,
  recurringPrices,
  recurringRecord,
} from './recurring-document.ts';
import { readDocument } from './store.ts';

const dueDaysMax = 730;

/** What may change of one while it runs. */
export const changingInput = {
  ...courseInput,
  due_in_days: z
    .int()
    .min(0)
    .max(dueDaysMax)
    .nullable()
    .optional()
    .describe('After it is issued. Default: the terms of the client.'),
  prices: z
    .enum(recurringPrices)
    .optional()
    .describe('`current`: what was left to lists and catalogue is looked up on each day. Default: `same`.'),
  mode: z
    .enum(recurringModes)
    .optional()
    .describe('Whether they are drafted, issued, or mailed to the client too. Default: draft.'),
};

export const createRecurringDocument = operation({
  name: 'create_recurring_document',
  summary: 'Makes an invoice come again: a copy of it every so many days, weeks, months or years.',
  guidance:
    'Each is made once, on its day: drafted, issued or sent too; what is on the 31st is on the last of short months.',
  http: 'POST /recurring-documents',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  risky: { mode: ['issue_and_send'] },
  amount: 'later',
  undo: undoneBy('cancel_recurring_document'),
  input: z.strictObject({
    name: Name,
    document_id: Id('document').describe('The invoice that is repeated: its client, lines, prices and texts.'),
    ...rhythmInput,
    start_date: rhythmInput.start_date.describe(
      'The first occurrence. Default: an interval after the day of the invoice, and today at the earliest.',
    ),
    ...changingInput,
    ...recordInput,
  }),
  output: RecurringDocument.extend({
    warnings: z.array(Warning).describe('Of the invoice that is repeated, as each of its copies will be.'),
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

/** Whoever sets it up may do what it does. */
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
  if (found.type !== 'invoice') throw fault('/document_id', 'no_invoice', 'Write the id of an invoice.');
  return found.issue_date;
}
