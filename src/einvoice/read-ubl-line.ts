import { readCountry } from './country-code.ts';
import type { InvoiceLine, LineAdjustment, Period, TaxKey } from './model.ts';
import { adjustmentFrom, isGiven, orZero, taxKeyFrom } from './read-common.ts';
import type { XmlElement } from '../xml/parse-xml.ts';
import { all, attribute, dayAt, decimalAt, needed, one, schemeAt, schemeIn, textAt, unlessEmpty } from './xml-value.ts';

export function ublLinesIn(root: XmlElement, isCredit: boolean): readonly InvoiceLine[] {
  const quantity = isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity';
  return all(root, isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine').map((line) => lineIn(line, quantity));
}

function lineIn(line: XmlElement, quantity: string): InvoiceLine {
  const item = one(line, 'cac:Item');
  return {
    id: textAt(line, 'cbc:ID') ?? '',
    note: textAt(line, 'cbc:Note'),
    name: textAt(item, 'cbc:Name'),
    description: textAt(item, 'cbc:Description'),
    sellerItemId: textAt(item, 'cac:SellersItemIdentification/cbc:ID'),
    buyerItemId: textAt(item, 'cac:BuyersItemIdentification/cbc:ID'),
    standardId: schemeAt(item, 'cac:StandardItemIdentification/cbc:ID'),
    classifications: all(item, 'cac:CommodityClassification/cbc:ItemClassificationCode')
      .map((code) => schemeIn(code, 'listID'))
      .filter(isGiven),
    originCountry: readCountry(textAt(item, 'cac:OriginCountry/cbc:IdentificationCode')),
    properties: all(item, 'cac:AdditionalItemProperty').map((property) => ({
      name: textAt(property, 'cbc:Name') ?? '',
      value: textAt(property, 'cbc:Value') ?? '',
    })),
    quantity: orZero(decimalAt(line, quantity)),
    unit: attribute(one(line, quantity), 'unitCode'),
    price: {
      net: orZero(decimalAt(line, 'cac:Price/cbc:PriceAmount')),
      gross: decimalAt(line, 'cac:Price/cac:AllowanceCharge/cbc:BaseAmount'),
      per: decimalAt(line, 'cac:Price/cbc:BaseQuantity'),
    },
    adjustments: all(line, 'cac:AllowanceCharge').map(adjustmentIn),
    net: needed(decimalAt(line, 'cbc:LineExtensionAmount'), 'cac:InvoiceLine/cbc:LineExtensionAmount'),
    tax: taxKeyIn(one(item, 'cac:ClassifiedTaxCategory')),
    period: ublPeriodIn(line),
    orderLine: textAt(line, 'cac:OrderLineReference/cbc:LineID'),
    buyerAccounting: textAt(line, 'cbc:AccountingCost'),
  };
}

export function ublPeriodIn(from: XmlElement): Period | null {
  return unlessEmpty({
    from: dayAt(from, 'cac:InvoicePeriod/cbc:StartDate'),
    to: dayAt(from, 'cac:InvoicePeriod/cbc:EndDate'),
  });
}

export function adjustmentIn(element: XmlElement): LineAdjustment {
  return adjustmentFrom(element, {
    indicator: 'cbc:ChargeIndicator',
    amount: 'cbc:Amount',
    base: 'cbc:BaseAmount',
    percent: 'cbc:MultiplierFactorNumeric',
    reason: 'cbc:AllowanceChargeReason',
    reasonCode: 'cbc:AllowanceChargeReasonCode',
  });
}

export function taxKeyIn(category: XmlElement | undefined): TaxKey | null {
  return taxKeyFrom(category, { code: 'cbc:ID', percent: 'cbc:Percent' });
}
