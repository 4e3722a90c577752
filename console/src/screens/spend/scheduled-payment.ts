import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { filled, words } from '../../words/index.ts';
import type { Stamp } from '../../words/stamp-name.ts';

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
    readonly changed_by: Stamp;
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
/** Read again once a payment is recorded. */
export const paidChanges = [...scheduleChanges, 'expenses', 'supplier-payments', 'reports', 'transactions'];

/** An answer that is of several payments, and names those that it did not do. */
type OfSeveral = {
  readonly id?: string;
  readonly payments?: readonly object[];
  readonly scheduled?: readonly object[];
  readonly has_more?: boolean;
} & Partial<Record<'left_out' | 'skipped' | 'not_recorded', readonly { readonly expense_number: string | null }[]>>;

/** What was done and which were not, so that nobody takes it for all of them. */
export function partlyDone(label: string): (answer: OfSeveral) => string {
  return ({ payments = [], scheduled = payments, has_more: hasMore, not_recorded: waiting = [], ...answer }) => {
    const { list, form, payingBills } = words.value;
    const left = answer.left_out ?? answer.skipped ?? waiting;
    const counts = { done: scheduled.length - waiting.length, refused: left.length };
    const names = left.map(({ expense_number: number }) => number ?? '').join(', ');
    const text = left.length === 0 ? `${label}: ${form.done}` : `${filled(list.bulkPart, counts)} ${names}.`;
    return hasMore === true ? `${text} ${payingBills.moreWait}` : text;
  };
}

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
