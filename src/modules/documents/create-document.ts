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
import { Document, documentExternalIdTaken, saleInvoiced } from './document.ts';
import { checkFields, documentInput } from './document-input.ts';
import { documentRecord, factsOf } from './document-record.ts';
import { eInvoiceIncomplete } from './e-invoice-refused.ts';
import { draftInvoice } from './draft-invoice.ts';
import { draftQuote } from './draft-quote.ts';
import { created, issued } from './events.ts';
import { issueQuote } from './issue-quote.ts';

export const createDocument = operation({
  name: 'create_document',
  summary: 'Drafts a quote or an invoice, priced and taxed as a sale to that client is.',
  guidance:
    'With `issue` it is issued at once. An invoice is of `sale_id`, or makes its sale: `client` and `lines` of `sku` ' +
    'and `quantity` are enough.',
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
    checkFields(given.type, given);
    const input = await withIds(context, given);
    if (given.type === 'invoice')
      return documentRecord(context, await draftInvoice(context, input, { issue, override }));
    const draft = await draftQuote(context, input);
    context.emit(created.quote({ ...draft.row, ...factsOf(context, draft.row) }));
    return documentRecord(context, issue ? await issueQuote(context, draft, { override }) : draft);
  },
});
