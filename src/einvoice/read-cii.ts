import { minus, plus, shortest } from './exact.ts';
import type {
  Attachment,
  Delivery,
  DocumentAdjustment,
  Invoice,
  InvoiceTotals,
  Payee,
  PaymentMean,
  TaxRow,
} from './model.ts';
import { adjustmentIn, ciiLineIn, ciiPeriodIn, taxKeyIn } from './read-cii-line.ts';
import { ciiAddressIn, ciiIdsIn, ciiPartyIn } from './read-cii-party.ts';
import { attachmentFrom, type Currencies, isGiven, orZero, taxTotalsFrom, withTax } from './read-common.ts';
import type { XmlElement } from '../xml/parse-xml.ts';
import { all, compactDayAt, decimalAt, needed, one, schemeAt, textAt, textOf, unlessEmpty } from './xml-value.ts';

/** Reads a Cross Industry Invoice as what it says, right or wrong. */
export function readCii(root: XmlElement): Invoice {
  const context = one(root, 'rsm:ExchangedDocumentContext');
  const document = one(root, 'rsm:ExchangedDocument');
  const trade = one(root, 'rsm:SupplyChainTradeTransaction');
  const agreement = one(trade, 'ram:ApplicableHeaderTradeAgreement');
  const settlement = one(trade, 'ram:ApplicableHeaderTradeSettlement');
  const currency = needed(textAt(settlement, 'ram:InvoiceCurrencyCode'), 'ram:InvoiceCurrencyCode');
  const taxCurrency = textAt(settlement, 'ram:TaxCurrencyCode');
  const lines = all(trade, 'ram:IncludedSupplyChainTradeLineItem').map(ciiLineIn);
  return {
    specification: textAt(context, 'ram:GuidelineSpecifiedDocumentContextParameter/ram:ID') ?? '',
    process: textAt(context, 'ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID'),
    number: textAt(document, 'ram:ID'),
    issued: compactDayAt(document, 'ram:IssueDateTime/udt:DateTimeString'),
    typeCode: textAt(document, 'ram:TypeCode') ?? '380',
    due: compactDayAt(settlement, 'ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/udt:DateTimeString'),
    taxPoint: compactDayAt(settlement, 'ram:ApplicableTradeTax/ram:TaxPointDate/udt:DateString'),
    currency,
    taxCurrency,
    notes: all(document, 'ram:IncludedNote/ram:Content').map(textOf).filter(isGiven),
    references: referencesIn(trade),
    corrects: all(settlement, 'ram:InvoiceReferencedDocument').map((reference) => ({
      number: textAt(reference, 'ram:IssuerAssignedID') ?? '',
      issued: compactDayAt(reference, 'ram:FormattedIssueDateTime/qdt:DateTimeString'),
    })),
    seller: ciiPartyIn(one(agreement, 'ram:SellerTradeParty'), 'seller'),
    buyer: ciiPartyIn(one(agreement, 'ram:BuyerTradeParty'), 'buyer'),
    payee: payeeIn(one(settlement, 'ram:PayeeTradeParty')),
    taxRepresentative: representativeIn(one(agreement, 'ram:SellerTaxRepresentativeTradeParty')),
    delivery: deliveryIn(one(trade, 'ram:ApplicableHeaderTradeDelivery')),
    period: ciiPeriodIn(settlement),
    payment: paymentIn(settlement),
    adjustments: [
      ...all(settlement, 'ram:SpecifiedTradeAllowanceCharge').map((element) =>
        withTax(adjustmentIn(element), taxKeyIn(one(element, 'ram:CategoryTradeTax'))),
      ),
      ...all(settlement, 'ram:SpecifiedLogisticsServiceCharge').map(freightIn),
    ],
    taxes: all(settlement, 'ram:ApplicableTradeTax').map(taxRowIn),
    totals: withPrepaid(totalsIn(settlement, { currency, taxCurrency }), lines),
    attachments: all(agreement, 'ram:AdditionalReferencedDocument').flatMap(attachmentIn),
    lines,
  };
}

function referencesIn(trade: XmlElement | undefined): Invoice['references'] {
  const agreement = one(trade, 'ram:ApplicableHeaderTradeAgreement');
  return {
    buyer: textAt(agreement, 'ram:BuyerReference'),
    project: textAt(agreement, 'ram:SpecifiedProcuringProject/ram:ID'),
    contract: textAt(agreement, 'ram:ContractReferencedDocument/ram:IssuerAssignedID'),
    order: textAt(agreement, 'ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID'),
    sale: textAt(agreement, 'ram:SellerOrderReferencedDocument/ram:IssuerAssignedID'),
    despatch: textAt(
      trade,
      'ram:ApplicableHeaderTradeDelivery/ram:DespatchAdviceReferencedDocument/ram:IssuerAssignedID',
    ),
    buyerAccounting: textAt(
      trade,
      'ram:ApplicableHeaderTradeSettlement/ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID',
    ),
  };
}

function payeeIn(party: XmlElement | undefined): Payee | null {
  const name = textAt(party, 'ram:Name');
  if (name === null) return null;
  return {
    name,
    id: ciiIdsIn(party)[0] ?? null,
    registration: schemeAt(party, 'ram:SpecifiedLegalOrganization/ram:ID'),
  };
}

