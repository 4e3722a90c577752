import { z } from 'zod';
import type { Day } from '../../core/calendar.ts';
import { money } from '../../core/money.ts';
import { encoderOf } from '../../operation/encode.ts';
import { invalidStateTransition } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { lineRowFrom, saleRecord, saleRowFrom, type StoredSale } from '../sales/index.ts';
import { Document, type DocumentRecord, type DocumentStatus, documentStatuses } from './document.ts';
import type { DocumentRow, StoredDocument } from './document-row.ts';

/** The document as it is answered. */
export function documentRecord(context: Context, document: StoredDocument): DocumentRecord {
  const { priced: _, ...row } = document.row;
  const { row: planned, lines } = pricedSaleOf(document);
  return { ...saleRecord(context, planned, lines), ...row, ...factsOf(context, document.row) };
}

/** What it comes to, as the sale that it was planned as. */
export function pricedSaleOf({ row, lines }: StoredDocument): StoredSale {
  return { row: saleRowFrom(row.priced), lines: lines.map(lineRowFrom) };
}

/** What follows from the row and the day. */
export function factsOf(
  context: Context,
  row: DocumentRow,
): Pick<DocumentRecord, 'organization_id' | 'status' | 'total'> {
  return {
    organization_id: context.organization,
    status: statusOf(row, context.today),
    total: money(row.total, row.currency),
  };
}

/** How far a quote has come. The table derives the same for its filters, but for what depends on the day. */
function statusOf(row: DocumentRow, today: Day): DocumentStatus {
  if (row.voided_at !== null) return 'cancelled';
  if (row.sale_id !== null) return 'converted';
  if (row.accepted_at !== null) return 'accepted';
  if (row.declined_at !== null) return 'declined';
  if (row.issued_at === null) return 'draft';
  return row.valid_until !== null && row.valid_until < today ? 'expired' : 'open';
}

/** What may be done with a quote next. */
const nextSteps: Readonly<Record<DocumentStatus, readonly string[]>> = {
  draft: ['update_document', 'issue_document', 'delete_document'],
  open: ['accept_document', 'decline_document', 'update_document', 'void_document'],
  expired: ['update_document', 'decline_document', 'void_document'],
  accepted: ['convert_document', 'void_document'],
  declined: [],
  converted: [],
  cancelled: [],
};

const hints: { readonly [Status in DocumentStatus]?: string } = {
  expired: 'Extend it: set `valid_until` to a later day with update_document.',
  converted: 'It has become the sale in `sale_id`.',
};

/** Refuses what has not been issued, or is void, and so is not for the eyes of a client. */
export function checkIssued(context: Context, row: DocumentRow): void {
  checkStatus(
    context,
    row,
    documentStatuses.filter((status) => status !== 'draft' && status !== 'cancelled'),
  );
}

/** Refuses whatever the document is not in the state for. */
export function checkStatus({ today }: Context, row: DocumentRow, fit: readonly DocumentStatus[]): void {
  const status = statusOf(row, today);
  if (fit.includes(status)) return;
  const hint = hints[status];
  throw invalidStateTransition({
    status,
    allowed: nextSteps[status],
    ...(hint === undefined ? {} : { hint }),
    ...(row.sale_id === null ? {} : { sale_id: z.encode(Id('sale'), row.sale_id) }),
  });
}

const wireDocument = encoderOf(Document);

/** Keeps the document as it was for the audit log, in wire form. */
export function keepBefore(context: Context, document: StoredDocument): void {
  context.before(wireDocument(documentRecord(context, document)));
}
