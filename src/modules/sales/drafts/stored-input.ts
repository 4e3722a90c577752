import { formatExchangeRate } from '../../../core/exchange.ts';
import { minorDigits, unitPriceScale } from '../../../core/currency.ts';
import { type Decimal, parseDecimal, percentScale } from '../../../core/decimal.ts';
import type { SaleParts } from '../load-sale.ts';
import type { ChargeGiven, DiscountGiven, LineGiven, SaleInput } from './sale-input.ts';
import type { LineRow, StoredCharge, StoredDiscount, StoredPart } from '../sale-row.ts';
import type { PartGiven } from '../settling/schedule.ts';
import type { StoredSale } from '../store.ts';

/** A draft as the input that would make it again, with everything said that was left to defaults. */
export function inputOf({ row, lines }: StoredSale): SaleInput & { lines: LineGiven[] } {
  return {
    client_id: row.client_id,
    sale_date: row.sale_date,
    due_date: row.due_date,
    payment_schedule: row.payment_schedule.map((part) => partGiven(part, row.currency)),
    currency: row.currency,
    exchange_rate: row.rate_source === 'given' ? givenRate(row.exchange_rate) : undefined,
    prices_include_tax: row.prices_include_tax,
    cash_rounding: row.cash_rounding,
    lines: lines.map((line) => lineGiven(line, row.currency)),
    discounts: row.discounts.map(discountGiven),
    charges: row.charges.map((charge) => chargeGiven(charge, row.currency)),
    location_id: row.location_id,
    stock: row.stock,
    member_id: row.member_id,
    channel: row.channel,
    notes: row.notes,
    external_id: row.external_id,
    metadata: row.metadata,
    custom_fields: row.custom_fields,
    tags: row.tags,
  };
}

export function givenRate(rate: bigint | null): Decimal | undefined {
  return rate === null ? undefined : parseDecimal(formatExchangeRate(rate));
}

/** Lines of another sale, which are its own. */
export function newLines(lines: SaleInput['lines']) {
  return lines.map((line) => ({ ...line, id: undefined }));
}

/** All that a repeated sale shares with its original: everything that affects the amounts except the date. */
export function termsOf(sale: StoredSale) {
  const { client_id, currency, prices_include_tax, cash_rounding, lines, discounts, charges } = inputOf(sale);
  return { client_id, currency, prices_include_tax, cash_rounding, lines: newLines(lines), discounts, charges };
}

/** Rounded as when it was drafted, so that it is confirmed for the amounts that were seen. */
export function asDrafted<Parts extends SaleParts>(parts: Parts, { row }: StoredSale): Parts {
  const rounding = {
    taxRounding: row.tax_rounding,
    roundingMode: row.rounding_mode,
    cashRoundingIncrement: row.cash_rounding_increment ?? parts.settings.cashRoundingIncrement,
  };
  return { ...parts, settings: { ...parts.settings, ...rounding } };
}

function lineGiven(line: LineRow, currency: string): LineGiven {
  return {
    id: line.id,
    variant_id: line.variant_id ?? undefined,
    name: line.name,
    description: line.description,
    unit: line.unit,
    quantity: line.quantity,
    unit_price: { units: line.unit_price, scale: unitPriceScale(currency) ?? 0 },
    priced: { price_source: line.price_source, price_list_id: line.price_list_id },
    discount: lineDiscount(line, currency),
    tax_rate_ids: line.taxes.map((tax) => tax.rate_id),
    taxed: line.tax_source,
    dimension_value_ids: line.dimension_value_ids,
    kept_values: line.dimension_value_ids,
  };
}

function lineDiscount(line: LineRow, currency: string): LineGiven['discount'] {
  if (line.discount_percent !== null) {
    return { type: 'percent', value: { units: line.discount_percent, scale: percentScale } };
  }
  return line.discount_amount === null ? null : { type: 'amount', value: minorDecimal(line.discount_amount, currency) };
}

function partGiven({ due_date, kind, percent, asked }: StoredPart, currency: string): PartGiven {
  return {
    due_date,
    kind,
    percent: percent === null ? undefined : BigInt(percent),
    amount: asked === null ? undefined : minorDecimal(BigInt(asked), currency),
  };
}

function discountGiven({ name, type, value, applies, lines }: StoredDiscount): DiscountGiven {
  const decimal = parseDecimal(value);
  if (decimal === undefined) throw new RangeError(`a discount of ${value} was kept`);
  return { name, type, value: decimal, applies, lines };
}

function chargeGiven({ kind, name, asked, taxes }: StoredCharge, currency: string): ChargeGiven {
  return { kind, name, amount: minorDecimal(BigInt(asked), currency), tax_rate_ids: taxes.map((tax) => tax.rate_id) };
}

function minorDecimal(minor: bigint, currency: string): Decimal {
  return { units: minor, scale: minorDigits(currency) ?? 0 };
}
