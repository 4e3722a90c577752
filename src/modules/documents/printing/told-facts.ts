import type { Context } from '../../../operation/operation.ts';
import type { DocumentFacts } from '../../../render/facts.ts';
import type { Snapshot } from '../document.ts';
import { documentFacts } from './document-facts.ts';
import { pricedSaleOf } from '../document-record.ts';
import type { StoredDocument } from '../document-row.ts';
import { factAmounts, totalAlone } from './fact-amounts.ts';
import { receiptFacts } from '../receipts-and-statements/fact-receipt.ts';
import { paidAtIssue, paymentTo, saleFacts } from './fact-sale.ts';
import { statementFacts } from '../receipts-and-statements/fact-statement.ts';

/** A document as both its pages and its e-invoice tell it, from one and the same facts. */
export function toldFacts(context: Context, document: StoredDocument, snapshot: Snapshot): DocumentFacts {
  const { row } = document;
  const amounts = row.priced === null ? totalAlone(row) : factAmounts(pricedSaleOf(document), paidAtIssue(row));
  const { receipt, statement } = row.content ?? {};
  const more = {
    ...saleFacts(context, row, snapshot),
    ...(receipt && receiptFacts(row, receipt)),
    ...(statement && { statement: statementFacts(statement), payment: paymentTo(snapshot, row) }),
  };
  return documentFacts(row, { snapshot, amounts, more });
}
