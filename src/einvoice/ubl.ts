import { minorDigits } from '../core/currency.ts';
import type { Decimal } from '../core/decimal.ts';
import { decimalText } from './exact.ts';
import type { Attachment, Delivery, Invoice, Payment, PaymentMean, TaxRow } from './model.ts';
import { isCreditNote } from './type-code.ts';
import { ublAdjustment, ublLine, ublTaxCategory } from './ubl-line.ts';
import { ublAddress, ublParty, ublPayee, ublTaxRepresentative } from './ubl-party.ts';
import { tag, termsText, text, xmlHead } from './xml.ts';
import { type Amount, ublPeriod } from './ubl-elements.ts';

const namespaces = {
  Invoice: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  CreditNote: 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2',
};
const components =
  'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"' +
  ' xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"';

/** The invoice in UBL 2.1: a CreditNote where its type is one, an Invoice otherwise. */
export function ublOf(invoice: Invoice): string {
  const root = isCreditNote(invoice.typeCode) ? 'CreditNote' : 'Invoice';
  const amount = amountsIn(invoice.currency);
  const body =
    (root === 'Invoice' ? invoiceHead(invoice) : creditNoteHead(invoice)) +
    tag('cac:AccountingSupplierParty', ublParty(invoice.seller, { role: 'seller', creditorId: creditorOf(invoice) })) +
    tag('cac:AccountingCustomerParty', ublParty(invoice.buyer, { role: 'buyer', creditorId: null })) +
    (invoice.payee === null ? '' : ublPayee(invoice.payee, invoice.payment.creditorId)) +
    (invoice.taxRepresentative === null ? '' : ublTaxRepresentative(invoice.taxRepresentative)) +
    delivery(invoice.delivery) +
    paymentMeans(invoice.payment, root === 'CreditNote' ? invoice.due : null) +
    tag('cac:PaymentTerms', text('cbc:Note', termsText(invoice.payment.terms))) +
    invoice.adjustments.map((one) => ublAdjustment(one, amount, one.tax)).join('') +
    taxTotals(invoice, amount) +
    monetaryTotal(invoice, amount) +
    invoice.lines.map((line) => ublLine(line, root, amount)).join('');
  return `${xmlHead}<${root} xmlns="${namespaces[root]}" ${components}>${body}</${root}>`;
}

function amountsIn(currency: string): Amount {
  const decimals = Math.min(minorDigits(currency) ?? 2, 2);
  return (name, value) => (value === null ? '' : text(name, decimalText(value, decimals), { currencyID: currency }));
}

/** The creditor of a direct debit is the payee where there is one. */
function creditorOf(invoice: Invoice): string | null {
  return invoice.payee === null ? invoice.payment.creditorId : null;
}

function invoiceHead(invoice: Invoice): string {
  const { references } = invoice;
  return (
    identity(invoice) +
    text('cbc:DueDate', invoice.due) +
    text('cbc:InvoiceTypeCode', invoice.typeCode) +
    notes(invoice) +
    text('cbc:TaxPointDate', invoice.taxPoint) +
    currencies(invoice) +
    ublPeriod(invoice.period) +
    orderReference(invoice) +
    corrected(invoice) +
    tag('cac:DespatchDocumentReference', text('cbc:ID', references.despatch)) +
    tag('cac:ContractDocumentReference', text('cbc:ID', references.contract)) +
    invoice.attachments.map(attachment).join('') +
    tag('cac:ProjectReference', text('cbc:ID', references.project))
  );
}

/** A credit note has another order of the same, no due date of its own, and a project only as a document of type 50. */
function creditNoteHead(invoice: Invoice): string {
  const { references } = invoice;
  const project = references.project;
  return (
    identity(invoice) +
    text('cbc:TaxPointDate', invoice.taxPoint) +
    text('cbc:CreditNoteTypeCode', invoice.typeCode) +
    notes(invoice) +
    currencies(invoice) +
    ublPeriod(invoice.period) +
    orderReference(invoice) +
    corrected(invoice) +
    tag('cac:DespatchDocumentReference', text('cbc:ID', references.despatch)) +
    tag('cac:ContractDocumentReference', text('cbc:ID', references.contract)) +
    invoice.attachments.map(attachment).join('') +
    (project === null
      ? ''
      : tag('cac:AdditionalDocumentReference', text('cbc:ID', project), text('cbc:DocumentTypeCode', '50')))
  );
}

function identity(invoice: Invoice): string {
  return (
    text('cbc:CustomizationID', invoice.specification) +
    text('cbc:ProfileID', invoice.process) +
    text('cbc:ID', invoice.number) +
    text('cbc:IssueDate', invoice.issued)
  );
}

function notes(invoice: Invoice): string {
  return invoice.notes.map((note) => text('cbc:Note', note)).join('');
}

