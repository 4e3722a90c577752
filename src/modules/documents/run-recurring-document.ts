import { addDays } from '../../core/calendar.ts';
import { dueOccurrences, type DueOccurrences } from '../../core/recurrence.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { exchangeRateMissing } from '../exchange/index.ts';
import {
  clientNotActive,
  creditHeld,
  creditLimitExceeded,
  priceBelowFloor,
  saleCompleted,
  saleConfirmed,
  saleCreated,
  termsOf,
  variantNotSold,
} from '../sales/index.ts';
import { insufficientStock, locationNotActive, stockEvents } from '../stock/index.ts';
import { needToMake } from './create-recurring-document.ts';
import type { DocumentGiven } from './document-input.ts';
import { pricedSaleOf } from './document-record.ts';
import { draftOfSale } from './draft-of-sale.ts';
import { eInvoiceIncomplete } from './e-invoice-refused.ts';
import { created, issued } from './events.ts';
import { checkStatus } from './pause-recurring-document.ts';
import {
  keepRecurringBefore,
  lockRecurring,
  recurrenceOf,
  RecurringAtVersion,
  recurringCompleted,
  RecurringDocument,
  recurringRecord,
  type RecurringRow,
} from './recurring-document.ts';
import { enqueueNext } from './recurring-job.ts';
import { readDocument } from './store.ts';

export const runRecurringDocument = operation({
  name: 'run_recurring_document',
  summary: 'Makes the next document of a schedule that is due. It happens by itself on the day.',
  guidance: 'Where none is due nothing happens, and `made_document_id` is null.',
  http: 'POST /recurring-documents/{id}/run',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  input: RecurringAtVersion,
  output: RecurringDocument.extend({ made_document_id: Id('document').nullable() }),
  refuses: [
    validationFailed,
    notFound,
    forbidden,
    insufficientScope,
    versionConflict,
    invalidStateTransition,
    exchangeRateMissing,
    clientNotActive,
    variantNotSold,
    creditHeld,
    creditLimitExceeded,
    priceBelowFloor,
    insufficientStock,
    locationNotActive,
    eInvoiceIncomplete,
  ],
  emits: [
    ...[created.invoice, issued.invoice, recurringCompleted, saleCreated, saleConfirmed, saleCompleted],
    ...stockEvents,
  ],
  async run(context, { id, version }) {
    const before = await lockRecurring(context, id, version);
    checkStatus(before, 'run_recurring_document');
    const due = dueOccurrences(recurrenceOf(before), before.occurrence, {
      ...{ today: context.today, catchUp: before.catch_up, max: 1 },
    });
    const [occurrence] = due.make;
    if (occurrence === undefined && due.skipped === 0) {
      return { ...recurringRecord(context, before), made_document_id: null };
    }
    keepRecurringBefore(context, before);
    const row = advance(context, before, due);
    enqueueNext(context, row);
    const made = occurrence === undefined ? null : await makeInvoice(context, before, occurrence.day);
    if (row.status === 'completed') context.emit(recurringCompleted(row));
    return { ...recurringRecord(context, row), made_document_id: made };
  },
});

/** A copy of the invoice that is repeated, of a sale of this day. */
async function makeInvoice(context: Context, { id, document_id: sourceId, ...row }: RecurringRow, day: string) {
  needToMake(context, row.mode);
  const source = await readDocument(context, sourceId);
  const sold = pricedSaleOf(source);
  const { title, buyer_reference, po_number, project, notes, terms, footer, language, member_id } = source.row;
  const input: DocumentGiven = {
    ...{ type: 'invoice', ...termsOf(sold), location_id: sold.row.location_id, supply_date: day },
    due_date: row.due_in_days === null ? undefined : addDays(day, row.due_in_days),
    ...{ title, buyer_reference, po_number, project, notes, terms, footer, language, member_id, tags: row.tags },
  };
  const issue = row.mode === 'issue';
  const made = await draftOfSale(context, input, { issue, override: undefined, occurrence: { id, day } });
  return made.row.id;
}

/** Moves the schedule on, without waiting: the same transaction makes the document, so that both happen or neither. */
function advance(context: Context, before: RecurringRow, { make, skipped, next }: DueOccurrences): RecurringRow {
  const { db, organization, actor, now } = context;
  const stamp = actorStamp(actor);
  const row: RecurringRow = {
    ...before,
    occurrence: before.occurrence + make.length + skipped,
    next_date: next?.day ?? null,
    status: next === undefined ? 'completed' : before.status,
    run_count: before.run_count + make.length,
    last_run_date: make[0]?.day ?? before.last_run_date,
    consecutive_failures: 0,
    last_error: null,
    version: before.version + 1,
    updated_at: now,
    updated_by: stamp,
  };
  db.later(sql`
    update recurring_documents set occurrence = ${row.occurrence}, next_date = ${row.next_date}, status = ${row.status},
      run_count = ${row.run_count}, last_run_date = ${row.last_run_date}, consecutive_failures = 0, last_error = null,
      version = ${row.version}, updated_at = ${now}, updated_by = ${JSON.stringify(stamp)}
    where organization_id = ${organization} and id = ${row.id}`);
  return row;
}
