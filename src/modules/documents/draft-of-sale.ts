import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { loadClients } from '../clients/index.ts';
import { type OrganizationValue, readOrganization } from '../organization/index.ts';
import {
  fault,
  keptSale,
  lockSale,
  makeConfirmed,
  makeDraft,
  missing,
  needPermission,
  type Override,
  type SaleInput,
  settlementOf,
  statusOf,
  type StoredSale,
} from '../sales/index.ts';
import { returnCredited, saleInvoiced, saleNotInvoiced } from './document.ts';
import { checkFromSale, type DocumentGiven } from './document-input.ts';
import { factsOf } from './document-record.ts';
import type { DocumentRow, StoredDocument } from './document-row.ts';
import { draftRow } from './draft-row.ts';
import { created } from './events.ts';
import { issueLocked, issueOfSale } from './issue-of-sale.ts';
import { insertDocument } from './store.ts';

type How = { readonly issue: boolean; readonly override: readonly Override[] | undefined };

/** Drafts a document of a sale, or an invoice of lines, of which it makes the sale; and issues it if asked to. */
export async function draftOfSale(context: Context, input: DocumentGiven, how: How): Promise<StoredDocument> {
  const { type, sale_id: saleId, lines } = input;
  if (saleId !== undefined) return ofStored(context, input, { ...how, saleId });
  if (type === 'invoice' && lines !== undefined) return ofLines(context, { ...input, lines }, how);
  if (type === 'invoice') {
    throw fault('/lines', 'required', 'Write what is invoiced, in `lines`, or its sale, in `sale_id`.');
  }
  const what = type === 'credit_note' ? 'return' : 'sale';
  throw fault('/sale_id', 'required', `Say of which ${what} it is, in \`sale_id\`.`);
}

async function ofStored(
  context: Context,
  input: DocumentGiven,
  { saleId, issue, override }: How & { readonly saleId: string },
): Promise<StoredDocument> {
  const [organization, sale, others] = await Promise.all([
    readOrganization(context, { lock: false }),
    lockSale(context, saleId, undefined, () => missing('/sale_id', 'sale')),
    documentsOf(context, saleId),
  ]);
  checkFromSale(input);
  checkSale(input, sale);
  refuseSecond(input, others);
  const correctsId = input.type === 'credit_note' ? await invoiceOf(context, sale) : null;
  const draft = draftOf(context, input, { sale, organization, madeSale: false, correctsId });
  return issue ? issueLocked(context, draft, { sale, organization, issueDate: context.today, override }) : draft;
}

type WithLines = DocumentGiven & { readonly lines: NonNullable<DocumentGiven['lines']> };

async function ofLines(context: Context, input: WithLines, { issue, override }: How): Promise<StoredDocument> {
  needPermission(context, 'sales:write');
  const { client_id: clientId } = input;
  if (!clientId) throw fault('/client_id', 'required', 'Say who is invoiced, in `client_id` or `client`.');
  const reading = readOrganization(context, { lock: false });
  if (!issue) {
    const [organization, sale] = await Promise.all([reading, makeDraft(context, saleInputOf(input))]);
    return draftOf(context, input, { sale, organization, madeSale: true });
  }
  needPermission(context, 'sales:confirm');
  const [organization, clients, selling] = await Promise.all([
    reading,
    loadClients(context, [clientId]),
    makeConfirmed(context, saleInputOf(input), { override }),
  ]);
  const client = clients.get(clientId);
  if (client === undefined) throw missing('/client_id', 'client');
  const draft = draftOf(context, input, { sale: selling, organization, madeSale: true });
  const parties = { organization, client, quote: null, corrects: null };
  return issueOfSale(context, draft, { selling, parties, issueDate: context.today });
}

/** What the sale of an invoice is made of. What is printed or filed is of the document alone. */
function saleInputOf(input: WithLines): SaleInput {
  const { client_id, currency, exchange_rate, prices_include_tax, cash_rounding, lines, discounts, charges } = input;
  const { supply_date: sale_date, due_date, payment_schedule, instalments, location_id, member_id } = input;
  const terms = { client_id, currency, exchange_rate, prices_include_tax, cash_rounding, lines, discounts, charges };
  return { ...terms, sale_date, due_date, payment_schedule, instalments, location_id, member_id };
}

/** Only a sale that stands, to a client, is invoiced or delivered, and only a return is credited. */
function checkSale({ type }: DocumentGiven, { row }: StoredSale): void {
  const isCredit = type === 'credit_note';
  if (isCredit && row.kind !== 'return') {
    throw fault('/sale_id', 'is_no_return', 'Write the return; credit_document makes one of an invoice.');
  }
  if (!isCredit && row.kind === 'return')
    throw fault('/sale_id', 'is_return', 'It gives back: a credit note is of it.');
  if (statusOf(row) === 'voided') throw invalidStateTransition({ status: 'voided', allowed: [] });
  if (row.client_id !== null) return;
  throw fault('/sale_id', 'client_required', 'Nobody is named on it: name the client while the sale is a draft.');
}

type Other = Pick<DocumentRow, 'id' | 'type' | 'number' | 'issued_at'>;

/** Documents that are made of a sale already, but for void ones. */
function documentsOf({ db, organization }: Context, saleId: string): Promise<Other[]> {
  return db.many<Other>(sql`
    select id, type, number, issued_at from documents
    where organization_id = ${organization} and sale_id = ${saleId} and voided_at is null`);
}

/** Says which invoice a sale has already, or which credit note a return. */
function refuseSecond({ type }: DocumentGiven, others: readonly Other[]): void {
  const second = type === 'invoice' || type === 'credit_note' ? others.find((one) => one.type === type) : undefined;
  if (second === undefined) return;
  const told = { document_id: z.encode(Id('document'), second.id), number: second.number };
  throw type === 'invoice' ? saleInvoiced(told) : returnCredited(told);
}

/** The invoice of the sale that a return takes back. */
async function invoiceOf(context: Context, { row }: StoredSale): Promise<string> {
  const others = await documentsOf(context, row.original_sale_id ?? '');
  const invoice = others.find((one) => one.type === 'invoice' && one.issued_at !== null);
  if (invoice === undefined) throw saleNotInvoiced();
  return invoice.id;
}

type Drafted = {
  readonly sale: StoredSale;
  readonly organization: OrganizationValue;
  readonly madeSale: boolean;
  readonly correctsId?: string | null;
};

/** Writes a draft of a document of a locked sale. */
export function draftOf(
  context: Context,
  input: DocumentGiven,
  { sale, organization, madeSale, correctsId = null }: Drafted,
): StoredDocument {
  const { row: priced, lines } = keptSale(sale);
  const { id, client_id, client_name, currency, total } = sale.row;
  const defaults = organization.invoice_defaults;
  const texts = {
    notes: input.notes === undefined ? defaults.notes : input.notes,
    footer: input.footer === undefined ? defaults.footer : input.footer,
  };
  const worth = { client_id: client_id ?? '', client_name: client_name ?? '', currency, total, priced };
  const drafted = draftRow(context, { ...input, ...texts }, { id: context.newId(), type: input.type, ...worth });
  const ofSale = { sale_id: id, made_sale: madeSale, corrects_document_id: correctsId, sold: settlementOf(priced) };
  const document = { row: { ...drafted, ...ofSale }, lines };
  insertDocument(context, document);
  context.emit(created[input.type]({ ...document.row, ...factsOf(context, document.row) }));
  return document;
}
