import type { Field } from '../../kit/form/fields.ts';
import { words } from '../../words/index.ts';

export const methodSource = { path: 'payment-methods?status=active', label: 'name', isWhole: true } as const;

/** The reasons that the service knows, for refunds, returns and credit notes. */
export function reasonOptions() {
  return Object.entries(words.value.sell.reasons).map(([value, label]) => ({ value, label }));
}

/** Fields of a refund. Without a payment to refund, the method and the reason are required. */
export function refundFields({ isUnlinked = false } = {}): readonly Field[] {
  const { paid: texts } = words.value.sell;
  return [
    { name: 'amount', label: words.value.amount, kind: 'money', hint: texts.refundAmountHint },
    { name: 'method_id', label: texts.method, kind: 'record', source: methodSource, isRequired: isUnlinked },
    { name: 'reason', label: texts.reason, kind: 'choice', options: reasonOptions(), isRequired: isUnlinked },
    { name: 'reference', label: texts.reference },
    { name: 'refund_date', label: words.value.columns.date, kind: 'day' },
    { name: 'notes', label: texts.notes, kind: 'area' },
  ];
}
