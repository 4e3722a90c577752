import { z } from 'zod';
import type { Day } from '../../core/calendar.ts';
import { invalidStateTransition } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { settledRecord } from '../sales/index.ts';
import { type DocumentStatus, documentStatuses, type DocumentType } from './document.ts';
import type { DocumentRow } from './document-row.ts';

/** How far a document has come. The table derives the same for its filters, but for what depends on day and sale. */
export function statusOf(context: Context, row: DocumentRow): DocumentStatus {
  return row.type === 'quote' ? quoteStatus(row, context.today) : invoiceStatus(context, row);
}

function quoteStatus(row: DocumentRow, today: Day): DocumentStatus {
  if (row.voided_at !== null) return 'cancelled';
  if (row.sale_id !== null) return 'converted';
  if (row.accepted_at !== null) return 'accepted';
  if (row.declined_at !== null) return 'declined';
  if (row.issued_at === null) return 'draft';
  return row.valid_until !== null && row.valid_until < today ? 'expired' : 'open';
}

/** An invoice is paid, overdue or credited as its sale is. */
function invoiceStatus(context: Context, row: DocumentRow): DocumentStatus {
  if (row.voided_at !== null) return 'void';
  if (row.issued_at === null) return 'draft';
  if (row.sold === null) throw new Error(`invoice ${row.id} has no sale`);
  const {
    status,
    total,
    amount_credited: credited,
    amount_written_off: writtenOff,
    is_overdue,
  } = settledRecord(context, row.sold);
  if (status !== 'completed') return is_overdue ? 'overdue' : 'open';
  if (writtenOff.minor > 0n) return 'uncollectible';
  return credited.minor === total.minor && total.minor > 0n ? 'credited' : 'paid';
}

const issuedInvoice = ['void_document'];

/** What may be done with a document next. */
const nextSteps: { readonly [Type in DocumentType]: { readonly [Status in DocumentStatus]?: readonly string[] } } = {
  quote: {
    draft: ['update_document', 'issue_document', 'delete_document'],
    open: ['accept_document', 'decline_document', 'update_document', 'void_document'],
    expired: ['update_document', 'decline_document', 'void_document'],
    accepted: ['convert_document', 'void_document'],
  },
  invoice: {
    draft: ['update_document', 'issue_document', 'delete_document'],
    open: ['pay_sale', ...issuedInvoice],
    overdue: ['pay_sale', ...issuedInvoice],
    paid: issuedInvoice,
    uncollectible: ['pay_sale'],
  },
};

const hints: { readonly [Status in DocumentStatus]?: string } = {
  expired: 'Extend it: set `valid_until` to a later day with update_document.',
  converted: 'It has become the sale in `sale_id`.',
};

/** Refuses whatever the document is not in the state for. */
export function checkStatus(context: Context, row: DocumentRow, fit: readonly DocumentStatus[]): void {
  const status = statusOf(context, row);
  if (fit.includes(status)) return;
  const hint = hints[status];
  throw invalidStateTransition({
    status,
    allowed: nextSteps[row.type][status] ?? [],
    ...(hint === undefined ? {} : { hint }),
    ...(row.sale_id === null ? {} : { sale_id: z.encode(Id('sale'), row.sale_id) }),
  });
}

/** Refuses what has not been issued, or is void, and so is not for the eyes of a client. */
export function checkIssued(context: Context, row: DocumentRow): void {
  const hidden: readonly DocumentStatus[] = ['draft', 'cancelled', 'void'];
  checkStatus(
    context,
    row,
    documentStatuses.filter((status) => !hidden.includes(status)),
  );
}

/** Refuses what is done with quotes only. */
export function checkIsQuote(row: DocumentRow): void {
  if (row.type === 'quote') return;
  throw invalidStateTransition({
    type: row.type,
    allowed: [],
    hint: `This is done with quotes, and it is: ${row.type}.`,
  });
}
