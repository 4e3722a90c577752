import { writtenCountry } from './country-code.ts';
import { decimalText, minus } from './exact.ts';
import type { InvoiceLine, LineAdjustment, Price, TaxKey } from './model.ts';
import { type Amount, ublPeriod } from './ubl-elements.ts';
import { tag, text } from './xml.ts';

export function ublLine(line: InvoiceLine, root: 'Invoice' | 'CreditNote', amount: Amount): string {
  const quantity = root === 'Invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity';
  return tag(
    `cac:${root}Line`,
    text('cbc:ID', line.id),
    text('cbc:Note', line.note),
    text(quantity, decimalText(line.quantity), { unitCode: line.unit }),
    amount('cbc:LineExtensionAmount', line.net),
    text('cbc:AccountingCost', line.buyerAccounting),
    ublPeriod(line.period),
    tag('cac:OrderLineReference', text('cbc:LineID', line.orderLine)),
    line.adjustments.map((one) => ublAdjustment(one, amount, null)).join(''),
    item(line),
    price(line.price, line.unit, amount),
  );
}

export function ublAdjustment(one: LineAdjustment, amount: Amount, tax: TaxKey | null): string {
  return tag(
    'cac:AllowanceCharge',
    text('cbc:ChargeIndicator', one.kind === 'charge' ? 'true' : 'false'),
    text('cbc:AllowanceChargeReasonCode', one.reasonCode),
    text('cbc:AllowanceChargeReason', one.reason),
    one.percent === null ? '' : text('cbc:MultiplierFactorNumeric', decimalText(one.percent)),
    amount('cbc:Amount', one.amount),
    amount('cbc:BaseAmount', one.base),
    tax === null ? '' : ublTaxCategory('cac:TaxCategory', tax, { reason: null, code: null }),
  );
}

type Exemption = { readonly reason: string | null; readonly code: string | null };

export function ublTaxCategory(name: string, { category, percent }: TaxKey, exemption: Exemption): string {
  return tag(
    name,
    text('cbc:ID', category),
    percent === null ? '' : text('cbc:Percent', decimalText(percent)),
    text('cbc:TaxExemptionReasonCode', exemption.code),
    text('cbc:TaxExemptionReason', exemption.reason),
    tag('cac:TaxScheme', text('cbc:ID', 'VAT')),
  );
}

function item(line: InvoiceLine): string {
  const standard = line.standardId;
  return tag(
    'cac:Item',
    text('cbc:Description', line.description),
    text('cbc:Name', line.name),
    tag('cac:BuyersItemIdentification', text('cbc:ID', line.buyerItemId)),
    tag('cac:SellersItemIdentification', text('cbc:ID', line.sellerItemId)),
    standard === null
      ? ''
      : tag('cac:StandardItemIdentification', text('cbc:ID', standard.value, { schemeID: standard.scheme })),
    tag('cac:OriginCountry', text('cbc:IdentificationCode', writtenCountry(line.originCountry))),
    line.classifications
      .map(({ scheme, value }) =>
        tag('cac:CommodityClassification', text('cbc:ItemClassificationCode', value, { listID: scheme })),
      )
      .join(''),
    line.tax === null ? '' : ublTaxCategory('cac:ClassifiedTaxCategory', line.tax, { reason: null, code: null }),
    line.properties
      .map(({ name, value }) => tag('cac:AdditionalItemProperty', text('cbc:Name', name), text('cbc:Value', value)))
      .join(''),
  );
}

function price({ net, gross, per }: Price, unit: string | null, amount: Amount): string {
  return tag(
    'cac:Price',
    amount('cbc:PriceAmount', net),
    per === null ? '' : text('cbc:BaseQuantity', decimalText(per), { unitCode: unit }),
    gross === null
      ? ''
      : tag(
          'cac:AllowanceCharge',
          text('cbc:ChargeIndicator', 'false'),
          amount('cbc:Amount', minus(gross, net)),
          amount('cbc:BaseAmount', gross),
        ),
  );
}
