import { z } from 'zod';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../../operation/errors.ts';
import { needPermission } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import { exchangeRateMissing } from '../../exchange/index.ts';
import { readOrganization } from '../../organization/index.ts';
import {
  clientNotActive,
  confirmingRefusals,
  lockSale,
  makeDraft,
  type Override,
  overrideInput,
  saleCompleted,
  saleConfirmed,
  saleCreated,
  saleInput,
  saleRecord,
  SaleWithWarnings,
  scheduleExceedsTotal,
  type StoredSale,
  termsOf,
  variantNotSold,
} from '../../sales/index.ts';
import { holdEvents, stockEvents } from '../../stock/index.ts';
import { depositNotDeductible, depositsExceedTotal } from '../deposits/deposit.ts';
import { Document } from '../document.ts';
import { documentRecord, factsOf, keepBefore, pricedSaleOf } from '../document-record.ts';
import type { DocumentRow, StoredDocument } from '../document-row.ts';
import { draftOf } from '../invoices/draft-of-sale.ts';
import { eInvoiceIncomplete } from '../e-invoices/e-invoice-refused.ts';
import { created, depositEvents, issued, proformaConverted, quoteConverted } from '../events.ts';
import { issueLocked } from '../invoices/issue-of-sale.ts';
import { checkStatus, checkType } from '../status.ts';
import { changed, lockDocument, updateDocument } from '../store.ts';

/** Terms that a quote leaves open. */
const { sale_date, exchange_rate, due_date, payment_schedule, instalments, early_discounts, location_id, channel } =
  saleInput;

export const convertDocument = operation({
  name: 'convert_document',
  summary: 'Convert an accepted quote or a proforma to a draft sale at its prices; `issue` invoices it.',
  guidance: 'Confirm the sale as usual. It converts once, but again if the draft sale is deleted.',
  http: 'POST /documents/{id}/convert',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  risky: { override: true },
  posts: true,
  amount: ({ total }) => total,
  noUndo: 'credited',
  input: z.strictObject({
    id: Id('document'),
    sale_date,
    exchange_rate,
    due_date,
    payment_schedule,
    instalments,
    early_discounts,
    location_id,
    channel,
    reserve: z.boolean().default(false).describe('Reserve stock for the draft sale.'),
    issue: z.boolean().default(false).describe('Confirm the sale and issue its invoice in the same step.'),
    override: overrideInput,
    version: Version.optional(),
  }),
  output: Document.extend({
    sale: SaleWithWarnings,
    invoice: Document.nullable().describe('The invoice issued; null without `issue`.'),
  }),
  refuses: [
    validationFailed,
    notFound,
    forbidden,
    insufficientScope,
    versionConflict,
    invalidStateTransition,
    clientNotActive,
    exchangeRateMissing,
    variantNotSold,
    scheduleExceedsTotal,
    depositNotDeductible,
    depositsExceedTotal,
    eInvoiceIncomplete,
    ...confirmingRefusals,
  ],
  emits: [
    quoteConverted,
    proformaConverted,
    saleCreated,
    saleConfirmed,
    saleCompleted,
    created.invoice,
    issued.invoice,
    ...depositEvents,
    ...holdEvents,
    ...stockEvents,
  ],
  async run(context, { id, version, reserve, issue, override, ...open }) {
    needPermission(context, 'sales:write');
    if (issue) needPermission(context, 'documents:issue');
    const before = await lockDocument(context, { id, version });
    checkType(before.row, ['quote', 'proforma']);
    checkStatus(context, before.row, before.row.type === 'quote' ? ['accepted'] : ['open']);
    keepBefore(context, before);
    const quoted = pricedSaleOf(before);
    const { notes, member_id, tags } = before.row;
    const input = { ...termsOf(quoted), ...open, notes, member_id, tags };
    const made = await makeDraft(context, input, { reserve, like: quoted, quoteId: id });
    if (made.row.total !== before.row.total) throw new Error(`document ${id} became a sale of another total`);
    const row = changed(context, before.row, { sale_id: made.row.id });
    updateDocument(context, { ...before, row });
    const converted = row.type === 'quote' ? quoteConverted : proformaConverted;
    context.emit(converted({ ...row, ...factsOf(context, row) }));
    const invoice = issue ? await issueInvoice(context, row, { sale: made, override }) : null;
    const sale = issue ? await lockSale(context, made.row.id, undefined) : made;
    return {
      ...documentRecord(context, { ...before, row }),
      sale: { ...saleRecord(context, sale.row, sale.lines), warnings: made.warnings },
      invoice: invoice && documentRecord(context, invoice),
    };
  },
});

type Selling = { readonly sale: StoredSale; readonly override: readonly Override[] | undefined };

/** The invoice of a sale that was drafted just now, called as the client knows it from what was quoted. */
async function issueInvoice(
  context: Context,
  quoted: DocumentRow,
  { sale, override }: Selling,
): Promise<StoredDocument> {
  const { title, buyer_reference, po_number, project, language, member_id, tags } = quoted;
  const printed = { title, buyer_reference, po_number, project, language, member_id, tags };
  const organization = await readOrganization(context, { lock: false });
  const draft = draftOf(context, { type: 'invoice', ...printed }, { sale, organization, madeSale: false });
  return issueLocked(context, draft, { sale, organization, issueDate: context.today, override });
}
