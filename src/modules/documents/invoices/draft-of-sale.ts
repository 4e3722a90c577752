import { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import { invalidStateTransition } from '../../../operation/errors.ts';
import { fault, missing, needPermission } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { loadClients } from '../../clients/index.ts';
import { type OrganizationValue, readOrganization } from '../../organization/index.ts';
import {
  keptSale,
  makeConfirmed,
  type Override,
  type SaleInput,
  settlementOf,
  statusOf,
  type StoredSale,
} from '../../sales/index.ts';
import { raisedInvoice } from './raised-invoice.ts';
import { depositsNamed } from '../deposits/deduct-deposits.ts';
import { depositAsked } from '../deposits/deposit-asked.ts';
import { isBill, returnCredited, saleInvoiced, saleNotInvoiced } from '../document.ts';
import { checkFromSale, type DocumentGiven } from '../document-input.ts';
import { factsOf } from '../document-record.ts';
import type { DocumentRow, StoredDocument } from '../document-row.ts';
import { draftRow, withTexts } from '../draft-row.ts';
import { type DraftSources, locked, onlyRead } from '../draft-sources.ts';
import { created } from '../events.ts';
import { issueLocked, issueOfSale } from './issue-of-sale.ts';
import { insertDocument } from '../store.ts';

/** A schedule and the day that it made a document for. */
type Occurrence = { readonly id: string; readonly day: Day };

type How = {
  readonly issue: boolean;
  readonly override: readonly Override[] | undefined;
  /** Of a schedule: which of its documents this is. */
  readonly occurrence?: Occurrence | undefined;
};

/** Drafts a document of a sale, or an invoice of lines, of which it makes the sale; and issues it if asked to. */
export async function draftOfSale(context: Context, input: DocumentGiven, how: How): Promise<StoredDocument> {
  if (input.sale_id === undefined) return ofLines(context, await linesAsked(context, input, locked), how);
  const drafted = await ofSaleThere(context, input, { saleId: input.sale_id, sources: locked });
  return issuedIf(context, draftOf(context, input, drafted), { ...how, ...drafted });
}

/** The same as it would be drafted, and nothing is locked or written. */
export async function plannedOfSale(
  context: Context,
  input: DocumentGiven,
  { isBuyerUnsaved }: { readonly isBuyerUnsaved: boolean },
): Promise<StoredDocument> {
  const { sale_id: saleId } = input;
  if (saleId !== undefined)
    return drafting(context, input, await ofSaleThere(context, input, { saleId, sources: onlyRead }));
  const asked = await linesAsked(context, input, onlyRead);
  if (isBuyerUnsaved) needPermission(context, 'sales:write');
  else clientAsked(context, asked);
  return drafting(context, asked.input, await ofNewSale(context, asked, { sources: onlyRead }));
}

/** Input for the sale, and the texts of its document. */
type Asked = {
  readonly input: DocumentGiven & { readonly lines: NonNullable<DocumentGiven['lines']> };
  readonly content?: DocumentRow['content'];
  /** The invoice that a debit note raises. */
  readonly corrects?: Awaited<ReturnType<typeof raisedInvoice>>['corrects'];
};

async function linesAsked(context: Context, input: DocumentGiven, sources: DraftSources): Promise<Asked> {
  const { type, lines } = input;
  if (type === 'debit_note') return raising(context, input, sources);
  if (type === 'deposit_invoice') return depositAsked(context, input, sources);
  if (type === 'invoice' && lines !== undefined) return { input: { ...input, lines } };
  if (type === 'invoice') {
    throw fault('/lines', 'required', 'Write what to invoice in `lines`, or the id of its sale in `sale_id`.');
  }
  const what = type === 'credit_note' ? 'return' : 'sale';
  throw fault('/sale_id', 'required', `Write the id of the ${what} in \`sale_id\`.`);
}

/** A debit note is of lines that raise its invoice, to the same client and by the same rate. */
async function raising(context: Context, input: DocumentGiven, sources: DraftSources): Promise<Asked> {
  const { terms, corrects } = await raisedInvoice(context, input, sources);
  const { lines } = input;
  if (lines === undefined) throw fault('/lines', 'required', 'Write in `lines` what increases the invoice.');
  return { input: { ...input, ...terms, lines }, corrects };
}

type Sourced = { readonly sources: DraftSources; readonly occurrence?: Occurrence | undefined };

async function ofSaleThere(
  context: Context,
  input: DocumentGiven,
  { saleId, sources }: Sourced & { readonly saleId: string },
): Promise<Drafted> {
  const [organization, sale, others] = await Promise.all([
    readOrganization(context, { lock: false }),
    sources.sale(context, saleId),
    documentsOf(context, saleId),
  ]);
  checkFromSale(input);
  checkSale(input, sale);
  refuseSecond(input, others);
  const correctsId = input.type === 'credit_note' ? await invoiceOf(context, sale) : null;
  const content = await deductedIn(context, input, { sale, sources });
  return { sale, organization, madeSale: false, correctsId, content };
}

async function ofLines(context: Context, asked: Asked, how: How): Promise<StoredDocument> {
  const { issue, override, occurrence } = how;
  const { input, content, corrects } = asked;
  const clientId = clientAsked(context, asked);
  if (issue) needPermission(context, 'sales:confirm');
  if (!issue || input.deposit_ids !== undefined) {
    const drafted = await ofNewSale(context, asked, { sources: locked, occurrence });
    return issuedIf(context, draftOf(context, input, drafted), { ...how, ...drafted });
  }
  const isDeposit = input.type === 'deposit_invoice';
  const [organization, clients, selling] = await Promise.all([
    readOrganization(context, { lock: false }),
    loadClients(context, [clientId]),
    makeConfirmed(context, saleInputOf(input), { override, isDeposit, invoiced: context.today }),
  ]);
  const client = clients.get(clientId);
  if (client === undefined) throw missing('/client_id', 'client');
  const drafted = { sale: selling, organization, madeSale: true, correctsId: corrects?.id, occurrence, content };
  const draft = draftOf(context, input, drafted);
  const parties = { organization, client, quote: null, corrects: corrects ?? null };
  return issueOfSale(context, draft, { selling, parties, issueDate: context.today });
}

/** Checks the permission to sell and finds the client to invoice. */
function clientAsked(context: Context, { input: { client_id: clientId } }: Asked): string {
  needPermission(context, 'sales:write');
  if (clientId) return clientId;
  throw fault('/client_id', 'required', 'Name the client to invoice, in `client_id` or `client`.');
}

async function ofNewSale(
  context: Context,
  { input, content: said, corrects }: Asked,
  { sources, occurrence }: Sourced,
): Promise<Drafted> {
  const [organization, sale] = await Promise.all([
    readOrganization(context, { lock: false }),
    sources.saleOf(context, saleInputOf(input), { isDeposit: input.type === 'deposit_invoice' }),
  ]);
  const content = said ?? (await deductedIn(context, input, { sale, sources }));
  return { sale, organization, madeSale: true, correctsId: corrects?.id, occurrence, content };
}

async function issuedIf(
  context: Context,
  draft: StoredDocument,
  { issue, sale, organization, override }: How & Drafted,
): Promise<StoredDocument> {
  return issue ? issueLocked(context, draft, { sale, organization, issueDate: context.today, override }) : draft;
}

/** Input for the sale of an invoice. What is printed or filed is of the document alone. */
function saleInputOf(input: Asked['input']): SaleInput {
  const { client_id, currency, exchange_rate, prices_include_tax, cash_rounding, lines, discounts, charges } = input;
  const { supply_date: sale_date, due_date, due_terms, payment_schedule, instalments, early_discounts } = input;
  const { location_id, member_id, dimension_value_ids } = input;
  const terms = { client_id, currency, exchange_rate, prices_include_tax, cash_rounding, lines, discounts, charges };
  const due = { sale_date, due_date, due_terms, payment_schedule, instalments, early_discounts };
  const rest = { ...due, location_id, member_id, dimension_value_ids };
  // A deposit moves no goods, and costs nothing.
  return { ...terms, ...rest, ...(input.type === 'deposit_invoice' && { stock: 'none' }) };
}

/** The deposits that it names; nothing where it leaves them to its quote. */
async function deductedIn(
  context: Context,
  { deposit_ids: ids }: DocumentGiven,
  { sale, sources }: { readonly sale: StoredSale; readonly sources: DraftSources },
): Promise<DocumentRow['content']> {
  return ids === undefined ? null : { deposits: await depositsNamed(context, ids, sale.row, sources.documents) };
}

/** Only a sale that stands, to a client, is invoiced or delivered, and only a return is credited. */
function checkSale({ type }: DocumentGiven, { row }: StoredSale): void {
  const isCredit = type === 'credit_note';
  if (isCredit && row.kind !== 'return') {
    throw fault('/sale_id', 'is_no_return', 'Write the id of the return; to credit an invoice, use credit_document.');
  }
  if (!isCredit && row.kind === 'return')
    throw fault('/sale_id', 'is_return', 'That is a return. Create a credit note for it instead.');
  if (statusOf(row) === 'voided') throw invalidStateTransition({ status: 'voided', allowed: [] });
  if (row.client_id !== null) return;
  throw fault(
    '/sale_id',
    'client_required',
    'The sale has no client. Name the client while the sale is a draft, with update_sale.',
  );
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
  const second = others.find((one) => (isBill(type) ? isBill(one.type) : type === 'credit_note' && one.type === type));
  if (second === undefined) return;
  const told = { document_id: z.encode(Id('document'), second.id), number: second.number };
  throw isBill(type) ? saleInvoiced(told) : returnCredited(told);
}

/** The invoice of the sale that a return takes back. */
async function invoiceOf(context: Context, { row }: StoredSale): Promise<string> {
  const others = await documentsOf(context, row.original_sale_id ?? '');
  const invoice = others.find((one) => isBill(one.type) && one.issued_at !== null);
  if (invoice === undefined) throw saleNotInvoiced();
  return invoice.id;
}

type Drafted = {
  readonly sale: StoredSale;
  readonly organization: OrganizationValue;
  readonly madeSale: boolean;
  readonly correctsId?: string | null | undefined;
  readonly occurrence?: Occurrence | undefined;
  readonly content?: DocumentRow['content'] | undefined;
};

/** Writes a draft of a document of a locked sale. */
export function draftOf(context: Context, input: DocumentGiven, drafted: Drafted): StoredDocument {
  const document = drafting(context, input, drafted);
  insertDocument(context, document);
  context.emit(created[input.type]({ ...document.row, ...factsOf(context, document.row) }));
  return document;
}

function drafting(
  context: Context,
  input: DocumentGiven,
  { sale, organization, madeSale, correctsId = null, occurrence, content = null }: Drafted,
): StoredDocument {
  const { row: priced, lines } = keptSale(sale);
  const { id, client_id, client_name, currency, total } = sale.row;
  const worth = { client_id, client_name, currency, total, priced };
  const printed = withTexts(input, organization.invoice_defaults);
  const drafted = draftRow(context, printed, { id: context.newId(), type: input.type, ...worth });
  const ofSale = { sale_id: id, made_sale: madeSale, corrects_document_id: correctsId, sold: settlementOf(priced) };
  const repeated = { recurring_id: occurrence?.id ?? null, occurrence_date: occurrence?.day ?? null };
  return { row: { ...drafted, ...ofSale, ...repeated, content }, lines };
}
