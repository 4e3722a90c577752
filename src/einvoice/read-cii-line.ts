import { readCountry } from './country-code.ts';
import type { InvoiceLine, LineAdjustment, Period, TaxKey } from './model.ts';
import { adjustmentFrom, isGiven, orZero, taxKeyFrom } from './read-common.ts';
import type { XmlElement } from '../xml/parse-xml.ts';
import {
  all,
  attribute,
  compactDayAt,
  decimalAt,
  needed,
  one,
  schemeAt,
  schemeIn,
  textAt,
  unlessEmpty,
} from './xml-value.ts';

export function ciiLineIn(line: XmlElement): InvoiceLine {
  const product = one(line, 'ram:SpecifiedTradeProduct');
  const agreement = one(line, 'ram:SpecifiedLineTradeAgreement');
  const settlement = one(line, 'ram:SpecifiedLineTradeSettlement');
  const quantity = 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity';
  const net = 'ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount';
  return {
    id: textAt(line, 'ram:AssociatedDocumentLineDocument/ram:LineID') ?? '',
    note: textAt(line, 'ram:AssociatedDocumentLineDocument/ram:IncludedNote/ram:Content'),
    name: textAt(product, 'ram:Name'),
    description: textAt(product, 'ram:Description'),
    sellerItemId: textAt(product, 'ram:SellerAssignedID'),
    buyerItemId: textAt(product, 'ram:BuyerAssignedID'),
    standardId: schemeAt(product, 'ram:GlobalID'),
    classifications: all(product, 'ram:DesignatedProductClassification/ram:ClassCode')
      .map((code) => schemeIn(code, 'listID'))
      .filter(isGiven),
    originCountry: readCountry(textAt(product, 'ram:OriginTradeCountry/ram:ID')),
    properties: all(product, 'ram:ApplicableProductCharacteristic').map((property) => ({
      name: textAt(property, 'ram:Description') ?? '',
      value: textAt(property, 'ram:Value') ?? '',
    })),
    quantity: orZero(decimalAt(line, quantity)),
    unit: attribute(one(line, quantity), 'unitCode'),
    price: {
      net: orZero(decimalAt(agreement, 'ram:NetPriceProductTradePrice/ram:ChargeAmount')),
      gross: decimalAt(agreement, 'ram:GrossPriceProductTradePrice/ram:ChargeAmount'),
      per: decimalAt(agreement, 'ram:NetPriceProductTradePrice/ram:BasisQuantity'),
    },
    adjustments: all(settlement, 'ram:SpecifiedTradeAllowanceCharge').map(adjustmentIn),
    net: needed(decimalAt(settlement, net), net),
    tax: taxKeyIn(one(settlement, 'ram:ApplicableTradeTax')),
    period: ciiPeriodIn(settlement),
    orderLine: textAt(agreement, 'ram:BuyerOrderReferencedDocument/ram:LineID'),
    buyerAccounting: textAt(settlement, 'ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID'),
  };
}

export function ciiPeriodIn(from: XmlElement | undefined): Period | null {
  return unlessEmpty({
    from: compactDayAt(from, 'ram:BillingSpecifiedPeriod/ram:StartDateTime/udt:DateTimeString'),
    to: compactDayAt(from, 'ram:BillingSpecifiedPeriod/ram:EndDateTime/udt:DateTimeString'),
  });
}

export function adjustmentIn(element: XmlElement): LineAdjustment {
  return adjustmentFrom(element, {
    indicator: 'ram:ChargeIndicator/udt:Indicator',
    amount: 'ram:ActualAmount',
    base: 'ram:BasisAmount',
    percent: 'ram:CalculationPercent',
    reason: 'ram:Reason',
    reasonCode: 'ram:ReasonCode',
  });
}

export function taxKeyIn(tax: XmlElement | undefined): TaxKey | null {
  return taxKeyFrom(tax, { code: 'ram:CategoryCode', percent: 'ram:RateApplicablePercent' });
}
