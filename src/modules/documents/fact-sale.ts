import type { Context } from '../../operation/operation.ts';
import type { DocumentMark, References } from '../../render/facts.ts';
import type { DocumentStatus, Snapshot } from './document.ts';
import type { MoreFacts } from './document-facts.ts';
import type { DocumentRow } from './document-row.ts';
import { statusOf } from './status.ts';

/** What the pages of a document tell of its sale: when it was, when it is due, and what has become of it. */
export function saleFacts(context: Context, row: DocumentRow, { quote, corrects }: Snapshot): MoreFacts {
  const { priced, sold, po_number: order, project } = row;
  if (sold === null) return { references: { order, project } };
  return {
    dates: { supplied: priced.sale_date, due: row.type === 'invoice' ? priced.due_date : null },
    references: { order, project, sale: sold.number, quote: quote?.number ?? null, corrects: corrected(corrects) },
    marks: marks[statusOf(context, row)] ?? [],
  };
}

function corrected(corrects: Snapshot['corrects']): References['corrects'] {
  return corrects === null ? [] : [{ number: corrects.number, issued: corrects.issue_date, reason: corrects.reason }];
}

const marks: { readonly [Status in DocumentStatus]?: readonly DocumentMark[] } = {
  paid: ['paid'],
  overdue: ['overdue'],
};

/** What was paid of a sale before its invoice was issued. */
export function paidAtIssue({ type, priced }: DocumentRow): bigint {
  return type !== 'invoice' ? 0n : BigInt(priced.amount_paid) - BigInt(priced.amount_refunded);
}
