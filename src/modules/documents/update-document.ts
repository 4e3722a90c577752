import { z } from 'zod';
import type { Day } from '../../core/calendar.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { sent } from '../../wire/patch.ts';
import { exchangeRateMissing } from '../exchange/index.ts';
import {
  ambiguousName,
  clientNotActive,
  currencyMismatch,
  memberUnknown,
  termsOf,
  variantNotSold,
  withIds,
  withoutClientTerms,
} from '../sales/index.ts';
import { Document, documentExternalIdTaken, quoteUpdated } from './document.ts';
import { aboutPatch, offerInput, printedInput, validUntilInput } from './document-input.ts';
import { checkValidity } from './check-validity.ts';
import { checkStatus, documentRecord, factsOf, keepBefore, pricedSaleOf } from './document-record.ts';
import type { DocumentRow, StoredDocument } from './document-row.ts';
import { type Offer, priceQuote } from './plan-quote.ts';
import { changed, lockDocument, replaceDraft, updateDocument as writeDocument } from './store.ts';

const { lines, ...offerRest } = offerInput;

const offer = {
  ...offerRest,
  lines: lines
    .optional()
    .describe('All lines; they replace those that there are, and what one leaves out is filled in anew.'),
};

/** What is printed on it, or decides what is. */
const draftOnly = new Set(Object.keys({ ...offer, ...printedInput }));

export const updateDocument = operation({
  name: 'update_document',
  summary: 'Changes a draft; of an issued quote only how long it is valid, and what is not printed.',
  guidance: 'A later `valid_until` opens a quote again that has expired.',
  http: 'PATCH /documents/{id}',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  input: z.strictObject({
    id: Id('document'),
    ...offer,
    ...printedInput,
    valid_until: validUntilInput,
    ...aboutPatch,
  }),
  output: Document,
  refuses: [
    validationFailed,
    notFound,
    versionConflict,
    invalidStateTransition,
    currencyMismatch,
    exchangeRateMissing,
    clientNotActive,
    variantNotSold,
    ambiguousName,
    memberUnknown,
    documentExternalIdTaken,
  ],
  emits: [quoteUpdated],
  async run(context, { id, version, ...given }) {
    const before = await lockDocument(context, { id, version });
    const patch = sent(await withIds(context, given));
    checkOpen(context, before.row, patch);
    keepBefore(context, before);
    const { client: _, client_id, currency, prices_include_tax, cash_rounding, lines: all, ...rest } = patch;
    const { discounts, charges, ...columns } = rest;
    const terms = sent({ client_id, currency, prices_include_tax, cash_rounding, lines: all, discounts, charges });
    const changesOffer = Object.keys(terms).length > 0;
    const { lines: priced, ...offered } = changesOffer
      ? await priceAnew(context, before, terms)
      : { lines: before.lines };
    const after = { row: changed(context, before.row, { ...columns, ...offered }), lines: priced };
    if (changesOffer) replaceDraft(context, after);
    else writeDocument(context, after);
    context.emit(quoteUpdated({ ...after.row, ...factsOf(context, after.row) }));
    return documentRecord(context, after);
  },
});

/** Refuses what cannot be changed any more. */
function checkOpen(context: Context, row: DocumentRow, patch: { readonly valid_until?: Day | null }): void {
  const names = Object.keys(patch);
  if (names.some((name) => draftOnly.has(name))) checkStatus(context, row, ['draft']);
  const { valid_until: until } = patch;
  if (until === undefined) return;
  checkStatus(context, row, ['draft', 'open', 'expired']);
  if (row.issue_date !== null) checkValidity(row.issue_date, until);
}

/** Prices a draft anew, from what it was and what is sent. */
async function priceAnew(context: Context, before: StoredDocument, patch: Partial<Offer>) {
  const drafted = pricedSaleOf(before);
  const isForAnother = patch.client_id !== undefined && patch.client_id !== before.row.client_id;
  const opened = isForAnother ? await withoutClientTerms(context, drafted) : {};
  const was: Offer = termsOf(drafted);
  return priceQuote(context, { ...was, ...opened, ...patch }, { id: before.row.id, like: drafted });
}