function representativeIn(party: XmlElement | undefined): Invoice['taxRepresentative'] {
  const name = textAt(party, 'ram:Name');
  if (name === null) return null;
  return {
    name,
    vatId: textAt(party, 'ram:SpecifiedTaxRegistration/ram:ID'),
    address: ciiAddressIn(one(party, 'ram:PostalTradeAddress')),
  };
}

function deliveryIn(element: XmlElement | undefined): Delivery | null {
  const to = one(element, 'ram:ShipToTradeParty');
  return unlessEmpty({
    name: textAt(to, 'ram:Name'),
    location: ciiIdsIn(to)[0] ?? null,
    day: compactDayAt(element, 'ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/udt:DateTimeString'),
    address: ciiAddressIn(one(to, 'ram:PostalTradeAddress')),
  });
}

function paymentIn(settlement: XmlElement | undefined): Invoice['payment'] {
  const mandate = textAt(settlement, 'ram:SpecifiedTradePaymentTerms/ram:DirectDebitMandateID');
  const means = all(settlement, 'ram:SpecifiedTradeSettlementPaymentMeans');
  return {
    means: means.map((mean) => paymentMeanIn(mean, mandate)),
    terms: textAt(settlement, 'ram:SpecifiedTradePaymentTerms/ram:Description'),
    remittance: textAt(settlement, 'ram:PaymentReference'),
    creditorId: textAt(settlement, 'ram:CreditorReferenceID'),
  };
}

/** The mandate stands with the terms of payment, and belongs to the means that debits. */
function paymentMeanIn(element: XmlElement, mandate: string | null): PaymentMean {
  const creditor = one(element, 'ram:PayeePartyCreditorFinancialAccount');
  const iban = textAt(creditor, 'ram:IBANID');
  const account = iban ?? textAt(creditor, 'ram:ProprietaryID');
  const lastDigits = textAt(element, 'ram:ApplicableTradeSettlementFinancialCard/ram:ID');
  const debited = textAt(element, 'ram:PayerPartyDebtorFinancialAccount/ram:IBANID');
  const code = textAt(element, 'ram:TypeCode') ?? '';
  const isDebit = debited !== null || code === '59' || code === '49';
  return {
    code,
    label: textAt(element, 'ram:Information'),
    account:
      account === null
        ? null
        : {
            id: account,
            isIban: iban !== null,
            name: textAt(creditor, 'ram:AccountName'),
            bic: textAt(element, 'ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID'),
          },
    card:
      lastDigits === null
        ? null
        : { lastDigits, holder: textAt(element, 'ram:ApplicableTradeSettlementFinancialCard/ram:CardholderName') },
    debit: isDebit ? unlessEmpty({ mandate, account: debited }) : null,
  };
}

function taxRowIn(element: XmlElement): TaxRow {
  return {
    ...needed(taxKeyIn(element), 'ram:ApplicableTradeTax/ram:CategoryCode'),
    base: orZero(decimalAt(element, 'ram:BasisAmount')),
    amount: orZero(decimalAt(element, 'ram:CalculatedAmount')),
    exemptionReason: textAt(element, 'ram:ExemptionReason'),
    exemptionCode: textAt(element, 'ram:ExemptionReasonCode'),
  };
}

/** Freight, which ZUGFeRD 1 and the profile EXTENDED tell apart from other charges. */
function freightIn(element: XmlElement): DocumentAdjustment {
  const amount = needed(
    decimalAt(element, 'ram:AppliedAmount'),
    'ram:SpecifiedLogisticsServiceCharge/ram:AppliedAmount',
  );
  const reason = textAt(element, 'ram:Description');
  const charge = { kind: 'charge', amount, base: null, percent: null, reason, reasonCode: null } as const;
  return withTax(charge, taxKeyIn(one(element, 'ram:AppliedTradeTax')));
}

function attachmentIn(reference: XmlElement): readonly Attachment[] {
  return attachmentFrom(reference, {
    id: 'ram:IssuerAssignedID',
    type: 'ram:TypeCode',
    description: 'ram:Name',
    url: 'ram:URIID',
    content: 'ram:AttachmentBinaryObject',
  });
}

function totalsIn(settlement: XmlElement | undefined, currencies: Currencies): InvoiceTotals {
  const from = one(settlement, 'ram:SpecifiedTradeSettlementHeaderMonetarySummation');
  const amount = (name: string) => needed(decimalAt(from, `ram:${name}`), `ram:${name}`);
  const net = amount('TaxBasisTotalAmount');
  return {
    // The smallest profiles have no lines, and then no sum of them.
    lines: decimalAt(from, 'ram:LineTotalAmount') ?? net,
    discounts: orZero(decimalAt(from, 'ram:AllowanceTotalAmount')),
    charges: orZero(decimalAt(from, 'ram:ChargeTotalAmount')),
    net,
    ...taxTotalsFrom(from, 'ram:TaxTotalAmount', currencies),
    gross: amount('GrandTotalAmount'),
    prepaid: orZero(decimalAt(from, 'ram:TotalPrepaidAmount')),
    rounding: orZero(decimalAt(from, 'ram:RoundingAmount')),
    due: amount('DuePayableAmount'),
  };
}

/** MINIMUM has no place for what was paid, which follows from what is due. */
function withPrepaid(totals: InvoiceTotals, lines: Invoice['lines']): InvoiceTotals {
  if (lines.length > 0 || totals.prepaid.units !== 0n) return totals;
  return { ...totals, prepaid: shortest(minus(plus(totals.gross, totals.rounding), totals.due)) };
}
