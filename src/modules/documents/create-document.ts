import { z } from 'zod';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
} from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { exchangeRateMissing } from '../exchange/index.ts';
import {
  ambiguousName,
  clientNotActive,
  creditHeld,
  creditLimitExceeded,
  currencyMismatch,
  memberUnknown,
  needPermission,
  priceBelowFloor,
  saleCompleted,
  saleConfirmed,
  saleCreated,
  scheduleExceedsTotal,
  variantNotSold,
  withIds,
} from '../sales/index.ts';
import { insufficientStock, locationNotActive, stockEvents } from '../stock/index.ts';
import {
  Document,
  documentExternalIdTaken,
  isOffer,
  returnCredited,
  saleInvoiced,
  saleNotInvoiced,
} from './document.ts';
import { checkFields, documentInput } from './document-input.ts';
import { documentRecord, factsOf } from './document-record.ts';
import { draftOfSale } from './draft-of-sale.ts';
import { draftOffer } from './draft-offer.ts';
import { eInvoiceIncomplete } from './e-invoice-refused.ts';
import { created, issued } from './events.ts';
import { issueOffer } from './issue-offer.ts';

export const createDocument = operation({
  name: 'create_document',
  summary: 'Drafts an invoice, quote, proforma, credit note or delivery note; `issue` issues it at once.',
  guidance:
    'An invoice is of `sale_id`, or makes its sale: `client` and `lines` of `sku` and `quantity` are enough. ' +
    'To credit one, use credit_document.',
  http: 'POST /documents',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'tool',
  posts: true,
  input: z.strictObject(documentInput),
  output: Document,
  refuses: [
    validationFailed,
    notFound,
    forbidden,
    insufficientScope,
    invalidStateTransition,
    currencyMismatch,
    exchangeRateMissing,
    scheduleExceedsTotal,
    clientNotActive,
    variantNotSold,
    ambiguousName,
    memberUnknown,
    documentExternalIdTaken,
    saleInvoiced,
    saleNotInvoiced,
    returnCredited,
    eInvoiceIncomplete,
    creditHeld,
    creditLimitExceeded,
    priceBelowFloor,
    insufficientStock,
    locationNotActive,
  ],
  emits: [
    ...Object.values(created),
    ...Object.values(issued),
    saleCreated,
    saleConfirmed,
    saleCompleted,
    ...stockEvents,
  ],
  async run(context, { issue, override, ...given }) {
    if (issue) needPermission(context, 'documents:issue');
    if (given.type === 'credit_note') needPermission(context, 'documents:void');
    checkFields(given.type, given);
    const input = await withIds(context, given);
    if (!isOffer(given.type)) return documentRecord(context, await draftOfSale(context, input, { issue, override }));
    const draft = await draftOffer(context, input);
    context.emit(created[draft.row.type]({ ...draft.row, ...factsOf(context, draft.row) }));
    return documentRecord(context, issue ? await issueOffer(context, draft, { override }) : draft);
  },
});
