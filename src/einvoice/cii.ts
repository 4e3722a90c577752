import type { Day } from '../core/calendar.ts';
import type { Decimal } from '../core/decimal.ts';
import { ciiAdjustment, ciiLine, ciiPeriod, ciiTax } from './cii-line.ts';
import { ciiAddress, ciiParty, ciiPayee, ciiTaxRepresentative } from './cii-party.ts';
import { ciiAmount, ciiDate } from './cii-value.ts';
import type { Attachment, Delivery, Invoice, PaymentMean, TaxRow } from './model.ts';
import { tag, termsText, text, xmlHead } from './xml.ts';

const standard = 'urn:un:unece:uncefact:data:standard:';
const namespaces =
  `xmlns:rsm="${standard}CrossIndustryInvoice:100"` +
  ` xmlns:ram="${standard}ReusableAggregateBusinessInformationEntity:100"` +
  ` xmlns:qdt="${standard}QualifiedDataType:100" xmlns:udt="${standard}UnqualifiedDataType:100"`;

/** The invoice in UN/CEFACT Cross Industry Invoice D16B, which Factur-X and ZUGFeRD put into a PDF. */
export function ciiOf(invoice: Invoice): string {
  const body =
    tag(
      'rsm:ExchangedDocumentContext',
      tag('ram:BusinessProcessSpecifiedDocumentContextParameter', text('ram:ID', invoice.process)),
      tag('ram:GuidelineSpecifiedDocumentContextParameter', text('ram:ID', invoice.specification)),
    ) +
    tag(
      'rsm:ExchangedDocument',
      text('ram:ID', invoice.number),
      text('ram:TypeCode', invoice.typeCode),
      ciiDate('ram:IssueDateTime', invoice.issued),
      invoice.notes.map((note) => tag('ram:IncludedNote', text('ram:Content', note))).join(''),
    ) +
    tag(
      'rsm:SupplyChainTradeTransaction',
      invoice.lines.map((line) => ciiLine(line, invoice.currency)).join(''),
      agreement(invoice),
      // The schema wants it, with or without content.
      delivery(invoice) || '<ram:ApplicableHeaderTradeDelivery/>',
      settlement(invoice),
    );
  return `${xmlHead}<rsm:CrossIndustryInvoice ${namespaces}>${body}</rsm:CrossIndustryInvoice>`;
}

function agreement(invoice: Invoice): string {
  const { references } = invoice;
  const representative = invoice.taxRepresentative;
  return tag(
    'ram:ApplicableHeaderTradeAgreement',
    text('ram:BuyerReference', references.buyer),
    ciiParty('ram:SellerTradeParty', invoice.seller, 'seller'),
    ciiParty('ram:BuyerTradeParty', invoice.buyer, 'buyer'),
    representative === null ? '' : ciiTaxRepresentative(representative),
    tag('ram:SellerOrderReferencedDocument', text('ram:IssuerAssignedID', references.sale)),
    tag('ram:BuyerOrderReferencedDocument', text('ram:IssuerAssignedID', references.order)),
    tag('ram:ContractReferencedDocument', text('ram:IssuerAssignedID', references.contract)),
    invoice.attachments.map(attachment).join(''),
    references.project === null
      ? ''
      : tag(
          'ram:SpecifiedProcuringProject',
          text('ram:ID', references.project),
          // The schema wants a name, which the standard does not know.
          text('ram:Name', 'Project reference'),
        ),
  );
}

function attachment({ id, description, url, file }: Attachment): string {
  return tag(
    'ram:AdditionalReferencedDocument',
    text('ram:IssuerAssignedID', id),
    text('ram:URIID', url),
    text('ram:TypeCode', '916'),
    text('ram:Name', description),
    file === null ? '' : text('ram:AttachmentBinaryObject', file.content, { mimeCode: file.type, filename: file.name }),
  );
}

function delivery(invoice: Invoice): string {
  const to = invoice.delivery;
  return tag(
    'ram:ApplicableHeaderTradeDelivery',
    to === null ? '' : shipTo(to),
    tag('ram:ActualDeliverySupplyChainEvent', ciiDate('ram:OccurrenceDateTime', to === null ? null : to.day)),
    tag('ram:DespatchAdviceReferencedDocument', text('ram:IssuerAssignedID', invoice.references.despatch)),
  );
}

function shipTo({ location, name, address }: Delivery): string {
  return tag(
    'ram:ShipToTradeParty',
    location === null
      ? ''
      : text(location.scheme === null ? 'ram:ID' : 'ram:GlobalID', location.value, { schemeID: location.scheme }),
    text('ram:Name', name),
    ciiAddress(address),
  );
}

