import { z } from 'zod';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { exchangeRateMissing } from '../exchange/index.ts';
import {
  ambiguousName,
  clientNotActive,
  currencyMismatch,
  memberUnknown,
  variantNotSold,
  withIds,
} from '../sales/index.ts';
import { Document, documentExternalIdTaken, documentTypes, quoteCreated } from './document.ts';
import { documentInput } from './document-input.ts';
import { documentRecord, factsOf } from './document-record.ts';
import type { DocumentRow } from './document-row.ts';
import { priceQuote } from './plan-quote.ts';
import { insertDocument } from './store.ts';

export const createDocument = operation({
  name: 'create_document',
  summary: 'Drafts a quote, priced and taxed exactly as a sale to that client would be.',
  guidance: 'A draft has no number: issue_document gives it one. An accepted quote becomes a sale by convert_document.',
  http: 'POST /documents',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'tool',
  input: z.strictObject({ type: z.enum(documentTypes), ...documentInput }),
  output: Document,
  refuses: [
    validationFailed,
    notFound,
    currencyMismatch,
    exchangeRateMissing,
    clientNotActive,
    variantNotSold,
    ambiguousName,
    memberUnknown,
    documentExternalIdTaken,
  ],
  emits: [quoteCreated],
  async run(context, { type, ...given }) {
    const { client: _, ...input } = await withIds(context, given);
    const id = context.newId();
    const { lines, ...priced } = await priceQuote(context, input, { id });
    const stamp = actorStamp(context.actor);
    const row: DocumentRow = {
      ...{ id, type, number: null, sale_id: null, issue_date: null, valid_until: input.valid_until ?? null, ...priced },
      ...{ snapshot: null, title: input.title ?? null, buyer_reference: input.buyer_reference ?? null },
      ...{ notes: input.notes ?? null, terms: input.terms ?? null, footer: input.footer ?? null },
      ...{ language: input.language ?? null, issued_at: null, accepted_at: null, accepted_by: null },
      ...{ declined_at: null, declined_by: null, decline_reason: null, voided_at: null, void_reason: null },
      ...{ sent_at: null, viewed_at: null },
      member_id: input.member_id === undefined ? context.actor.memberId || null : input.member_id,
      external_id: input.external_id ?? null,
      metadata: input.metadata ?? {},
      custom_fields: input.custom_fields ?? {},
      tags: input.tags ?? [],
      ...{ version: 1, created_at: context.now, updated_at: context.now, created_by: stamp, updated_by: stamp },
    };
    insertDocument(context, { row, lines });
    context.emit(quoteCreated({ ...row, ...factsOf(context, row) }));
    return documentRecord(context, { row, lines });
  },
});
