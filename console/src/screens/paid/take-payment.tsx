import { ActionButton } from '../../kit/action.tsx';
import { filled, words } from '../../words/index.ts';
import { paymentChanges } from './payment-actions.tsx';
import { methodSource } from './refund-fields.ts';

type TakePayment = {
  readonly saleId: string;
  readonly due: string | null;
  /** Early-payment discounts that are still in time. */
  readonly hint?: string;
  readonly isPrimary?: boolean;
};

/** All that a sale still owes is proposed; a part can be taken, too. */
export function TakePayment({ saleId, due, hint = '', isPrimary = false }: TakePayment) {
  const w = words.value;
  const { paid } = w.sell;
  return (
    <ActionButton
      label={w.takePayment}
      path={`sales/${saleId}/payments`}
      needs="payments:write"
      letter="p"
      fields={[
        { name: 'amount', label: w.amount, kind: 'money', isRequired: true, ...(hint === '' ? {} : { hint }) },
        { name: 'method_id', label: paid.method, kind: 'record', source: methodSource, isRequired: true },
        { name: 'payment_date', label: w.columns.date, kind: 'day' },
        { name: 'reference', label: paid.reference },
      ]}
      start={{ amount: due }}
      changes={paymentChanges}
      done={({ number }) => filled(paid.recorded, { number: number ?? '' })}
      isPrimary={isPrimary}
    />
  );
}
