import { z } from 'zod';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Version } from '../../wire/index.ts';
import { exchangeRateMissing } from '../exchange/index.ts';
import {
  clientNotActive,
  createDraft,
  needPermission,
  saleCreated,
  saleInput,
  SaleWithWarnings,
  termsOf,
  scheduleExceedsTotal,
  variantNotSold,
} from '../sales/index.ts';
import { holdEvents, insufficientStock, locationNotActive, stockEvents } from '../stock/index.ts';
import { Document } from './document.ts';
import { documentRecord, factsOf, keepBefore, pricedSaleOf } from './document-record.ts';
import { proformaConverted, quoteConverted } from './events.ts';
import { checkStatus, checkType } from './status.ts';
import { changed, lockDocument, updateDocument } from './store.ts';

/** What a quote leaves open. */
const { sale_date, exchange_rate, due_date, payment_schedule, instalments, location_id, channel } = saleInput;

export const convertDocument = operation({
  name: 'convert_document',
  summary: 'Makes an accepted quote or a proforma a draft of a sale, once, at its prices and taxes.',
  guidance: 'The sale is confirmed as any other. If its draft is deleted, it can be converted again.',
  http: 'POST /documents/{id}/convert',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  input: z.strictObject({
    id: Id('document'),
    ...{ sale_date, exchange_rate, due_date, payment_schedule, instalments, location_id, channel },
    reserve: z.boolean().default(false).describe('Whether the draft holds its goods.'),
    version: Version.optional(),
  }),
  output: Document.extend({ sale: SaleWithWarnings }),
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
    insufficientStock,
    locationNotActive,
  ],
  emits: [quoteConverted, proformaConverted, saleCreated, ...holdEvents, ...stockEvents],
  async run(context, { id, version, reserve, ...open }) {
    needPermission(context, 'sales:write');
    const before = await lockDocument(context, { id, version });
    checkType(before.row, ['quote', 'proforma']);
    checkStatus(context, before.row, before.row.type === 'quote' ? ['accepted'] : ['open']);
    keepBefore(context, before);
    const quoted = pricedSaleOf(before);
    const { notes, member_id, tags } = before.row;
    const input = { ...termsOf(quoted), ...open, notes, member_id, tags };
    const sale = await createDraft(context, input, { reserve, like: quoted, quoteId: id });
    if (sale.total.minor !== before.row.total) throw new Error(`document ${id} became a sale of another total`);
    const row = changed(context, before.row, { sale_id: sale.id });
    updateDocument(context, { ...before, row });
    const converted = row.type === 'quote' ? quoteConverted : proformaConverted;
    context.emit(converted({ ...row, ...factsOf(context, row) }));
    return { ...documentRecord(context, { ...before, row }), sale };
  },
});
