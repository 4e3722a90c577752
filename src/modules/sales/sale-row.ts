import type { Day } from '../../core/calendar.ts';
import type { PaymentTerms } from '../../core/payment-terms.ts';
import type { RoundingMode } from '../../core/rounding.ts';
import type { RecordField } from '../../wire/index.ts';
import type { SaleRecord } from './sale.ts';

/** A tax as it was charged, as JSON: amounts are digits, since a JSON number holds no bigint. */
export type StoredTax = {
  readonly rate_id: string;
  readonly name: string;
  readonly percentage: string;
  /** On each unit, in millionths of a minor unit; absent from sales of before there were such taxes. */
  readonly fixed?: string | null;
  readonly category: string;
  /** Absent from sales of before they were kept. */
  readonly exemption_reason?: string | null;
  readonly exemption_reason_code?: string | null;
  readonly kind: 'standard' | 'withholding' | 'reverse_charge';
  readonly compound: boolean;
  readonly sequence: number;
  readonly account_id: string | null;
  readonly base: string;
  readonly amount: string;
};

/** `value` as it was written, `amount` in minor units. */
export type StoredDiscount = {
  readonly name: string | null;
  readonly type: 'percent' | 'amount';
  readonly value: string;
  readonly applies: 'before_tax' | 'after_tax';
  readonly lines: number[] | null;
  readonly amount: string;
};

/** `asked` is the amount that was sent: with tax where the sale's prices include it. */
export type StoredCharge = {
  readonly kind: SaleRecord['charges'][number]['kind'];
  readonly name: string | null;
  readonly asked: string;
  readonly taxes: StoredTax[];
  readonly net: string;
  readonly tax: string;
  readonly total: string;
};

/**
 * A part of a payment schedule, as JSON: minor units and millionths of a percent in digits. `asked` where an amount was
 * said.
 */
export type StoredPart = {
  readonly due_date: Day;
  readonly kind: SaleRecord['payment_schedule'][number]['kind'];
  readonly percent: string | null;
  readonly asked: string | null;
  readonly amount: string;
};

/** An early-payment discount of a sale, as JSON: millionths of a percent in digits. */
export type StoredEarlyDiscount = { readonly percent: string; readonly days: number; readonly until: Day };

type Kept =
  | 'id'
  | 'kind'
  | 'is_deposit'
  | 'number'
  | 'quote_id'
  | 'original_sale_id'
  | 'return_reason'
  | 'client_id'
  | 'client_name'
  | 'sale_date'
  | 'due_date'
  | 'currency'
  | 'rate_source'
  | 'rate_date'
  | 'prices_include_tax'
  | 'tax_rounding'
  | 'cash_rounding'
  | 'member_id'
  | 'channel'
  | 'location_id'
  | 'stock'
  | 'reserved_until'
  | 'notes'
  | 'confirmed_at'
  | 'voided_at'
  | 'voided_on'
  | 'void_reason'
  | RecordField;

/** A row of `sales`. Amounts are minor units. */
export type SaleRow = Pick<SaleRecord, Kept> & {
  readonly rounding_mode: RoundingMode;
  /** In 1/10,000,000,000; null in the base currency, as all that is about another one. */
  readonly exchange_rate: bigint | null;
  readonly base_factor: string | null;
  /** In the base currency: lines and charges without any tax. */
  readonly untaxed: bigint;
  readonly base_undiscounted: bigint | null;
  readonly base_net: bigint | null;
  readonly base_charges_net: bigint | null;
  readonly base_tax: bigint | null;
  readonly base_withheld: bigint | null;
  readonly base_after_tax_discount: bigint | null;
  readonly base_rounding: bigint | null;
  readonly base_total: bigint | null;
  /** So much of the base total is paid, credited or given up. */
  readonly base_settled: bigint | null;
  readonly payment_schedule: readonly StoredPart[];
  /** By which it is due since its day, or that of its invoice; null where it was said in days. */
  readonly payment_terms: PaymentTerms | null;
  /** The shortest first. */
  readonly early_discounts: readonly StoredEarlyDiscount[];
  /** In minor units: what the total is rounded to, as it was when the sale was drafted. */
  readonly cash_rounding_increment: bigint | null;
  readonly discounts: StoredDiscount[];
  readonly charges: StoredCharge[];
  readonly taxes: StoredTax[];
  readonly gross: bigint;
  readonly line_discount: bigint;
  readonly document_discount: bigint;
  readonly undiscounted: bigint;
  readonly net: bigint;
  readonly charges_net: bigint;
  readonly tax: bigint;
  readonly withheld: bigint;
  readonly after_tax_discount: bigint;
  readonly rounding: bigint;
  readonly total: bigint;
  readonly amount_paid: bigint;
  readonly amount_refunded: bigint;
  readonly amount_credited: bigint;
  readonly amount_written_off: bigint;
  readonly amount_discounted: bigint;
  /** Positions, from zero, of the charges that were given back; of a return, those of its sale that it gives back. */
  readonly charges_returned: number[];
  readonly cost_total: bigint | null;
};

/** A row of `sale_lines`. */
export type LineRow = {
  readonly id: string;
  readonly sale_id: string;
  readonly position: number;
  readonly variant_id: string | null;
  readonly product_id: string | null;
  readonly sku: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly unit: string | null;
  readonly quantity: bigint;
  readonly quantity_returned: bigint;
  readonly original_line_id: string | null;
  readonly restocked: boolean | null;
  readonly return_reason: SaleRow['return_reason'];
  readonly unit_price: bigint;
  readonly price_source: SaleRecord['lines'][number]['price_source'];
  readonly price_list_id: string | null;
  readonly discount_percent: bigint | null;
  readonly discount_amount: bigint | null;
  readonly taxes: StoredTax[];
  readonly tax_source: SaleRecord['lines'][number]['tax_source'];
  readonly gross: bigint;
  readonly line_discount: bigint;
  readonly discount_allocated: bigint;
  readonly undiscounted: bigint;
  readonly net: bigint;
  readonly tax: bigint;
  readonly withheld: bigint;
  readonly after_tax_discount: bigint;
  readonly total: bigint;
  readonly income_account_id: string | null;
  readonly cost_total: bigint | null;
  readonly dimension_value_ids: string[];
};
