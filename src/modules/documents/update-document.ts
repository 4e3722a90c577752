import { z } from 'zod';
import type { Day } from '../../core/calendar.ts';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../operation/errors.ts';
import { fault, needPermission } from '../../operation/fault.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { Id } from '../../wire/index.ts';
import { sent } from '../../wire/patch.ts';
import {
  changeDraft,
  draftingRefusals,
  keptSale,
  saleUpdated,
  settlementOf,
  statusOf,
  type StoredSale,
  termsOf,
  withIds,
  withoutClientTerms,
} from '../sales/index.ts';
import { holdEvents, insufficientStock, locationNotActive, stockEvents } from '../stock/index.ts';
import { documentExternalIdTaken, DocumentWithWarnings, isOffer } from './document.ts';
import {
  aboutPatch,
  billInput,
  checkFields,
  correctionReason,
  depositIdsInput,
  issueAtInput,
  offerInput,
  printedInput,
  sendInput,
  validUntilInput,
} from './document-input.ts';
import { withKeptValues } from '../dimensions/index.ts';
import { attachFiles, detachFiles } from '../files/index.ts';
import { submittedAgain, withdrawn } from './approval/submission.ts';
import { attachmentIdsInput, filesToAttach } from './attachments/attachments.ts';
import { checkValidity } from './quotes/check-validity.ts';
import { checkTemplate } from './templates/choose-template.ts';
import { depositsNamed } from './deposits/deduct-deposits.ts';
import { documentRecord, factsOf, keepBefore, pricedSaleOf, warnedRecord } from './document-record.ts';
import type { DocumentRow, StoredDocument } from './document-row.ts';
import { documentWithdrawn, issueRefused, updated } from './events.ts';
import { type Offer, priceOffer } from './quotes/price-offer.ts';
import { scheduleIssue } from './issuing/scheduled-issue.ts';
import { checkStatus } from './status.ts';
import { changed, lockWithSale, replaceDraft, updateDocument as writeDocument } from './store.ts';

const { lines, ...offerRest } = offerInput;

const offer = {
  ...offerRest,
  lines: lines
    .optional()
    .describe('All lines; they replace the existing ones, and fields left out of a line get their defaults.'),
  ...billInput,
};

const offered = new Set(Object.keys(offer));

const fromInvoice = new Set(['client_id', 'client', 'currency']);

/** Printed fields, and those that decide them. */
const draftOnly = new Set([
  ...offered,
  ...Object.keys(printedInput),
  'correction_reason',
  'deposit_ids',
  'attachment_ids',
  'issue_at',
  'send_when_issued',
]);

export const updateDocument = operation({
  name: 'update_document',
  summary: 'Update a draft document; of an issued quote or proforma only `valid_until` and unprinted fields.',
  guidance:
    'The draft sale of an invoice changes with it. A later `valid_until` reopens an expired quote. ' +
    'Changed by its author, a submitted draft is withdrawn.',
  http: 'PATCH /documents/{id}',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  postsLater: { issue_at: true },
  risky: { send_when_issued: [true] },
  undo: (written) => [...undoneByEarlierValues('update_document')(written), ...submittedAgain(written)],
  input: z.strictObject({
    id: Id('document'),
    ...offer,
    ...printedInput,
    valid_until: validUntilInput,
    correction_reason: correctionReason,
    attachment_ids: attachmentIdsInput,
    deposit_ids: depositIdsInput.nullable().optional(),
    issue_at: issueAtInput.nullable().describe('Date of automatic issue; null cancels it.'),
    send_when_issued: sendInput,
    ...aboutPatch,
  }),
  output: DocumentWithWarnings,
  refuses: [
    validationFailed,
    notFound,
    forbidden,
    insufficientScope,
    versionConflict,
    invalidStateTransition,
    documentExternalIdTaken,
    insufficientStock,
    locationNotActive,
    ...draftingRefusals,
  ],
  emits: [...Object.values(updated), documentWithdrawn, issueRefused, saleUpdated, ...holdEvents, ...stockEvents],
  async run(context, { id, version, issue_at: day, send_when_issued: send, attachment_ids: fileIds, ...given }) {
    const { document: before, sale } = await lockWithSale(context, { id, version });
    checkFields(before.row.type, { ...given, issue_at: day });
    const [named, attachments] = await Promise.all([
      withIds(context, given),
      filesToAttach(context, fileIds),
      checkTemplate(context, before.row.type, given.template_id),
    ]);
    const patch = sent(named);
    const when = sent({ issue_at: day, send_when_issued: send, attachment_ids: fileIds });
    checkOpen(context, before.row, { ...patch, ...when });
    keepBefore(context, before);
    const asked = Object.entries(patch).filter(([name]) => offered.has(name) && name !== 'client');
    const terms = Object.fromEntries(asked);
    const columns: Columns = Object.fromEntries(Object.entries(patch).filter(([name]) => !offered.has(name)));
    const changesOffer = Object.keys(terms).length > 0;
    const { lines: priced, ...worth } = changesOffer
      ? await priceAnew(context, { before, sale }, terms)
      : { lines: before.lines };
    const { deposit_ids: ids, ...own } = columns;
    const content = ids === undefined ? {} : { content: await deductedIn(context, { ...before.row, ...worth }, ids) };
    if (fileIds !== undefined) {
      detachFiles(context, id);
      attachFiles(context, id, fileIds);
    }
    const changedRow = changed(context, before.row, { ...own, ...worth, ...content, ...sent({ attachments }) });
    const row = withdraws(context, before.row, { ...patch, ...when }) ? withdrawn(context, changedRow) : changedRow;
    const after = {
      row: scheduleIssue(context, row, { day, given: { ...given, send_when_issued: send } }),
      lines: priced,
    };
    if (changesOffer && sale === undefined) replaceDraft(context, after);
    else writeDocument(context, after);
    context.emit(updated[after.row.type]({ ...after.row, ...factsOf(context, after.row) }));
    if (after.row.issued_at !== null) return { ...documentRecord(context, after), warnings: [] };
    return warnedRecord(context, after);
  },
});

