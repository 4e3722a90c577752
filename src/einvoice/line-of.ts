import type { Decimal } from '../core/decimal.ts';
import type { DocumentLine } from '../render/facts.ts';
import { distance, isSame, minorAmount, minus, negated, order, shortest, times, total } from './exact.ts';
import type { InvoiceLine, LineAdjustment, Price } from './model.ts';
import { schemeOf } from './party-of.ts';
import { adjustmentOf, type ChargedTax, taxKeyOf } from './tax-of.ts';
import { speakable } from './xml.ts';

export function lineOf(line: DocumentLine, currency: string, charged: ChargedTax): InvoiceLine {
  const taxes = line.taxes.filter(charged);
  const [tax] = taxes;
  const adjustments = line.adjustments.map((one) => adjustmentOf(one, currency));
  const net = minorAmount(line.net, currency);
  return {
    id: speakable(line.id) ?? '',
    note: speakable(line.tracking.join(', ')),
    name: speakable(line.name),
    description: speakable(line.description),
    sellerItemId: speakable(line.sellerItemId),
    buyerItemId: speakable(line.buyerItemId),
    standardId: line.gtin === null ? null : schemeOf({ scheme: '0160', value: line.gtin }),
    classifications: line.classifications.map(schemeOf).filter((id) => id !== null),
    originCountry: speakable(line.originCountry),
    properties: [],
    quantity: shortest(line.quantity),
    unit: speakable(line.unit.code),
    price: priceOf(line, net, adjustments),
    adjustments,
    net,
    // A line with two taxes has none that the standard could tell.
    tax: tax === undefined || taxes.length > 1 ? null : taxKeyOf(tax),
    period: line.period,
    orderLine: speakable(line.orderLine),
    buyerAccounting: null,
  };
}

/** Tolerance of Peppol between a line's amount and its price times its quantity. */
const slack: Decimal = { units: 2n, scale: 2 };

/**
 * The price of one, where the line's amount follows from it. Where it does not, for the amount was rounded to whole yen
 * or is the rest of a price with tax, it is the price of the whole quantity, from which it follows exactly.
 */
function priceOf(line: DocumentLine, net: Decimal, adjustments: readonly LineAdjustment[]): Price {
  const asked = minus(net, total(adjustments.map(signed)));
  const price = shortest(line.unitPrice);
  const quantity = shortest(line.quantity);
  const isPlain = order(distance(times(quantity, price), asked), slack) <= 0;
  // A price and what it is for are never negative: only the quantity of a line is.
  const isBack = quantity.units < 0n;
  const [whole, per] = isBack ? [negated(asked), negated(quantity)] : [asked, quantity];
  if (!isPlain && per.units > 0n && whole.units >= 0n) return { net: shortest(whole), gross: null, per };
  const gross = line.grossUnitPrice === null ? null : shortest(line.grossUnitPrice);
  return { net: price, gross: gross === null || isSame(gross, price) ? null : gross, per: null };
}

function signed({ kind, amount }: LineAdjustment): Decimal {
  return kind === 'charge' ? amount : negated(amount);
}
