import type { DocumentFacts } from '../render/facts.ts';
import type { DocumentType } from '../render/document-type.ts';
import { ciiOf } from './cii.ts';
import { type InvoiceOptions, invoiceOf, type MappedInvoice } from './invoice-of.ts';
import { type Profile, profileFacts, type Syntax } from './profile.ts';
import { checkInvoice } from './rules/check.ts';
import { checkCii } from './rules/cii.ts';
import { type Finding, findingsOf, type Report } from './rules/finding.ts';
import { ublOf } from './ubl.ts';

export type EInvoiceOptions = InvoiceOptions & {
  /** Default: UBL, or CII where the profile is one of Factur-X. */
  readonly syntax?: Syntax | undefined;
};

/** `xml` is null where one of the findings is an error: what is wrong never leaves the house. */
export type EInvoice = {
  readonly xml: string | null;
  readonly syntax: Syntax;
  readonly findings: readonly Finding[];
};

/** The e-invoice of a document, checked before it is written, or what to put right in the document first. */
export function eInvoiceOf(facts: DocumentFacts, options: EInvoiceOptions): EInvoice {
  const [usual = 'ubl'] = profileFacts[options.profile].syntaxes;
  const syntax = options.syntax ?? usual;
  const mapped = inSyntax(invoiceOf(facts, options), { syntax, profile: options.profile });
  const ofSyntax = syntax === 'cii' ? findingsOf(({ error }) => checkCii(mapped.invoice, error)) : [];
  const found = [...checkInvoice(mapped.invoice, options.profile), ...ofSyntax];
  const findings = [
    ...findingsOf(({ error }) => checkFacts(facts, error)),
    ...found.map((finding) => inFacts(finding, mapped)),
  ];
  if (!profileFacts[options.profile].syntaxes.includes(syntax)) {
    throw new RangeError(`${options.profile} is not written in ${syntax}`);
  }
  if (findings.some(({ severity }) => severity === 'error')) return { xml: null, syntax, findings };
  return { xml: syntax === 'ubl' ? ublOf(mapped.invoice) : ciiOf(mapped.invoice), syntax, findings };
}

type Written = { readonly syntax: Syntax; readonly profile: Profile };

/**
 * D16B has room for one document that comes before (BG-3), which Factur-X has widened: of several deposits the first
 * one is referred to, and the note tells all of them.
 */
function inSyntax(mapped: MappedInvoice, { syntax, profile }: Written): MappedInvoice {
  const isD16b = syntax === 'cii' && !profileFacts[profile].isFacturX;
  if (!isD16b) return mapped;
  return { ...mapped, invoice: { ...mapped.invoice, corrects: mapped.invoice.corrects.slice(0, 1) } };
}

const invoiced: ReadonlySet<DocumentType> = new Set(['invoice', 'deposit_invoice', 'credit_note', 'debit_note']);

/** Facts that the mapping would lose before the rules of the standard could see them. */
function checkFacts(facts: DocumentFacts, error: Report): void {
  if (!invoiced.has(facts.type)) {
    error('BR-04', {
      pointer: '/type',
      message: `A ${facts.type.replace('_', ' ')} is no e-invoice.`,
      remedy: 'Send an invoice or a credit note.',
    });
  }
  const [first] = facts.lines.flatMap((line) => line.taxes);
  const isOneTax = facts.lines.every((line) =>
    line.taxes.every((tax) => tax.category === first?.category && tax.percent.units === first.percent.units),
  );
  for (const [index, { tax, kind }] of facts.adjustments.entries()) {
    if (tax !== null || isOneTax) continue;
    error(kind === 'discount' ? 'BR-32' : 'BR-37', {
      pointer: `/adjustments/${index}/tax`,
      message: `The lines have several taxes, and the ${kind} does not say which of them it has.`,
      remedy: `Make one ${kind} for each tax, each with its part of the amount.`,
    });
  }
}

const movedRow = /^\/(taxes|payment\/means)\/([0-9]+)/;

/** Rows that the invoice has at another position than the facts are pointed to where the facts have them. */
function inFacts(finding: Finding, { places }: MappedInvoice): Finding {
  const [start, list, position] = movedRow.exec(finding.pointer) ?? [];
  if (start === undefined) return finding;
  const place = places[list === 'taxes' ? 'taxes' : 'means'][Number(position)];
  if (place === undefined) return finding;
  return { ...finding, pointer: `/${list}/${place}${finding.pointer.slice(start.length)}` };
}
