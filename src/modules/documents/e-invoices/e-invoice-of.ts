import { sql } from '../../../db/sql.ts';
import { eInvoiceOf } from '../../../einvoice/e-invoice.ts';
import type { Profile, Syntax } from '../../../einvoice/profile.ts';
import type { Context } from '../../../operation/operation.ts';
import type { EInvoiceFormat } from '../../../wire/index.ts';
import type { Snapshot } from '../document.ts';
import type { StoredDocument } from '../document-row.ts';
import { embeddedIn } from './e-invoice-attachments.ts';
import { refusedFor, type SellerFault, sellerFaults } from './e-invoice-refused.ts';
import { toldFacts } from '../printing/told-facts.ts';
import { sampleInvoice } from './sample-invoice.ts';

const written: Readonly<Record<EInvoiceFormat, { readonly profile: Profile; readonly syntax: Syntax }>> = {
  'xrechnung-ubl': { profile: 'xrechnung', syntax: 'ubl' },
  'xrechnung-cii': { profile: 'xrechnung', syntax: 'cii' },
  peppol: { profile: 'peppol', syntax: 'ubl' },
  'en16931-ubl': { profile: 'en16931', syntax: 'ubl' },
  'en16931-cii': { profile: 'en16931', syntax: 'cii' },
  facturx: { profile: 'facturx', syntax: 'cii' },
};

type Seller = { readonly format: EInvoiceFormat; readonly seller: Snapshot['seller']; readonly chargesTax: boolean };

/** Faults that would affect every e-invoice of this seller, found by validating a sample. */
export function faultsOfSeller({ format, seller, chargesTax }: Seller, currency: string): SellerFault[] {
  const { findings } = eInvoiceOf(sampleInvoice({ seller, chargesTax }, currency), written[format]);
  return sellerFaults(findings.filter(({ severity }) => severity === 'error'));
}

type Writing = { readonly format: EInvoiceFormat; readonly snapshot: Snapshot; readonly isIssued: boolean };

/** The XML of an issued document, checked by the rules of its format; or a refusal that names the fields to change. */
export function eInvoiceFrom(context: Context, document: StoredDocument, { format, snapshot, isIssued }: Writing) {
  const { row } = document;
  const attachments = embeddedIn(row.attachments, { isIssued });
  const { xml, findings } = eInvoiceOf(toldFacts(context, document, snapshot), { ...written[format], attachments });
  if (xml !== null) return xml;
  throw refusedFor(
    findings.filter(({ severity }) => severity === 'error'),
    { format, row, isIssued },
  );
}

/**
 * Writes the e-invoice of a document with its number, where its client takes one: what cannot be sent as it must be is
 * not issued.
 */
export function keepEInvoice(context: Context, document: StoredDocument): void {
  const { snapshot, id } = document.row;
  const format = snapshot?.e_invoice_format ?? null;
  if (snapshot === null || format === null) return;
  const xml = eInvoiceFrom(context, document, { format, snapshot, isIssued: false });
  context.db.later(insertEInvoice(context, { id, format, xml }));
}

export type KeptEInvoice = { readonly id: string; readonly format: EInvoiceFormat; readonly xml: string };

export function insertEInvoice(
  { organization, now }: Pick<Context, 'organization' | 'now'>,
  { id, format, xml }: KeptEInvoice,
) {
  return sql`
    insert into document_einvoices (organization_id, document_id, format, xml, made_at)
    values (${organization}, ${id}, ${format}, ${xml}, ${now}) on conflict do nothing`;
}

/** The stored e-invoice in the format asked for, else in the format of issue. */
export function keptEInvoiceOf(
  { db, organization }: Pick<Context, 'db' | 'organization'>,
  id: string,
  format?: EInvoiceFormat,
): Promise<KeptEInvoice | undefined> {
  return db.maybe<KeptEInvoice>(sql`
    select document_id as id, format, xml from document_einvoices
    where organization_id = ${organization} and document_id = ${id} and format = coalesce(${format ?? null}, (
      select snapshot ->> 'e_invoice_format' from documents where organization_id = ${organization} and id = ${id}))`);
}
