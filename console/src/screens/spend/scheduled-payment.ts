import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { words } from '../../words/index.ts';

export type ScheduledPayment = {
  readonly id: string;
  readonly status: string;
  readonly ended_because: string | null;
  readonly expense_id: string;
  readonly expense_number: string;
  readonly supplier_id: string;
  readonly supplier_name: string | null;
  readonly supplier_invoice_number: string | null;
  readonly bank_account_id: string;
  readonly bank_account_name: string;
  readonly pay_on: string;
  readonly leaves_on: string;
  readonly due_date: string;
  readonly currency: string;
  readonly amount: string;
  readonly early_discount: string;
  readonly discount_lost: string;
  readonly execution: string;
  readonly end_to_end_id: string;
  readonly iban: string | null;
  readonly supplier_account: {
    readonly iban: string | null;
    readonly changed_at: string;
    readonly changed_by: { readonly name: string };
  } | null;
  readonly problem: string | null;
  readonly payment_file_id: string | null;
  readonly supplier_payment_id: string | null;
  readonly paid_on: string | null;
  readonly returned_on: string | null;
  readonly return_reason: string | null;
  readonly note: string | null;
  readonly version: number;
};

export const scheduleChanges = [
  'bills-to-pay',
  'scheduled-payments',
  'payment-files',
  'payment-forecast',
  'supplier-bank-accounts',
];
/** What else changes once a payment is recorded. */
export const paidChanges = [...scheduleChanges, 'expenses', 'supplier-payments', 'reports', 'transactions'];

export function bankAccountField(path = 'bank-accounts?status=active'): Field {
  const w = words.value.payingBills;
  return {
    name: 'bank_account_id',
    label: w.from,
    kind: 'record',
    source: { path, label: 'name', note: 'iban', isWhole: true },
  };
}

/** How bills are to be paid, be it one or many. */
export function scheduleFields(): readonly Field[] {
  const w = words.value.payingBills;
  return [
    { name: 'timing', label: w.timing, kind: 'choice', isRequired: true, options: optionsOf(w.timings) },
    { name: 'pay_on', label: w.payOn, kind: 'day', isShown: ({ timing }) => timing === 'day' },
    { ...bankAccountField(), hint: w.fromHint },
    { name: 'execution', label: w.execution, kind: 'choice', options: optionsOf(w.executions), hint: w.executionHint },
    { name: 'note', label: words.value.spending.notes, isWide: true },
  ];
}