function currencies(invoice: Invoice): string {
  return (
    text('cbc:DocumentCurrencyCode', invoice.currency) +
    text('cbc:TaxCurrencyCode', invoice.taxCurrency) +
    text('cbc:AccountingCost', invoice.references.buyerAccounting) +
    text('cbc:BuyerReference', invoice.references.buyer)
  );
}

/** The schema wants an order's number wherever the seller's own is told: `NA` says that there is none. */
function orderReference({ references: { order, sale } }: Invoice): string {
  if (order === null && sale === null) return '';
  return tag('cac:OrderReference', text('cbc:ID', order ?? 'NA'), text('cbc:SalesOrderID', sale));
}

function corrected(invoice: Invoice): string {
  return invoice.corrects
    .map(({ number, issued }) =>
      tag(
        'cac:BillingReference',
        tag('cac:InvoiceDocumentReference', text('cbc:ID', number), text('cbc:IssueDate', issued)),
      ),
    )
    .join('');
}

function attachment({ id, description, url, file }: Attachment): string {
  const content =
    file === null
      ? ''
      : text('cbc:EmbeddedDocumentBinaryObject', file.content, { mimeCode: file.type, filename: file.name });
  return tag(
    'cac:AdditionalDocumentReference',
    text('cbc:ID', id),
    text('cbc:DocumentDescription', description),
    tag('cac:Attachment', content, tag('cac:ExternalReference', text('cbc:URI', url))),
  );
}

function delivery(to: Delivery | null): string {
  if (to === null) return '';
  return tag(
    'cac:Delivery',
    text('cbc:ActualDeliveryDate', to.day),
    tag(
      'cac:DeliveryLocation',
      to.location === null ? '' : text('cbc:ID', to.location.value, { schemeID: to.location.scheme }),
      ublAddress('cac:Address', to.address),
    ),
    tag('cac:DeliveryParty', tag('cac:PartyName', text('cbc:Name', to.name))),
  );
}

function paymentMeans(payment: Payment, due: string | null): string {
  // The day is taken once only (UBL-SR-45).
  return payment.means.map((mean, index) => paymentMean(mean, payment, index === 0 ? due : null)).join('');
}

function paymentMean({ code, label, account, card, debit }: PaymentMean, payment: Payment, due: string | null): string {
  return tag(
    'cac:PaymentMeans',
    text('cbc:PaymentMeansCode', code, { name: label }),
    text('cbc:PaymentDueDate', due),
    text('cbc:PaymentID', payment.remittance),
    card === null
      ? ''
      : tag(
          'cac:CardAccount',
          text('cbc:PrimaryAccountNumberID', card.lastDigits),
          // The schema wants a network, the standard knows none.
          text('cbc:NetworkID', 'NA'),
          text('cbc:HolderName', card.holder),
        ),
    account === null
      ? ''
      : tag(
          'cac:PayeeFinancialAccount',
          text('cbc:ID', account.id),
          text('cbc:Name', account.name),
          tag('cac:FinancialInstitutionBranch', text('cbc:ID', account.bic)),
        ),
    debit === null
      ? ''
      : tag(
          'cac:PaymentMandate',
          text('cbc:ID', debit.mandate),
          tag('cac:PayerFinancialAccount', text('cbc:ID', debit.account)),
        ),
  );
}

function taxTotals({ taxes, totals, taxCurrency }: Invoice, amount: Amount): string {
  const own = tag(
    'cac:TaxTotal',
    amount('cbc:TaxAmount', totals.tax),
    taxes.map((row) => taxSubtotal(row, amount)).join(''),
  );
  if (taxCurrency === null || totals.taxInTaxCurrency === null) return own;
  return own + tag('cac:TaxTotal', amountsIn(taxCurrency)('cbc:TaxAmount', totals.taxInTaxCurrency));
}

function taxSubtotal(row: TaxRow, amount: Amount): string {
  return tag(
    'cac:TaxSubtotal',
    amount('cbc:TaxableAmount', row.base),
    amount('cbc:TaxAmount', row.amount),
    ublTaxCategory('cac:TaxCategory', row, { reason: row.exemptionReason, code: row.exemptionCode }),
  );
}

function monetaryTotal({ totals }: Invoice, amount: Amount): string {
  const unlessZero = (name: string, value: Decimal): string => (value.units === 0n ? '' : amount(name, value));
  return tag(
    'cac:LegalMonetaryTotal',
    amount('cbc:LineExtensionAmount', totals.lines),
    amount('cbc:TaxExclusiveAmount', totals.net),
    amount('cbc:TaxInclusiveAmount', totals.gross),
    unlessZero('cbc:AllowanceTotalAmount', totals.discounts),
    unlessZero('cbc:ChargeTotalAmount', totals.charges),
    unlessZero('cbc:PrepaidAmount', totals.prepaid),
    unlessZero('cbc:PayableRoundingAmount', totals.rounding),
    amount('cbc:PayableAmount', totals.due),
  );
}
