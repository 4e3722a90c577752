import { z } from 'zod';
import { invalidStateTransition, type OperationName } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { settledRecord } from '../sales/index.ts';
import { type DocumentStatus, documentStatuses, type DocumentType } from './document.ts';
import type { DocumentRow } from './document-row.ts';

/** Status of a document. The table derives the same for its filters, but for the parts that depend on date and sale. */
export function statusOf(context: Context, row: DocumentRow): DocumentStatus {
  const status = statuses[row.type](context, row);
  return status === 'draft' ? draftStatus(row) : status;
}

/** An approver who sets the day of its issue has approved it. */
function draftStatus(row: DocumentRow): DocumentStatus {
  if (row.schedule?.problem === null) return 'scheduled';
  if (row.submitted_at !== null) return 'submitted';
  return row.rejected_at === null ? 'draft' : 'rejected';
}

const statuses: Readonly<Record<DocumentType, (context: Context, row: DocumentRow) => DocumentStatus>> = {
  quote: offerStatus,
  proforma: offerStatus,
  invoice: invoiceStatus,
  deposit_invoice: invoiceStatus,
  debit_note: invoiceStatus,
  credit_note: creditStatus,
  delivery_note: deliveryStatus,
  receipt: receiptStatus,
  statement: () => 'final',
};

function creditStatus(_: Context, row: DocumentRow): DocumentStatus {
  if (row.voided_at !== null) return 'void';
  return row.issued_at === null ? 'draft' : 'applied';
}

/** There is no draft of a receipt. */
function receiptStatus(_: Context, row: DocumentRow): DocumentStatus {
  return row.voided_at === null ? 'issued' : 'void';
}

function deliveryStatus(_: Context, row: DocumentRow): DocumentStatus {
  if (row.voided_at !== null) return 'cancelled';
  if (row.accepted_at !== null) return 'delivered';
  return row.issued_at === null ? 'draft' : 'issued';
}

function offerStatus({ today }: Context, row: DocumentRow): DocumentStatus {
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
  if (row.deducted_in_id !== null) return 'applied';
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

/** Operations possible next with what is not issued yet. */
const unissued: { readonly [Status in DocumentStatus]?: readonly OperationName[] } = {
  draft: ['update_document', 'submit_document', 'issue_document', 'delete_document'],
  scheduled: ['update_document', 'issue_document', 'delete_document'],
  submitted: ['issue_document', 'reject_document', 'withdraw_document', 'update_document', 'delete_document'],
  rejected: ['update_document', 'submit_document', 'issue_document', 'delete_document'],
};

const billed = {
  open: ['pay_sale', 'credit_document', 'void_document'],
  overdue: ['pay_sale', 'credit_document', 'void_document'],
  paid: ['credit_document', 'void_document'],
  uncollectible: ['pay_sale', 'credit_document'],
} as const satisfies { readonly [Status in DocumentStatus]?: readonly OperationName[] };

/** Operations possible next with what is issued, by type and status. */
const nextSteps: {
  readonly [Type in DocumentType]: { readonly [Status in DocumentStatus]?: readonly OperationName[] };
} = {
  quote: {
    open: ['accept_document', 'decline_document', 'update_document', 'void_document'],
    expired: ['update_document', 'decline_document', 'void_document'],
    accepted: ['convert_document', 'void_document'],
  },
  proforma: {
    open: ['convert_document', 'update_document', 'void_document'],
    expired: ['update_document', 'void_document'],
  },
  invoice: {
    ...billed,
    open: [...billed.open, 'correct_invoice'],
    overdue: [...billed.overdue, 'correct_invoice'],
    paid: [...billed.paid, 'correct_invoice'],
  },
  deposit_invoice: billed,
  debit_note: billed,
  credit_note: { applied: ['void_document'] },
  delivery_note: { issued: ['accept_document', 'void_document'] },
  receipt: { issued: ['send_document', 'void_document'] },
  statement: { final: ['send_document'] },
};

const hints: { readonly [Status in DocumentStatus]?: string } = {
  expired: 'It has expired. Set `valid_until` to a later date with update_document.',
  converted: 'It was converted to the sale in `sale_id`.',
  applied: 'It is fully applied.',
};

/** Refuses whatever the document is not in the state for, with this hint where the state has none of its own. */
export function checkStatus(context: Context, row: DocumentRow, fit: readonly DocumentStatus[], usual?: string): void {
  const status = statusOf(context, row);
  if (fit.includes(status) || (fit.includes('draft') && Object.hasOwn(unissued, status))) return;
  const hint = hints[status] ?? usual;
  throw invalidStateTransition({
    status,
    allowed: unissued[status] ?? nextSteps[row.type][status] ?? [],
    ...(hint === undefined ? {} : { hint }),
    ...(row.sale_id === null ? {} : { sale_id: z.encode(Id('sale'), row.sale_id) }),
  });
}

/** Refuses what has not been issued, or is void, and so is not for the eyes of a client. */
export function checkIssued(context: Context, row: DocumentRow): void {
  const hidden: readonly DocumentStatus[] = ['draft', 'scheduled', 'submitted', 'rejected', 'cancelled', 'void'];
  checkStatus(
    context,
    row,
    documentStatuses.filter((status) => !hidden.includes(status)),
  );
}

/** Refuses what is done only with documents of these types. */
export function checkType({ type }: DocumentRow, fit: readonly DocumentType[]): void {
  if (fit.includes(type)) return;
  throw invalidStateTransition({
    type,
    allowed: [],
    hint: `This needs a document of type ${fit.join(' or ')}; this one is of type ${type}.`,
  });
}
