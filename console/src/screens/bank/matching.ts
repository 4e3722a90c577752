/** A line of a bank statement and what it may be in the books. */
import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { isNothing, money } from '../../kit/values.ts';
import { filled, named, words } from '../../words/index.ts';

type Target = {
  readonly number: string | null;
  readonly name: string | null;
  readonly amount: string;
  readonly [id: string]: string | null;
};

export type Suggestion = {
  readonly score: number;
  readonly is_certain: boolean;
  readonly is_explained: boolean;
  readonly targets: readonly Target[];
  readonly fee_amount: string;
  readonly rule_id: string | null;
  readonly evidence: readonly { readonly code: string; readonly points: number; readonly value: string | null }[];
};

export type Match = {
  readonly id: string;
  readonly entry_id: string;
  readonly entry_number: string;
  readonly record_id: string;
  readonly amount: string;
  readonly memo: string;
  readonly rule: { readonly id: string; readonly name: string } | null;
};

/** What a match gave up of a sale beside the money. */
export type Adjustment = { readonly kind: string; readonly sale_id: string; readonly amount: string };

/** Answers of the API that change with a match. */
export const matchChanges = [
  'bank',
  'payments',
  'sales',
  'documents',
  'invoices',
  'expenses',
  'supplier-payments',
  'transfers',
  'transactions',
  'clients',
  'accounts',
  'journal',
  'reports',
];

/** A suggestion as match_bank_line takes it. */
export function bodyOfSuggestion({ targets, fee_amount: fee, rule_id: rule }: Suggestion): object {
  if (rule !== null) return { rule_id: rule };
  return {
    targets: targets.map(idAndAmount),
    ...(!isNothing(fee) && { fee_amount: fee }),
  };
}

/** The other fields only describe the target; match_bank_line refuses fields that it does not know. */
function idAndAmount(target: Target): object {
  return Object.fromEntries(Object.entries(target).filter(([field]) => field === 'amount' || field.endsWith('_id')));
}

/** Why it was suggested, in one line. */
export function evidenceText({ evidence }: Suggestion): string {
  const { evidence: said } = words.value.matching;
  return evidence.map(({ code, value }) => filled(named(said, code), { value: value ?? '' })).join(' · ');
}

/** Number of the target's record, else its kind. */
export function targetTitle(target: Target): string {
  const { targets } = words.value.matching;
  const field = Object.keys(target).find((name) => name.endsWith('_id')) ?? '';
  return target.number ?? named(targets, field);
}

export function feeText({ fee_amount: fee }: Suggestion, currency: string): string | undefined {
  return isNothing(fee) ? undefined : filled(words.value.matching.feeKept, { amount: money(fee, currency) });
}

/** Targets that a bank line may have, by its direction. */
export function targetFields(isIn: boolean): readonly Field[] {
  const w = words.value.matching;
  const {
    sale_id: sale,
    client_id: client,
    expense_id: expense,
    supplier_id: supplier,
    payment_id: payment,
    account_id,
    bank_account_id,
  } = w.targets;
  const either = { account_id, bank_account_id };
  const kinds = isIn
    ? { sale_id: sale, client_id: client, ...either }
    : { expense_id: expense, supplier_id: supplier, payment_id: payment, ...either };
  const isWhat = (name: string) => (values: { readonly what?: unknown }) => values.what === name;
  const isOwed = ({ what }: { readonly what?: unknown }) => isItem(String(what));
  const record = (name: string, path: string, label: string, note: string): Field => ({
    name,
    label: named(w.targets, name),
    kind: 'record',
    isRequired: true,
    isWide: true,
    isShown: isWhat(name),
    source: { path, label, note },
  });
  return [
    { name: 'what', label: w.what, kind: 'choice', isRequired: true, options: optionsOf(kinds) },
    record('sale_id', 'sales?status=confirmed', 'number', 'client_name'),
    record('client_id', 'clients?status=active', 'display_name', 'number'),
    record('expense_id', 'expenses?status=posted&payment_status=unpaid,partially_paid', 'number', 'payee_name'),
    record('supplier_id', 'clients?role=supplier&status=active', 'display_name', 'number'),
    record('payment_id', 'payments?status=completed,partially_refunded', 'number', 'client_name'),
    record('account_id', 'accounts?status=active', 'name', 'code'),
    record('bank_account_id', 'bank-accounts?status=active', 'name', 'iban'),
    { name: 'amount', label: w.amount, kind: 'money', hint: w.amountHint },
    { name: 'fee_amount', label: w.fee, kind: 'money', hint: w.feeHint, isShown: isOwed },
    { name: 'discount_percent', label: w.discount, kind: 'number', hint: w.discountHint, isShown: isOwed },
    { name: 'residual', label: w.residual, kind: 'choice', options: optionsOf(w.residuals), isShown: isOwed },
    { name: 'memo', label: w.memo, isShown: isWhat('account_id') },
  ];
}

function isItem(what: string): boolean {
  return what === 'sale_id' || what === 'expense_id';
}

/** The typed values as match_bank_line takes them. */
export function bodyOfTarget({ what, amount, memo, ...values }: Record<string, unknown>): object {
  const isSaid = (value: unknown) => value !== undefined && value !== null && value !== '';
  const name = String(what);
  const settling = ['fee_amount', 'discount_percent', 'residual'].filter((field) => isSaid(values[field]));
  return {
    targets: [{ [name]: values[name], ...(isSaid(amount) && { amount }) }],
    ...(isItem(name) && Object.fromEntries(settling.map((field) => [field, values[field]]))),
    ...(name === 'account_id' && isSaid(memo) && { memo }),
  };
}
