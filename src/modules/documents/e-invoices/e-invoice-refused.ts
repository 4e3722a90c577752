import { z } from 'zod';
import type { Finding } from '../../../einvoice/rules/finding.ts';
import { refusal } from '../../../operation/errors.ts';
import { type EInvoiceFormat, Id } from '../../../wire/index.ts';
import type { DocumentRow } from '../document-row.ts';

export const eInvoiceIncomplete = refusal(
  'e_invoice_incomplete',
  422,
  'The document cannot be sent in that e-invoice format.',
  'Read `errors`: each has the record, its field, the rule and what to write; `change_with` names the operation.',
);

type Asked = { readonly format: EInvoiceFormat; readonly row: Pick<DocumentRow, 'id' | 'type' | 'client_id'> } & {
  /** The document was issued before, so its printed content stays. */
  readonly isIssued: boolean;
};

/** Findings as fields of the records that people can change. */
export function refusedFor(findings: readonly Finding[], { format, row, isIssued }: Asked) {
  const ids = {
    document_id: z.encode(Id('document'), row.id),
    client_id: row.client_id && z.encode(Id('client'), row.client_id),
  };
  const errors = findings.map(({ rule, pointer, message, remedy }) => {
    const place = placeOf(pointer);
    const isFrozen = isIssued && !place.isRouting;
    return {
      pointer: `/${place.record}${place.field}`,
      code: rule,
      message,
      hint: isFrozen ? `${remedy} ${frozen}` : remedy,
      change_with: changes[place.record],
    };
  });
  const isCorrecting = row.type === 'credit_note' && !isIssued;
  return eInvoiceIncomplete({ format, ...ids, errors, ...(isCorrecting && { hint: wayOut }) });
}

/** An issued document must remain correctable, even if its client or the rules have changed. */
const wayOut =
  'Change what `errors` lists. If that is not possible, send `"without_e_invoice": true`: the credit note is then ' +
  'issued as PDF alone.';

const frozen = 'The issued document is final, so credit it, make the change and issue another.';

type RecordName = 'organization' | 'client' | 'document';

const changes: Readonly<Record<RecordName, string>> = {
  organization: 'update_organization',
  client: 'update_client',
  document: 'update_document',
};

type FieldLocation = { readonly record: RecordName; readonly field: string; readonly isRouting: boolean };
type Fields = readonly (readonly [facts: RegExp, field: string, isRouting?: 'routing'])[];

/** Of both parties, whose facts have the same names. */
const partyFields: Fields = [
  [/^\/electronicAddress\/scheme/, '/e_invoicing/address/scheme', 'routing'],
  [/^\/electronicAddress.*/, '/e_invoicing/address', 'routing'],
  [/^\/legalName/, '/legal_name'],
  [/^\/taxIds.*/, '/tax_ids'],
];

const organizationFields: Fields = [
  ...partyFields,
  [/^\/contact\/name/, '/e_invoicing/contact_name', 'routing'],
  [/^\/contact\/phone/, '/phone', 'routing'],
  [/^\/contact.*/, '/email', 'routing'],
  [/^\/(registration|ids).*/, '/registration_number'],
];

const clientFields: Fields = [
  ...partyFields,
  [/^\/address/, '/billing_address'],
  [/^\/(registration|ids).*/, '/tax_ids'],
];

const documentFields: Fields = [
  [/^\/lines\/([0-9]+)\/unit\/.*/, '/lines/$1/unit'],
  [/^\/lines\/([0-9]+)\/tax.*/, '/lines/$1/tax_rate_ids'],
  [/^\/adjustments\/([0-9]+).*/, '/discounts/$1'],
  [/^\/taxes\/([0-9]+).*/, '/totals/taxes/$1'],
  [/^\/attachments\/([0-9]+).*/, '/attachment_ids/$1'],
  [/^\/references\/order/, '/po_number'],
  [/^\/dates\/due/, '/due_date'],
  [/^\/dates\/supplied/, '/supply_date'],
  [/^\/payment\/terms/, '/terms'],
  [/^\/texts\/note/, '/notes'],
];

/** Findings about the organisation itself, each with the field of `update_organization` that resolves it. */
export function sellerFaults(findings: readonly Finding[]): SellerFault[] {
  return findings.flatMap(({ rule, pointer, remedy }) => {
    const { record, field } = placeOf(pointer);
    return record === 'organization' ? [{ code: rule, pointer: field, hint: remedy }] : [];
  });
}

export type SellerFault = { readonly code: string; readonly pointer: string; readonly hint: string };

/** The field that a user changes to correct a fact of a document. */
function placeOf(pointer: string): FieldLocation {
  const [, side, rest = ''] = /^\/(seller|buyer|deliverTo)(.*)$/.exec(pointer) ?? [];
  if (side === 'seller') return { record: 'organization', ...fieldOf(rest, organizationFields) };
  if (side === 'buyer') return { record: 'client', ...fieldOf(rest, clientFields) };
  if (side === 'deliverTo') {
    return { record: 'client', ...fieldOf(rest.replace(/^\/address/, '/shipping_addresses/0'), []) };
  }
  if (pointer.startsWith('/payment/means')) return { record: 'organization', field: '/bank_account', isRouting: true };
  if (pointer.startsWith('/references/buyer')) {
    return { record: 'client', field: '/e_invoicing/buyer_reference', isRouting: true };
  }
  return { record: 'document', ...fieldOf(pointer, documentFields) };
}

function fieldOf(facts: string, fields: Fields): Pick<FieldLocation, 'field' | 'isRouting'> {
  const [from, to, routing] = fields.find(([pattern]) => pattern.test(facts)) ?? [/$/, ''];
  const field = facts.replace(from, to).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { field, isRouting: routing !== undefined };
}
