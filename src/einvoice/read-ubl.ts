import { isIban } from '../core/iban.ts';
import type { Attachment, Delivery, Invoice, InvoiceTotals, Payee, PaymentMean, TaxRow } from './model.ts';
import { attachmentFrom, type Currencies, isGiven, orZero, taxTotalsFrom, withTax } from './read-common.ts';
import { ublLinesIn, adjustmentIn, taxKeyIn, ublPeriodIn } from './read-ubl-line.ts';
import { ublAddressIn, ublPartyIn } from './read-ubl-party.ts';
import { all, attribute, dayAt, decimalAt, needed, one, schemeAt, textAt, textOf, unlessEmpty } from './xml-value.ts';
import type { XmlElement } from '../xml/parse-xml.ts';

/** Reads a UBL invoice or credit note as what it says, right or wrong. */
export function readUbl(root: XmlElement): Invoice {
  const isCredit = root.name === 'ubl:CreditNote';
  const currency = needed(textAt(root, 'cbc:DocumentCurrencyCode'), 'cbc:DocumentCurrencyCode');
  const taxCurrency = textAt(root, 'cbc:TaxCurrencyCode');
  const payeeParty = one(root, 'cac:PayeeParty');
  const seller = one(root, 'cac:AccountingSupplierParty/cac:Party');
  return {
    specification: textAt(root, 'cbc:CustomizationID') ?? '',
    process: textAt(root, 'cbc:ProfileID'),
    number: textAt(root, 'cbc:ID'),
    issued: dayAt(root, 'cbc:IssueDate'),
    typeCode: textAt(root, `cbc:${isCredit ? 'CreditNote' : 'Invoice'}TypeCode`) ?? (isCredit ? '381' : '380'),
    due: dayAt(root, 'cbc:DueDate') ?? dayAt(root, 'cac:PaymentMeans/cbc:PaymentDueDate'),
    taxPoint: dayAt(root, 'cbc:TaxPointDate'),
    currency,
    taxCurrency,
    notes: all(root, 'cbc:Note').map(textOf).filter(isGiven),
    references: referencesIn(root),
    corrects: all(root, 'cac:BillingReference/cac:InvoiceDocumentReference').map((reference) => ({
      number: textAt(reference, 'cbc:ID') ?? '',
      issued: dayAt(reference, 'cbc:IssueDate'),
    })),
    seller: ublPartyIn(seller, 'seller'),
    buyer: ublPartyIn(one(root, 'cac:AccountingCustomerParty/cac:Party'), 'buyer'),
    payee: payeeIn(payeeParty),
    taxRepresentative: representativeIn(one(root, 'cac:TaxRepresentativeParty')),
    delivery: deliveryIn(one(root, 'cac:Delivery')),
    period: ublPeriodIn(root),
    payment: {
      means: all(root, 'cac:PaymentMeans').map(paymentMeanIn),
      terms: textAt(root, 'cac:PaymentTerms/cbc:Note'),
      remittance: textAt(root, 'cac:PaymentMeans/cbc:PaymentID'),
      creditorId: creditorIn(payeeParty) ?? creditorIn(seller),
    },
    adjustments: all(root, 'cac:AllowanceCharge').map((element) =>
      withTax(adjustmentIn(element), taxKeyIn(one(element, 'cac:TaxCategory'))),
    ),
    taxes: all(root, 'cac:TaxTotal/cac:TaxSubtotal').map(taxRowIn),
    totals: totalsIn(root, { currency, taxCurrency }),
    attachments: all(root, 'cac:AdditionalDocumentReference').flatMap(attachmentIn),
    lines: ublLinesIn(root, isCredit),
  };
}

function referencesIn(root: XmlElement): Invoice['references'] {
  const order = textAt(root, 'cac:OrderReference/cbc:ID');
  const sale = textAt(root, 'cac:OrderReference/cbc:SalesOrderID');
  const project = all(root, 'cac:AdditionalDocumentReference').find((item) => typeOf(item) === '50');
  return {
    buyer: textAt(root, 'cbc:BuyerReference'),
    project: textAt(root, 'cac:ProjectReference/cbc:ID') ?? textAt(project, 'cbc:ID'),
    contract: textAt(root, 'cac:ContractDocumentReference/cbc:ID'),
    order: order === 'NA' ? null : order,
    sale,
    despatch: textAt(root, 'cac:DespatchDocumentReference/cbc:ID'),
    buyerAccounting: textAt(root, 'cbc:AccountingCost'),
  };
}

function typeOf(reference: XmlElement): string | null {
  return textAt(reference, 'cbc:DocumentTypeCode');
}

