import type { Day } from '../../../core/calendar.ts';
import type { Context } from '../../../operation/operation.ts';
import type { OrganizationValue } from '../../organization/index.ts';
import { paymentRefunded, takeGoodsBack } from '../../payments/index.ts';
import { saleCompleted, saleReturned, saleUpdated, type StoredSale } from '../../sales/index.ts';
import { stockEvents } from '../../stock/index.ts';
import type { DocumentGiven } from '../document-input.ts';
import type { StoredDocument } from '../document-row.ts';
import { created, issued } from '../events.ts';
import { draftOf } from './draft-of-sale.ts';
import { issueLocked } from './issue-of-sale.ts';

/** What a credit note emits, with the return of the goods. */
export const creditNoteEvents = [
  created.credit_note,
  issued.credit_note,
  saleReturned,
  saleUpdated,
  saleCompleted,
  paymentRefunded,
  ...stockEvents,
];

type Returned = Awaited<ReturnType<typeof takeGoodsBack>>;

/** An issued invoice, with its sale: both locked. */
type Credited = { readonly id: string; readonly sale: StoredSale; readonly organization: OrganizationValue };

type How = {
  /** Lines and charges to return, and what becomes of an overpayment. */
  readonly what: Parameters<typeof takeGoodsBack>[2];
  readonly input: Omit<DocumentGiven, 'type'>;
  readonly issueDate?: Day | undefined;
  readonly withoutEInvoice?: boolean | undefined;
};

/** Returns what an invoice sold, and issues the credit note for it. */
export async function issueCreditNote(
  context: Context,
  { id, sale, organization }: Credited,
  { what, input, issueDate = context.today, withoutEInvoice }: How,
): Promise<{
  readonly document: StoredDocument;
  readonly returned: StoredSale;
  readonly refunds: Returned['refunds'];
}> {
  const { refunds, ...returned } = await takeGoodsBack(context, sale.row.id, what);
  const drafted = { sale: returned, organization, madeSale: false, correctsId: id };
  const draft = draftOf(context, { type: 'credit_note', ...input }, drafted);
  const issuing = { sale: returned, organization, issueDate, override: undefined, withoutEInvoice };
  return { document: await issueLocked(context, draft, issuing), returned, refunds };
}
