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
import { saleInvoiced } from './document.ts';
import { checkFromSale, type DocumentGiven } from './document-input.ts';
import { factsOf } from './document-record.ts';
import type { StoredDocument } from './document-row.ts';
import { draftRow } from './draft-row.ts';
import { created } from './events.ts';
import { issueInvoice, issueLockedInvoice } from './issue-invoice.ts';
import { insertDocument } from './store.ts';

type How = { readonly issue: boolean; readonly override: readonly Override[] | undefined };

/** Drafts an invoice of a sale, or of lines, of which it makes the sale; and issues it where it is asked to. */
export async function draftInvoice(context: Context, input: DocumentGiven, how: How): Promise<StoredDocument> {
  const { sale_id: saleId, lines } = input;
  if (saleId !== undefined) return ofSale(context, input, { ...how, saleId });
  if (lines !== undefined) return ofLines(context, { ...input, lines }, how);
  throw fault('/lines', 'required', 'Write what is invoiced, in `lines`, or its sale, in `sale_id`.');
}

async function ofSale(
  context: Context,
  input: DocumentGiven,
  { saleId, issue, override }: How & { readonly saleId: string },
): Promise<StoredDocument> {
  const [organization, sale] = await Promise.all([
    readOrganization(context, { lock: false }),
    lockSale(context, saleId, undefined, () => missing('/sale_id', 'sale')),
    refuseInvoiced(context, saleId),
  ]);
  checkFromSale(input);
  checkBillable(sale);
  const draft = draftOf(context, input, { sale, organization, madeSale: false });
  return issue ? issueLockedInvoice(context, draft, { sale, organization, issueDate: context.today, override }) : draft;
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
  return issueInvoice(context, draft, {
    selling,
    parties: { organization, client, quote: null },
    issueDate: context.today,
  });
}

/** What the sale of an invoice is made of. What is printed or filed is of the document alone. */
function saleInputOf(input: WithLines): SaleInput {
  const { client_id, currency, exchange_rate, prices_include_tax, cash_rounding, lines, discounts, charges } = input;
  const { supply_date: sale_date, due_date, payment_schedule, instalments, location_id, member_id } = input;
  const terms = { client_id, currency, exchange_rate, prices_include_tax, cash_rounding, lines, discounts, charges };
  return { ...terms, sale_date, due_date, payment_schedule, instalments, location_id, member_id };
}

/** Only a sale that stands, to a client, is invoiced. A return is credited. */
function checkBillable({ row }: StoredSale): void {
  if (row.kind === 'return') throw fault('/sale_id', 'is_return', 'It gives back, so it is no sale to invoice.');
  if (statusOf(row) === 'voided') throw invalidStateTransition({ status: 'voided', allowed: [] });
  if (row.client_id !== null) return;
  throw fault('/sale_id', 'client_required', 'Nobody is named to invoice: name the client while the sale is a draft.');
}

/** Says which invoice a sale has already. */
async function refuseInvoiced({ db, organization }: Context, saleId: string): Promise<void> {
  const found = await db.maybe<{ id: string; number: string | null }>(sql`
    select id, number from documents where organization_id = ${organization} and sale_id = ${saleId}
      and type = 'invoice' and voided_at is null`);
  if (found !== undefined)
    throw saleInvoiced({ document_id: z.encode(Id('document'), found.id), number: found.number });
}

type Drafted = {
  readonly sale: StoredSale;
  readonly organization: OrganizationValue;
  readonly madeSale: boolean;
};

function draftOf(context: Context, input: DocumentGiven, { sale, organization, madeSale }: Drafted): StoredDocument {
  const { row: priced, lines } = keptSale(sale);
  const { id, client_id, client_name, currency, total } = sale.row;
  const { notes, footer } = organization.invoice_defaults;
  const worth = { client_id: client_id ?? '', client_name: client_name ?? '', currency, total, priced };
  const row = draftRow(
    context,
    {
      ...input,
      notes: input.notes === undefined ? notes : input.notes,
      footer: input.footer === undefined ? footer : input.footer,
    },
    { id: context.newId(), type: 'invoice', ...worth },
  );
  const document = { row: { ...row, sale_id: id, made_sale: madeSale, sold: settlementOf(priced) }, lines };
  insertDocument(context, document);
  context.emit(created.invoice({ ...document.row, ...factsOf(context, document.row) }));
  return document;
}
