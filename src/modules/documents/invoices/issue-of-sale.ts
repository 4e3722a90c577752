import type { Day } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import { invalidStateTransition } from '../../../operation/errors.ts';
import { needPermission } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { loadClients } from '../../clients/index.ts';
import type { OrganizationValue } from '../../organization/index.ts';
import { post } from '../../ledger/index.ts';
import { type Freed, settleWith } from '../../payments/index.ts';
import {
  clientNotActive,
  confirmDraft,
  type Confirming,
  keptSale,
  lockSale,
  redateSale,
  type Override,
  settlementOf,
  statusOf,
  type StoredSale,
} from '../../sales/index.ts';
import { depositsOf, markDeducted, takeDeposits } from '../deposits/deduct-deposits.ts';
import { isBill } from '../document.ts';
import { factsOf } from '../document-record.ts';
import type { DocumentRow, StoredDocument } from '../document-row.ts';
import { keepEInvoice } from '../e-invoices/e-invoice-of.ts';
import { issued } from '../events.ts';
import { type Parties, snapshotOf } from '../printing/snapshot.ts';
import { changed, insertLines, sealDocument } from '../store.ts';

/** A sale that stands, or one that is being confirmed with its invoice. */
type Selling = StoredSale | Confirming;

type Issuing = {
  readonly selling: Selling;
  readonly parties: Parties;
  readonly issueDate: Day;
  readonly withoutEInvoice?: boolean | undefined;
};

type Locked = {
  readonly sale: StoredSale;
  readonly organization: OrganizationValue;
  readonly issueDate: Day;
  readonly override: readonly Override[] | undefined;
  /** Issues it though its client takes e-invoices: the way out where none can be written of what it corrects. */
  readonly withoutEInvoice?: boolean | undefined;
  /** Of an invoice in the place of another: the return of that one's sale, and what it frees for this one. */
  readonly instead?: { readonly returnId: string; readonly freed: readonly Freed[] } | undefined;
};

/** Issues a locked draft, and with an invoice confirms its locked sale, if that is a draft: all of it or nothing. */
export async function issueLocked(
  context: Context,
  before: StoredDocument,
  { sale: asked, organization, issueDate, override, withoutEInvoice, instead }: Locked,
): Promise<StoredDocument> {
  const sale = isBill(before.row.type) ? redateSale(context, asked, issueDate) : asked;
  const { client_id: clientId, quote_id: quoteId } = sale.row;
  const { type, corrects_document_id: correctsId } = before.row;
  const deposits = await depositsOf(context, before.row, sale.row);
  const taken = deposits.length === 0 ? undefined : await takeDeposits(context, deposits, sale.row.sale_date);
  const [parties, selling] = await Promise.all([
    partiesOf(context, { clientId: clientId ?? '', organization, quoteId, correctsId }),
    isBill(type) ? sellNow(context, sale, { override, returnId: instead?.returnId }) : standing(sale),
  ]);
  const freed = [...(taken?.freed ?? []), ...(instead?.freed ?? [])];
  const sold = freed.length === 0 ? selling : await settled(context, selling, freed);
  const content = taken === undefined ? before.row.content : { ...before.row.content, deposits: taken.deposits };
  const draft = { ...before, row: { ...before.row, content } };
  const after = await issueOfSale(context, draft, { selling: sold, parties, issueDate, withoutEInvoice });
  if (taken !== undefined) markDeducted(context, deposits, after.row.id);
  return after;
}

/** The sale once deposits or payments of the invoice before have settled their part: what is printed as paid. */
async function settled(context: Context, selling: Selling, freed: readonly Freed[]): Promise<StoredSale> {
  if ('postings' in selling) post(context, selling.postings);
  const row = 'written' in selling ? await selling.written : selling.row;
  await settleWith(context, row, freed);
  return lockSale(context, row.id, undefined);
}

function standing(sale: StoredSale): StoredSale {
  if (statusOf(sale.row) !== 'voided') return sale;
  throw invalidStateTransition({ status: 'voided', allowed: [], hint: 'Its sale is void.' });
}

/** A draft is confirmed, as its own operation does; what is confirmed stays as it is. */
async function sellNow(
  context: Context,
  sale: StoredSale,
  how: { readonly override: readonly Override[] | undefined; readonly returnId: string | undefined },
): Promise<Selling> {
  if (statusOf(standing(sale).row) !== 'draft') return sale;
  needPermission(context, 'sales:confirm');
  return confirmDraft(context, sale, { paid: 0n, ...how });
}

/** Writes the document of a sale with its number, and what it says as it stands for good. */
export async function issueOfSale(
  context: Context,
  { row: draft }: StoredDocument,
  { selling, parties, issueDate, withoutEInvoice = false }: Issuing,
): Promise<StoredDocument> {
  const { row: priced, lines } = keptSale(withoutCosts(selling));
  const { client_id, client_name, currency, total } = selling.row;
  const snapshot = snapshotOf(draft, parties);
  const row: DocumentRow = changed(context, draft, {
    client_id,
    client_name,
    currency,
    total,
    priced,
    issue_date: issueDate,
    issued_at: context.now,
    snapshot: withoutEInvoice ? { ...snapshot, e_invoice_format: null } : snapshot,
  });
  insertLines(context, { row, lines });
  const sealing = sealDocument(context, { row, lines });
  if ('postings' in selling) post(context, selling.postings);
  const [sealed, sold] = await Promise.all([sealing, 'written' in selling ? selling.written : selling.row]);
  const after = { ...row, ...sealed, sold: settlementOf({ ...priced, number: sold.number }) };
  if (after.type !== 'delivery_note') keepEInvoice(context, { row: after, lines });
  context.emit(issued[after.type]({ ...after, ...factsOf(context, after) }));
  return { row: after, lines };
}

/** Costs are never shown to the buyer. */
export function withoutCosts({ row, lines }: StoredSale): StoredSale {
  return { row: { ...row, cost_total: null }, lines: lines.map((line) => ({ ...line, cost_total: null })) };
}

type Named = {
  readonly clientId: string;
  readonly organization: OrganizationValue;
  readonly quoteId: string | null;
  readonly correctsId: string | null;
};

type Referred = { readonly id: string; readonly number: string; readonly issue_date: Day };

/** Seller, buyer, quote and corrected document by name. */
async function partiesOf(context: Context, { clientId, organization, quoteId, correctsId }: Named): Promise<Parties> {
  const { db, organization: tenant } = context;
  const ids = [quoteId, correctsId].flatMap((id) => id ?? []);
  const [clients, referred] = await Promise.all([
    loadClients(context, [clientId]),
    ids.length === 0
      ? []
      : db.many<Referred>(sql`
          select id, number, issue_date from documents
          where organization_id = ${tenant} and id = any(${ids}::uuid[]) and number is not null`),
  ]);
  const client = clients.get(clientId);
  if (client === undefined) throw clientNotActive();
  const referredBy = (id: string | null) => referred.find((one) => one.id === id) ?? null;
  return { organization, client, quote: referredBy(quoteId), corrects: referredBy(correctsId) };
}