function attachmentIn(reference: XmlElement): readonly Attachment[] {
  return attachmentFrom(reference, {
    id: 'cbc:ID',
    type: 'cbc:DocumentTypeCode',
    description: 'cbc:DocumentDescription',
    url: 'cac:Attachment/cac:ExternalReference/cbc:URI',
    content: 'cac:Attachment/cbc:EmbeddedDocumentBinaryObject',
  });
}

function payeeIn(party: XmlElement | undefined): Payee | null {
  const name = textAt(party, 'cac:PartyName/cbc:Name');
  if (name === null) return null;
  const id = all(party, 'cac:PartyIdentification/cbc:ID').find((item) => attribute(item, 'schemeID') !== 'SEPA');
  return {
    name,
    id: id === undefined ? null : { scheme: attribute(id, 'schemeID'), value: textOf(id) ?? '' },
    registration: schemeAt(party, 'cac:PartyLegalEntity/cbc:CompanyID'),
  };
}

function creditorIn(party: XmlElement | undefined): string | null {
  const id = all(party, 'cac:PartyIdentification/cbc:ID').find((item) => attribute(item, 'schemeID') === 'SEPA');
  return textOf(id);
}

function representativeIn(party: XmlElement | undefined): Invoice['taxRepresentative'] {
  const name = textAt(party, 'cac:PartyName/cbc:Name');
  if (name === null) return null;
  return {
    name,
    vatId: textAt(party, 'cac:PartyTaxScheme/cbc:CompanyID'),
    address: ublAddressIn(one(party, 'cac:PostalAddress')),
  };
}

function deliveryIn(element: XmlElement | undefined): Delivery | null {
  return unlessEmpty({
    name: textAt(element, 'cac:DeliveryParty/cac:PartyName/cbc:Name'),
    location: schemeAt(element, 'cac:DeliveryLocation/cbc:ID'),
    day: dayAt(element, 'cbc:ActualDeliveryDate'),
    address: ublAddressIn(one(element, 'cac:DeliveryLocation/cac:Address')),
  });
}

function paymentMeanIn(element: XmlElement): PaymentMean {
  const code = one(element, 'cbc:PaymentMeansCode');
  const account = textAt(element, 'cac:PayeeFinancialAccount/cbc:ID');
  const lastDigits = textAt(element, 'cac:CardAccount/cbc:PrimaryAccountNumberID');
  return {
    code: textOf(code) ?? '',
    label: attribute(code, 'name'),
    account:
      account === null
        ? null
        : {
            id: account,
            isIban: isIban(account),
            name: textAt(element, 'cac:PayeeFinancialAccount/cbc:Name'),
            bic: textAt(element, 'cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID'),
          },
    card: lastDigits === null ? null : { lastDigits, holder: textAt(element, 'cac:CardAccount/cbc:HolderName') },
    debit: unlessEmpty({
      mandate: textAt(element, 'cac:PaymentMandate/cbc:ID'),
      account: textAt(element, 'cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID'),
    }),
  };
}

function taxRowIn(element: XmlElement): TaxRow {
  const category = one(element, 'cac:TaxCategory');
  return {
    ...needed(taxKeyIn(category), 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:ID'),
    base: orZero(decimalAt(element, 'cbc:TaxableAmount')),
    amount: orZero(decimalAt(element, 'cbc:TaxAmount')),
    exemptionReason: textAt(category, 'cbc:TaxExemptionReason'),
    exemptionCode: textAt(category, 'cbc:TaxExemptionReasonCode'),
  };
}

function totalsIn(root: XmlElement, currencies: Currencies): InvoiceTotals {
  const from = one(root, 'cac:LegalMonetaryTotal');
  return {
    lines: needed(decimalAt(from, 'cbc:LineExtensionAmount'), 'cac:LegalMonetaryTotal/cbc:LineExtensionAmount'),
    discounts: orZero(decimalAt(from, 'cbc:AllowanceTotalAmount')),
    charges: orZero(decimalAt(from, 'cbc:ChargeTotalAmount')),
    net: needed(decimalAt(from, 'cbc:TaxExclusiveAmount'), 'cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount'),
    ...taxTotalsFrom(root, 'cac:TaxTotal/cbc:TaxAmount', currencies),
    gross: needed(decimalAt(from, 'cbc:TaxInclusiveAmount'), 'cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount'),
    prepaid: orZero(decimalAt(from, 'cbc:PrepaidAmount')),
    rounding: orZero(decimalAt(from, 'cbc:PayableRoundingAmount')),
    due: needed(decimalAt(from, 'cbc:PayableAmount'), 'cac:LegalMonetaryTotal/cbc:PayableAmount'),
  };
}
