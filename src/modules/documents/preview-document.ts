import { z } from 'zod';
import { afterwards } from '../../operation/afterwards.ts';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
} from '../../operation/errors.ts';
import { fault } from '../../operation/fault.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { pagesRefused } from '../../operation/pages-refused.ts';
import { OrFile } from '../../wire/index.ts';
import {
  ambiguousName,
  clientNotActive,
  currencyMismatch,
  scheduleExceedsTotal,
  variantNotSold,
  withIds,
} from '../sales/index.ts';
import { exchangeRateMissing } from '../exchange/index.ts';
import { locationNotActive } from '../stock/index.ts';
import { filesToAttach } from './attachments/attachments.ts';
import { depositNotDeductible } from './deposits/deposit.ts';
import {
  Document,
  documentTypes,
  DocumentWithWarnings,
  isOffer,
  returnCredited,
  saleInvoiced,
  saleNotInvoiced,
} from './document.ts';
import { checkAsked, documentInput, type DocumentGiven } from './document-input.ts';
import { warnedRecord } from './document-record.ts';
import type { StoredDocument } from './document-row.ts';
import { onlyRead } from './draft-sources.ts';
import { plannedOfSale } from './invoices/draft-of-sale.ts';
import { checkSchedule, notIssued } from './issuing/scheduled-issue.ts';
import { orderOfUnsaved } from './printing/document-pages.ts';
import { documentPicture } from './printing/document-pdf.ts';
import { pageInput, pageIsThere } from './printing/page-shown.ts';
import { plannedOffer } from './quotes/draft-offer.ts';
import { unsavedPartiesInput } from './printing/unsaved-parties.ts';
import { checkTemplate } from './templates/choose-template.ts';

const {
  payment_id: _,
  period: _period,
  from: _from,
  to: _to,
  statement_type: _statement,
  ...draftInput
} = documentInput;

const DocumentPreview = Document.pick({
  type: true,
  client_id: true,
  client_name: true,
  valid_until: true,
  supply_date: true,
  due_date: true,
  payment_schedule: true,
  early_discounts: true,
  currency: true,
  base_currency: true,
  exchange_rate: true,
  prices_include_tax: true,
  discounts: true,
  lines: true,
  charges: true,
  totals: true,
  total: true,
  base_total: true,
  amount_due: true,
  deposits: true,
}).extend({
  warnings: DocumentWithWarnings.shape.warnings,
  pages: z.int().describe('Number of pages.'),
  page: z.int().describe('The page in `image`, counted from 1.'),
  image: z.string().describe('The page as an SVG document, marked as a draft.'),
});

export const previewDocument = operation({
  name: 'preview_document',
  summary: 'Preview a document that is not saved: its totals, and a page as an SVG image.',
  guidance: 'Takes and checks what create_document does for a draft. Nothing is saved, and no number is used.',
  http: 'POST /documents/preview',
  effect: 'read',
  permission: 'documents:write',
  // Pages are for eyes: a model previews create_document itself.
  mcp: 'hidden',
  cost: 4,
  input: z.strictObject({
    ...draftInput,
    // The others are issued at once, of what is there already.
    type: z.enum(documentTypes).exclude(['receipt', 'statement']),
    ...unsavedPartiesInput,
    ...pageInput,
    format: z.enum(['json', 'svg']).default('json').describe('`svg`: the image alone.'),
  }),
  output: OrFile(DocumentPreview),
  refuses: [
    validationFailed,
    notFound,
    forbidden,
    insufficientScope,
    invalidStateTransition,
    saleInvoiced,
    saleNotInvoiced,
    returnCredited,
    depositNotDeductible,
    locationNotActive,
    currencyMismatch,
    exchangeRateMissing,
    scheduleExceedsTotal,
    clientNotActive,
    variantNotSold,
    ambiguousName,
    pagesRefused,
  ],
  async run(context, { page, width: widthPx, format, override: _override, seller, buyer, ...asked }) {
    if (buyer !== undefined) checkBuyer(asked);
    const document = await planned(context, asked, { isBuyerUnsaved: buyer !== undefined });
    const unsaved = { seller, buyer };
    const [order, record] = await Promise.all([
      orderOfUnsaved(context, document, unsaved),
      warnedRecord(context, document),
    ]);
    return afterwards(async (afterCommit) => {
      const { picture, pages } = await documentPicture(afterCommit, order, { page, widthPx });
      pageIsThere(page, pages);
      if (format === 'svg') return picture;
      return { ...record, pages, page, image: Buffer.from(picture.content, 'base64').toString('utf8') };
    });
  },
});

type Asked = DocumentGiven & {
  readonly issue: boolean;
  readonly attachment_ids?: readonly string[] | undefined;
  readonly send_when_issued?: boolean | undefined;
};

/** Other documents are of clients that are there: of their sales, quotes and agreements. */
function checkBuyer({ type, lines, client_id: id, client }: Asked): void {
  if (id || client) throw fault('/buyer', 'not_both', 'Write either `buyer`, or `client_id` or `client`.');
  if (type !== 'invoice' || lines === undefined) {
    throw fault('/buyer', 'not_taken', 'Leave it out: only an invoice of `lines` is previewed for an unsaved client.');
  }
}

/** The draft that create_document would make, checked as there. */
async function planned(
  context: Context,
  { issue, send_when_issued: send, attachment_ids: files, ...given }: Asked,
  how: { readonly isBuyerUnsaved: boolean },
): Promise<StoredDocument> {
  checkAsked(context, { issue, ...given });
  const [named, attachments] = await Promise.all([
    withIds(context, given),
    filesToAttach(context, files, onlyRead.file),
    checkTemplate(context, given.type, given.template_id),
  ]);
  const input = { ...named, attachments };
  const document = isOffer(given.type) ? await plannedOffer(context, input) : await plannedOfSale(context, input, how);
  const { issue_at: day } = given;
  if (day !== undefined) checkSchedule(context, document.row, { day, given });
  else if (send === true && !issue) throw notIssued();
  return document;
}
