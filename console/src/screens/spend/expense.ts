import type { EarlyDiscount } from '../../kit/early-discounts.ts';
import { keptDimensions } from '../../kit/form/dimension-fields.ts';
import type { Field } from '../../kit/form/fields.ts';
import { supplierSource } from '../sell/line-fields.ts';
import { words } from '../../words/index.ts';

export type ExpenseRow = {
  readonly id: string;
  readonly number: string | null;
  readonly kind: string;
  readonly status: string;
  readonly payment_status: string;
  readonly expense_date: string;
  readonly due_date: string;
  readonly payee_name: string | null;
  readonly supplier: { readonly display_name: string } | null;
  readonly currency: string;
  readonly total: string;
  readonly amount_due: string;
  readonly early_discounts: readonly EarlyDiscount[];
  readonly is_overdue: boolean;
};
/** Fields that `ExpenseRow` reads. */
export const expenseColumns = [
  'number,kind,status,payment_status,expense_date,due_date,payee_name',
  'supplier,currency,total,amount_due,early_discounts,is_overdue',
].join(',');

export type Expense = ExpenseRow & {
  readonly supplier_id: string | null;
  readonly supplier_invoice_number: string | null;
  readonly notes: string | null;
  readonly reject_reason: string | null;
  readonly version: number;
  readonly lines: readonly {
    readonly id: string;
    readonly description: string | null;
    readonly category: { readonly name: string } | null;
    readonly quantity: string | null;
    readonly dimension_value_ids: readonly string[];
    readonly net: string;
    readonly total: string;
  }[];
  readonly totals: {
    readonly net: string;
    readonly tax: string;
    readonly taxes: readonly { readonly rate_id: string; readonly name: string; readonly amount: string }[];
  };
  readonly payments: readonly {
    readonly id: string;
    readonly kind: string;
    readonly amount: string;
    readonly payment_date: string;
    readonly status: string;
    readonly method: { readonly name: string } | null;
  }[];
};

/** The one word that says how it stands. */
export function stateOf({ status, payment_status, is_overdue }: ExpenseRow): string {
  if (status !== 'posted') return status;
  return is_overdue ? 'overdue' : payment_status;
}

export const payeeOf = ({ supplier, payee_name }: ExpenseRow): string =>
  supplier?.display_name ?? payee_name ?? words.value.spending.nobody;

/** Fields of a line that are not typed here; they are sent back as they came. */
const kept = ['tax_rate_ids', 'variant_id', 'quantity', 'location_id', 'client_id', 'billable', 'markup_percent'];

/** The payment method that money left by. */
export function paidWithField(): Field {
  const source = { path: 'payment-methods?status=active', label: 'name', isWhole: true };
  return { name: 'method_id', label: words.value.spending.paidWith, kind: 'record', source, isRequired: true };
}

/** As it is typed from a bill: who, when, what for and how much. */
export function expenseFields(dimensions: readonly Field[] = keptDimensions): readonly Field[] {
  const w = words.value.spending;
  return [
    {
      name: 'supplier_id',
      label: w.supplier,
      kind: 'record',
      source: supplierSource,
    },
    { name: 'payee_name', label: w.payee, hint: w.payeeHint },
    { name: 'supplier_invoice_number', label: w.theirNumber },
    { name: 'expense_date', label: w.day, kind: 'day', isRequired: true },
    { name: 'due_date', label: w.due, kind: 'day', hint: w.dueHint },
    { name: 'currency', label: w.currency, hint: w.currencyHint },
    {
      name: 'lines',
      label: w.lines,
      kind: 'lines',
      columns: [
        {
          name: 'category_id',
          label: w.category,
          kind: 'record',
          source: { path: 'expense-categories', label: 'name', isWhole: true },
        },
        { name: 'description', label: w.description },
        { name: 'amount', label: w.amount, kind: 'money', isRequired: true },
        ...dimensions,
        ...kept.map((name): Field => ({ name, label: name, kind: 'kept' })),
      ],
    },
    { name: 'amounts_include_tax', label: w.includeTax, kind: 'yes', isWide: true },
    { ...paidWithField(), isRequired: false, hint: w.paidWithHint },
    { name: 'notes', label: w.notes, kind: 'area' },
  ];
}
