import type { LineRow, SaleRow } from './sale-row.ts';
import { type StoredSale, toJson } from './store.ts';

type AmountsOf<Row> = { [Field in keyof Row]: bigint extends Row[Field] ? Field : never }[keyof Row];

/** A row as JSON keeps it: its amounts are digits. */
type Kept<Row> = {
  readonly [Field in keyof Row]: bigint extends Row[Field] ? string | Exclude<Row[Field], bigint> : Row[Field];
};

export type KeptSaleRow = Kept<SaleRow>;
export type KeptLineRow = Kept<LineRow>;

/** Fields of a row that are amounts. */
export const rowAmounts = {
  cash_rounding_increment: true,
  gross: true,
  line_discount: true,
  document_discount: true,
  undiscounted: true,
  net: true,
  charges_net: true,
  tax: true,
  withheld: true,
  after_tax_discount: true,
  rounding: true,
  untaxed: true,
  total: true,
  exchange_rate: true,
  base_undiscounted: true,
  base_net: true,
  base_charges_net: true,
  base_tax: true,
  base_withheld: true,
  base_after_tax_discount: true,
  base_rounding: true,
  base_total: true,
  base_settled: true,
  amount_paid: true,
  amount_refunded: true,
  amount_credited: true,
  amount_written_off: true,
  amount_discounted: true,
  cost_total: true,
} as const satisfies Record<AmountsOf<SaleRow>, true>;

export const lineAmounts = {
  quantity: true,
  quantity_returned: true,
  unit_price: true,
  discount_percent: true,
  discount_amount: true,
  gross: true,
  line_discount: true,
  discount_allocated: true,
  undiscounted: true,
  net: true,
  tax: true,
  withheld: true,
  after_tax_discount: true,
  total: true,
  cost_total: true,
} as const satisfies Record<AmountsOf<LineRow>, true>;

const rowFields = Object.keys(rowAmounts);
const lineFields = Object.keys(lineAmounts);

/** A planned sale as JSON keeps it, such as that of a quote. */
export function keptSale({ row, lines }: StoredSale): { row: KeptSaleRow; lines: KeptLineRow[] } {
  // Amounts become digits, and all else is the same in JSON.
  return JSON.parse(toJson({ row, lines })) as { row: KeptSaleRow; lines: KeptLineRow[] };
}

export function saleRowFrom(kept: KeptSaleRow): SaleRow {
  // Every amount is turned back, and all else is the same in JSON.
  return withAmounts(kept, rowFields) as SaleRow;
}

export function lineRowFrom(kept: KeptLineRow): LineRow {
  // As above.
  return withAmounts(kept, lineFields) as LineRow;
}

/** An amount that there was not when it was kept is null. */
function withAmounts(kept: object, amounts: readonly string[]): Record<string, unknown> {
  // One copy that is written to, since lists make thousands of these.
  const row: Record<string, unknown> = { ...kept };
  for (const field of amounts) {
    const digits = row[field];
    row[field] = typeof digits === 'string' ? BigInt(digits) : null;
  }
  return row;
}
