import { unitPriceExtraDigits, unitPriceScale } from '../../../core/currency.ts';
import { type Decimal, percentScale, powerOfTen, quantityScale } from '../../../core/decimal.ts';
import { sum } from '../../../core/list.ts';
import { divide } from '../../../core/rounding.ts';
import type { Adjustment, DocumentFacts, DocumentLine } from '../../../render/facts.ts';
import { sharedDiscounts, unnamedDiscount } from './fact-discounts.ts';
import { lineTaxes, taxTotal } from './fact-taxes.ts';
import { unitKind } from '../../../render/unit-name.ts';
import type { FactLine, PricedLineRow, PricedRow } from './priced-rows.ts';

export type FactAmounts = Pick<
  DocumentFacts,
  'pricesWithTax' | 'lines' | 'adjustments' | 'taxes' | 'totals' | 'reductions'
>;

type Priced = { readonly row: PricedRow; readonly lines: readonly PricedLineRow[] };

/** Amounts of a document, from the sale that it was priced as. `prepaid` was paid before it was issued. */
export function factAmounts({ row, lines: rows }: Priced, prepaid = 0n): FactAmounts {
  const lines = rows.map((line) => factLine(line, row));
  const shared = sum(lines.map((line) => line.shared));
  return {
    pricesWithTax: row.prices_include_tax,
    lines: lines.map(({ line }) => line),
    adjustments: [...sharedDiscounts(row, lines), ...row.charges.map(factCharge)],
    taxes: row.taxes.map(taxTotal),
    ...reductionsOf(row),
    totals: {
      lines: sum(lines.map(({ line }) => line.net)),
      discounts: shared,
      charges: row.charges_net,
      net: row.net + row.charges_net,
      tax: row.tax,
      gross: row.net + row.charges_net + row.tax,
      withheld: row.withheld,
      rounding: row.rounding,
      prepaid,
      due: row.total - prepaid,
    },
  };
}

/** Of a document that prices nothing. */
export function totalAlone({ total }: { readonly total: bigint }): FactAmounts {
  return {
    pricesWithTax: false,
    lines: [],
    adjustments: [],
    taxes: [],
    totals: {
      lines: total,
      discounts: 0n,
      charges: 0n,
      net: total,
      tax: 0n,
      gross: total,
      withheld: 0n,
      rounding: 0n,
      prepaid: 0n,
      due: total,
    },
  };
}

/**
 * The discount of the line itself is part of its price, and the rest of the reduction is a discount on the document. In
 * tax-inclusive prices the net reduction is known for both together, and is shared out.
 */
function factLine(row: PricedLineRow, { currency, prices_include_tax: withTax }: PricedRow): FactLine {
  const taken = row.undiscounted - row.net;
  const asked = row.line_discount + row.discount_allocated;
  const own = asked === 0n ? 0n : divide(taken * row.line_discount, asked, 'half_up');
  const shared = taken - own;
  const net = row.net + shared;
  const scale = unitPriceScale(currency) ?? unitPriceExtraDigits;
  const given: Decimal = { units: row.unit_price, scale };
  const line: DocumentLine = {
    id: String(row.position),
    name: row.name,
    description: row.description,
    sellerItemId: row.sku,
    buyerItemId: null,
    gtin: null,
    originCountry: null,
    classifications: [],
    quantity: { units: row.quantity, scale: quantityScale },
    unit: { code: unitCode(row.unit), label: row.unit },
    unitPrice: withTax ? { units: withoutTax(row), scale } : given,
    unitPriceWithTax: withTax ? given : null,
    grossUnitPrice: null,
    adjustments: row.line_discount === 0n ? [] : [ownDiscount(row, own)],
    net,
    tax: withTax ? row.gross - row.line_discount - net : row.tax,
    taxes: lineTaxes(row.taxes),
    period: null,
    orderLine: null,
    tracking: [],
    section: null,
    optional: false,
    outstanding: null,
  };
  return { row, line, shared };
}

/** The price of one without the tax that is in it. */
function withoutTax({ undiscounted, quantity, unit_price: price }: PricedLineRow): bigint {
  if (quantity === 0n) return price;
  return divide(undiscounted * powerOfTen(unitPriceExtraDigits + quantityScale), quantity, 'half_up');
}

function ownDiscount({ discount_percent: percent, undiscounted }: PricedLineRow, amount: bigint): Adjustment {
  return {
    kind: 'discount',
    reason: null,
    reasonCode: null,
    amount,
    tax: null,
    percent: percent === null ? null : { units: percent, scale: percentScale },
    base: percent === null ? null : undiscounted,
  };
}

/** Freight has a code of UNTDID 7161; what other charges are, their names say. */
function factCharge({ kind, name, taxes, net }: PricedRow['charges'][number]): Adjustment {
  return {
    kind: 'charge',
    ...(kind === 'other' ? {} : { charge: kind }),
    reason: name,
    reasonCode: kind === 'shipping' ? 'FC' : null,
    percent: null,
    base: null,
    amount: BigInt(net),
    tax: lineTaxes(taxes)[0] ?? null,
  };
}

/** Discounts that leave the tax as it is; without their names on credit notes of before returns kept them. */
function reductionsOf(row: PricedRow): Pick<FactAmounts, 'reductions'> {
  const after = row.discounts.filter(({ applies }) => applies === 'after_tax');
  const named = after.map(({ name, amount }) => ({ ...unnamedDiscount(BigInt(amount), null), reason: name }));
  const payable = row.net + row.charges_net + row.tax - row.withheld + row.rounding;
  const left = payable - row.total - sum(named.map(({ amount }) => amount));
  const reductions = left === 0n ? named : [...named, unnamedDiscount(left, null)];
  return reductions.length === 0 ? {} : { reductions };
}

/** Units of UNECE Recommendation 20, by what they are called in every language; whatever else is counted is `one`. */
const unitCodes: Readonly<Record<string, string>> = {
  hour: 'HUR',
  h: 'HUR',
  day: 'DAY',
  week: 'WEE',
  month: 'MON',
  minute: 'MIN',
  kg: 'KGM',
  g: 'GRM',
  t: 'TNE',
  l: 'LTR',
  ml: 'MLT',
  m: 'MTR',
  cm: 'CMT',
  km: 'KMT',
  m2: 'MTK',
  m3: 'MTQ',
};

function unitCode(label: string | null): string {
  if (label === null) return 'C62';
  return unitCodes[unitKind(label) ?? label.trim().toLowerCase()] ?? 'C62';
}
