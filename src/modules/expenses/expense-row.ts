import type { RoundingMode } from '../../core/rounding.ts';
import type { StoredEarlyDiscount } from '../sales/index.ts';
import type { ExpenseRecord } from './expense.ts';

/** A tax as it was charged, as JSON: amounts are digits, since a JSON number holds no bigint. */
export type StoredTax = {
  readonly rate_id: string;
  readonly name: string;
  readonly percentage: string;
  readonly category: string;
  /** Absent from expenses of before there was reverse charge. */
  readonly kind?: 'standard' | 'reverse_charge';
  /** Account for tax by reverse charge; null for the organisation's own. */
  readonly owed_on?: string | null;
  readonly recoverable_percent: string;
  /** Account for recoverable tax; null for the organisation's own. */
  readonly account_id: string | null;
  readonly base: string;
  readonly amount: string;
  readonly recoverable: string;
};

type Computed =
  | 'organization_id'
  | 'payment_status'
  | 'lines'
  | 'totals'
  | 'total'
  | 'amount_paid'
  | 'amount_due'
  | 'base_currency'
  | 'exchange_rate'
  | 'base_total'
  | 'base_amount_due'
  | 'is_overdue'
  | 'supplier_payment_id'
  | 'early_discounts'
  | 'payments';

/** A row of `expenses`. Amounts are minor units. */
export type ExpenseRow = Omit<ExpenseRecord, Computed> & {
  readonly rounding_mode: RoundingMode;
  /** The user confirmed that another expense with the same invoice is no duplicate. */
  readonly duplicate_allowed: boolean;
  readonly taxes: readonly StoredTax[];
  /** The shortest first. */
  readonly early_discounts: readonly StoredEarlyDiscount[];
  readonly net: bigint;
  readonly tax: bigint;
  /** Owed to the tax office by reverse charge, and not to the supplier. */
  readonly self_assessed_tax: bigint;
  readonly recoverable_tax: bigint;
  readonly total: bigint;
  /** Settled by money and by early-payment discounts. */
  readonly amount_paid: bigint;
  /** In 1/10,000,000,000. It and what follows from it are null in the base currency. */
  readonly exchange_rate: bigint | null;
  readonly base_factor: string | null;
  readonly base_total: bigint | null;
  readonly base_paid: bigint | null;
};

/** A row of `expense_lines`. */
export type LineRow = {
  readonly id: string;
  readonly expense_id: string;
  readonly position: number;
  readonly category_id: string;
  readonly account_id: string | null;
  readonly description: string | null;
  readonly amount: bigint;
  readonly taxes: readonly StoredTax[];
  readonly net: bigint;
  readonly tax: bigint;
  /** Owed to the tax office by reverse charge, and not to the supplier. */
  readonly self_assessed_tax: bigint;
  readonly recoverable_tax: bigint;
  readonly total: bigint;
  readonly variant_id: string | null;
  /** In 1/100,000. */
  readonly quantity: bigint | null;
  readonly location_id: string | null;
  readonly billable: boolean;
  readonly client_id: string | null;
  readonly markup_percent: bigint | null;
  readonly dimension_value_ids: string[];
};

/** A row of `expense_lines` with the sale that charges it. */
export type StoredLine = LineRow & { readonly invoiced_sale_id: string | null };

/** In minor units, as JSON. */
export type StoredLeg = {
  readonly account: string;
  readonly amount: string;
  readonly taxRateId?: string | undefined;
  readonly taxBase?: string | undefined;
  readonly dimensionIds?: readonly string[] | undefined;
};

/** A row of `expense_payments`. */
export type PaymentRow = {
  readonly id: string;
  readonly expense_id: string;
  readonly method_id: string | null;
  readonly account_id: string;
  /** Null where it is worth nothing in the base currency. */
  readonly entry_id: string | null;
  readonly supplier_payment_id: string | null;
  readonly amount: bigint;
  readonly exchange_rate: bigint | null;
  readonly rate_source: string | null;
  readonly rate_date: string | null;
  /** Carrying amount of the debt paid, and the exchange difference; null in the base currency. */
  readonly base: bigint | null;
  readonly fx_gain_loss: bigint | null;
  readonly payment_date: string;
  readonly reference: string | null;
  readonly reversed_on: string | null;
  readonly reverse_reason: string | null;
  /** An early-payment discount: the payment that came in time for it, and what it takes off which accounts. */
  readonly discount_of: string | null;
  readonly legs: readonly StoredLeg[] | null;
  readonly created_at: string;
  readonly created_by: ExpenseRecord['created_by'];
};

export type StoredExpense = {
  readonly row: ExpenseRow;
  readonly lines: readonly StoredLine[];
  readonly payments: readonly PaymentRow[];
};
