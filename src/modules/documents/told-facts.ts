import type { Context } from '../../operation/operation.ts';
import type { DocumentFacts } from '../../render/facts.ts';
import type { Snapshot } from './document.ts';
import { documentFacts } from './document-facts.ts';
import { pricedSaleOf } from './document-record.ts';
import type { StoredDocument } from './document-row.ts';
import { factAmounts } from './fact-amounts.ts';
import { paidAtIssue, saleFacts } from './fact-sale.ts';

/** A document as both its pages and its e-invoice tell it, from one and the same facts. */
export function toldFacts(context: Context, document: StoredDocument, snapshot: Snapshot): DocumentFacts {
  const { row } = document;
  const amounts = factAmounts(pricedSaleOf(document), paidAtIssue(row));
  return documentFacts(row, { snapshot, amounts, more: saleFacts(context, row, snapshot) });
}