/** An approver may correct what was submitted; what its author changes is not what they submitted any more. */
function withdraws({ actor }: Context, { submitted_at: at, issued_at: issued }: DocumentRow, patch: object): boolean {
  if (at === null || issued !== null || actor.permissions.has('documents:issue')) return false;
  return Object.keys(patch).some((name) => draftOnly.has(name));
}

type Columns = Partial<DocumentRow> & { readonly deposit_ids?: readonly string[] | null };

/** Null: those that were asked for its quote. */
async function deductedIn(
  context: Context,
  row: Pick<DocumentRow, 'client_id' | 'currency'>,
  ids: readonly string[] | null,
): Promise<DocumentRow['content']> {
  return ids === null ? null : { deposits: await depositsNamed(context, ids, row) };
}

/** Refuses what cannot be changed any more, or what is as it was on the invoice that it raises. */
function checkOpen(context: Context, row: DocumentRow, patch: { readonly valid_until?: Day | null }): void {
  const names = Object.keys(patch);
  const kept = row.type === 'debit_note' ? names.find((name) => fromInvoice.has(name)) : undefined;
  if (kept !== undefined)
    throw fault(`/${kept}`, 'from_invoice', 'Leave this field out: it is taken from the invoice.');
  const fixed = names.find((name) => draftOnly.has(name));
  if (fixed !== undefined) {
    checkStatus(context, row, ['draft'], stands(row, fixed));
    // Scheduling an issue needs the permission to issue.
    if (row.schedule?.problem === null) needPermission(context, 'documents:issue');
  }
  const { valid_until: until } = patch;
  if (until === undefined) return;
  checkStatus(context, row, ['draft', 'open', 'expired']);
  if (row.issue_date !== null) checkValidity(row.issue_date, until);
}

/** Why what is printed does not change, and what does instead. */
function stands({ type }: DocumentRow, name: string): string {
  const instead = isOffer(type)
    ? 'void it and create another'
    : type === 'invoice'
      ? 'correct it with correct_invoice'
      : 'credit it and create another';
  const told = 'An issued document does not change';
  if (name !== 'language') return `${told}, nor does \`${name}\`: ${instead}.`;
  return `${told}, nor does its language: send_document takes \`subject\` and \`message\` in another, or ${instead}.`;
}

type Terms = Partial<Offer> & Parameters<typeof changeDraft>[2] & { readonly supply_date?: Day };
type Worth = Partial<DocumentRow> & Pick<StoredDocument, 'lines'>;

type Locked = { readonly before: StoredDocument; readonly sale: StoredSale | undefined };

/** Prices a draft anew, from what it was and what is sent. */
async function priceAnew(context: Context, { before, sale }: Locked, patch: Terms): Promise<Worth> {
  if (sale !== undefined) return changeItsSale(context, sale, patch);
  const drafted = pricedSaleOf(before);
  const isForAnother = patch.client_id !== undefined && patch.client_id !== before.row.client_id;
  const opened = isForAnother ? await withoutClientTerms(context, drafted) : {};
  const was: Offer = termsOf(drafted);
  const patched = patch.lines && withKeptValues(patch.lines, was.lines);
  const input = { ...was, ...opened, ...patch, ...(patched && { lines: patched }) };
  return priceOffer(context, input, { id: before.row.id, like: drafted });
}

/** The draft of an invoice is changed where its amounts are: in the draft of its sale. */
async function changeItsSale(context: Context, sale: StoredSale, { supply_date, ...patch }: Terms): Promise<Worth> {
  needPermission(context, 'sales:write');
  const status = statusOf(sale.row);
  if (status !== 'draft') {
    const hint = 'Its sale is confirmed, so its amounts are final: you can change only the printed `fields`.';
    throw invalidStateTransition({ status, allowed: ['update_document'], fields: Object.keys(printedInput), hint });
  }
  const after = await changeDraft(context, sale, { ...patch, ...(supply_date && { sale_date: supply_date }) });
  const { row: priced, lines: kept } = keptSale(after);
  const { client_id, client_name, currency, total } = after.row;
  const worth = { client_id, client_name, currency, total, priced };
  return { ...worth, sold: settlementOf(priced), lines: kept };
}
