import { ciiAmount, ciiDate } from './cii-value.ts';
import { writtenCountry } from './country-code.ts';
import { decimalText, minus } from './exact.ts';
import type { InvoiceLine, LineAdjustment, Period, TaxKey } from './model.ts';
import { tag, text } from './xml.ts';

export function ciiLine(line: InvoiceLine, currency: string): string {
  return tag(
    'ram:IncludedSupplyChainTradeLineItem',
    tag(
      'ram:AssociatedDocumentLineDocument',
      text('ram:LineID', line.id),
      tag('ram:IncludedNote', text('ram:Content', line.note)),
    ),
    product(line),
    tag(
      'ram:SpecifiedLineTradeAgreement',
      tag('ram:BuyerOrderReferencedDocument', text('ram:LineID', line.orderLine)),
      grossPrice(line, currency),
      tag('ram:NetPriceProductTradePrice', ciiAmount('ram:ChargeAmount', line.price.net, currency), per(line)),
    ),
    tag(
      'ram:SpecifiedLineTradeDelivery',
      text('ram:BilledQuantity', decimalText(line.quantity), { unitCode: line.unit }),
    ),
    tag(
      'ram:SpecifiedLineTradeSettlement',
      line.tax === null
        ? ''
        : tag('ram:ApplicableTradeTax', text('ram:TypeCode', 'VAT'), ciiTax.category(line.tax), ciiTax.rate(line.tax)),
      ciiPeriod(line.period),
      line.adjustments.map((one) => ciiAdjustment(one, currency, null)).join(''),
      tag('ram:SpecifiedTradeSettlementLineMonetarySummation', ciiAmount('ram:LineTotalAmount', line.net, currency)),
      tag('ram:ReceivableSpecifiedTradeAccountingAccount', text('ram:ID', line.buyerAccounting)),
    ),
  );
}

export const ciiTax = {
  category: ({ category }: TaxKey): string => text('ram:CategoryCode', category),
  rate: ({ percent }: TaxKey): string =>
    percent === null ? '' : text('ram:RateApplicablePercent', decimalText(percent)),
};

export function ciiPeriod(period: Period | null): string {
  if (period === null) return '';
  return tag(
    'ram:BillingSpecifiedPeriod',
    ciiDate('ram:StartDateTime', period.from),
    ciiDate('ram:EndDateTime', period.to),
  );
}

export function ciiAdjustment(one: LineAdjustment, currency: string, tax: TaxKey | null): string {
  return tag(
    'ram:SpecifiedTradeAllowanceCharge',
    tag('ram:ChargeIndicator', text('udt:Indicator', one.kind === 'charge' ? 'true' : 'false')),
    one.percent === null ? '' : text('ram:CalculationPercent', decimalText(one.percent)),
    ciiAmount('ram:BasisAmount', one.base, currency),
    ciiAmount('ram:ActualAmount', one.amount, currency),
    text('ram:ReasonCode', one.reasonCode),
    text('ram:Reason', one.reason),
    tax === null
      ? ''
      : tag('ram:CategoryTradeTax', text('ram:TypeCode', 'VAT'), ciiTax.category(tax), ciiTax.rate(tax)),
  );
}

function product(line: InvoiceLine): string {
  const { standardId: standard } = line;
  return tag(
    'ram:SpecifiedTradeProduct',
    standard === null ? '' : text('ram:GlobalID', standard.value, { schemeID: standard.scheme }),
    text('ram:SellerAssignedID', line.sellerItemId),
    text('ram:BuyerAssignedID', line.buyerItemId),
    text('ram:Name', line.name),
    text('ram:Description', line.description),
    line.properties
      .map(({ name, value }) =>
        tag('ram:ApplicableProductCharacteristic', text('ram:Description', name), text('ram:Value', value)),
      )
      .join(''),
    line.classifications
      .map(({ scheme, value }) =>
        tag('ram:DesignatedProductClassification', text('ram:ClassCode', value, { listID: scheme })),
      )
      .join(''),
    tag('ram:OriginTradeCountry', text('ram:ID', writtenCountry(line.originCountry))),
  );
}

function grossPrice(line: InvoiceLine, currency: string): string {
  const { net, gross } = line.price;
  if (gross === null) return '';
  return tag(
    'ram:GrossPriceProductTradePrice',
    ciiAmount('ram:ChargeAmount', gross, currency),
    per(line),
    tag(
      'ram:AppliedTradeAllowanceCharge',
      tag('ram:ChargeIndicator', text('udt:Indicator', 'false')),
      ciiAmount('ram:ActualAmount', minus(gross, net), currency),
    ),
  );
}

function per({ price, unit }: InvoiceLine): string {
  return price.per === null ? '' : text('ram:BasisQuantity', decimalText(price.per), { unitCode: unit });
}