function settlement(invoice: Invoice): string {
  const { payment, references } = invoice;
  return tag(
    'ram:ApplicableHeaderTradeSettlement',
    text('ram:CreditorReferenceID', payment.creditorId),
    text('ram:PaymentReference', payment.remittance),
    text('ram:TaxCurrencyCode', invoice.taxCurrency),
    text('ram:InvoiceCurrencyCode', invoice.currency),
    invoice.payee === null ? '' : ciiPayee(invoice.payee),
    payment.means.map(paymentMean).join(''),
    // The standard takes one day only (CII-SR-461), and CII has no other place for it than the rows.
    invoice.taxes.map((row, index) => taxRow(row, index === 0 ? invoice.taxPoint : null, invoice.currency)).join(''),
    ciiPeriod(invoice.period),
    invoice.adjustments.map((one) => ciiAdjustment(one, invoice.currency, one.tax)).join(''),
    paymentTerms(invoice),
    summation(invoice),
    invoice.corrects
      .map(({ number, issued }) =>
        tag(
          'ram:InvoiceReferencedDocument',
          text('ram:IssuerAssignedID', number),
          ciiDate('ram:FormattedIssueDateTime', issued, 'qdt'),
        ),
      )
      .join(''),
    tag('ram:ReceivableSpecifiedTradeAccountingAccount', text('ram:ID', references.buyerAccounting)),
  );
}

function paymentMean({ code, label, account, card, debit }: PaymentMean): string {
  return tag(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    text('ram:TypeCode', code),
    text('ram:Information', label),
    card === null
      ? ''
      : tag(
          'ram:ApplicableTradeSettlementFinancialCard',
          text('ram:ID', card.lastDigits),
          text('ram:CardholderName', card.holder),
        ),
    debit === null ? '' : tag('ram:PayerPartyDebtorFinancialAccount', text('ram:IBANID', debit.account)),
    account === null
      ? ''
      : tag(
          'ram:PayeePartyCreditorFinancialAccount',
          account.isIban ? text('ram:IBANID', account.id) : '',
          text('ram:AccountName', account.name),
          account.isIban ? '' : text('ram:ProprietaryID', account.id),
        ),
    account === null ? '' : tag('ram:PayeeSpecifiedCreditorFinancialInstitution', text('ram:BICID', account.bic)),
  );
}

function taxRow(row: TaxRow, taxPoint: Day | null, currency: string): string {
  return tag(
    'ram:ApplicableTradeTax',
    ciiAmount('ram:CalculatedAmount', row.amount, currency),
    text('ram:TypeCode', 'VAT'),
    text('ram:ExemptionReason', row.exemptionReason),
    ciiAmount('ram:BasisAmount', row.base, currency),
    text('ram:CategoryCode', row.category),
    text('ram:ExemptionReasonCode', row.exemptionCode),
    taxPoint === null
      ? ''
      : tag('ram:TaxPointDate', text('udt:DateString', taxPoint.replaceAll('-', ''), { format: '102' })),
    ciiTax.rate(row),
  );
}

function paymentTerms({ payment, due }: Invoice): string {
  const mandate = payment.means.find(({ debit }) => debit !== null)?.debit?.mandate ?? null;
  return tag(
    'ram:SpecifiedTradePaymentTerms',
    text('ram:Description', termsText(payment.terms)),
    ciiDate('ram:DueDateDateTime', due),
    text('ram:DirectDebitMandateID', mandate),
  );
}

function summation({ totals, currency, taxCurrency }: Invoice): string {
  const amount = (name: string, value: Decimal): string => ciiAmount(name, value, currency);
  const unlessZero = (name: string, value: Decimal): string => (value.units === 0n ? '' : amount(name, value));
  const other = taxCurrency === null ? null : totals.taxInTaxCurrency;
  return tag(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    amount('ram:LineTotalAmount', totals.lines),
    unlessZero('ram:ChargeTotalAmount', totals.charges),
    unlessZero('ram:AllowanceTotalAmount', totals.discounts),
    amount('ram:TaxBasisTotalAmount', totals.net),
    ciiAmount('ram:TaxTotalAmount', totals.tax, currency, { currencyID: currency }),
    other === null || taxCurrency === null
      ? ''
      : ciiAmount('ram:TaxTotalAmount', other, taxCurrency, { currencyID: taxCurrency }),
    unlessZero('ram:RoundingAmount', totals.rounding),
    amount('ram:GrandTotalAmount', totals.gross),
    unlessZero('ram:TotalPrepaidAmount', totals.prepaid),
    amount('ram:DuePayableAmount', totals.due),
  );
}
