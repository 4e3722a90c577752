import { go } from '../../app/router.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { More } from '../../kit/more.tsx';
import { isNothing } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import type { Payment } from './payment.ts';
import { refundFields } from './refund-fields.ts';

/** Paths to read again after a payment changed. */
export const paymentChanges = 'payments sales clients refunds transactions documents reports records'.split(' ');

export function PaymentActions({ payment }: { readonly payment: Payment }) {
  const w = words.value;
  const { paid: texts } = w.sell;
  const { id, status, client_id, amount_unapplied } = payment;
  if (status === 'voided') return null;
  return (
    <>
      {client_id !== null && !isNothing(amount_unapplied) && (
        <ActionButton
          label={texts.allocate}
          path={`payments/${id}/allocate`}
          needs="payments:write"
          warning={texts.allocateHint}
          fields={[
            {
              name: 'sale_id',
              label: texts.sale,
              kind: 'record',
              source: {
                path: `sales?client_id=${client_id}&status=confirmed&payment_status=unpaid,partially_paid`,
                label: 'number',
                note: 'sale_date',
              },
            },
            { name: 'amount', label: w.amount, kind: 'money' },
          ]}
          start={{ amount: amount_unapplied }}
          complete={({ sale_id, amount }) =>
            sale_id === undefined
              ? { auto_allocate: 'oldest_due_first' }
              : { allocations: [{ sale_id, amount: amount ?? amount_unapplied }] }
          }
          changes={paymentChanges}
          isPrimary
        />
      )}
      {status !== 'refunded' && (
        <ActionButton
          label={texts.refund}
          path={`payments/${id}/refund`}
          needs="payments:refund"
          letter="r"
          fields={refundFields()}
          complete={(typed) => ({ ...typed, ...(typed['method_id'] !== undefined && { destination: 'other' }) })}
          changes={paymentChanges}
        />
      )}
      <More>
        <ActionButton
          label={texts.receipt}
          path="documents"
          needs="documents:issue"
          body={{ type: 'receipt', payment_id: id, issue: true }}
          changes={['documents']}
          onDone={(made) => go(`/documents/${made.id}`)}
        />
        <EditButton
          path={`payments/${id}`}
          needs="payments:write"
          fields={[
            { name: 'reference', label: texts.reference, isWide: true },
            { name: 'notes', label: texts.notes, kind: 'area' },
          ]}
          changes={paymentChanges}
        />
        <ActionButton
          label={texts.void}
          path={`payments/${id}/void`}
          needs="payments:refund"
          warning={texts.voidHint}
          fields={[
            { name: 'reason', label: texts.reason, isRequired: true },
            { name: 'date', label: w.columns.date, kind: 'day' },
          ]}
          changes={paymentChanges}
          isDangerous
        />
      </More>
    </>
  );
}
