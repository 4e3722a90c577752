import { go } from '../../app/router.ts';
import { ActionButton } from '../../kit/action.tsx';
import { words } from '../../words/index.ts';
import type { FullDoc } from './document.ts';
import { saleChanges } from './sale-changes.ts';

type Converted = { readonly id?: string; readonly sale_id?: string };

const changes = ['documents', 'records'];

/** Answers of a client to a quote, a proforma or a delivery note, and the steps that follow. */
export function OfferActions({ doc: { id, type, status } }: { readonly doc: FullDoc }) {
  const w = words.value;
  const { docs: texts, paid } = w.sell;
  const isOpen = status === 'open' || status === 'expired';
  const isDelivery = type === 'delivery_note' && status === 'issued';
  return (
    <>
      {((type === 'quote' && status === 'open') || isDelivery) && (
        <ActionButton
          label={isDelivery ? texts.delivered : texts.accept}
          path={`documents/${id}/accept`}
          needs="documents:write"
          letter="a"
          fields={[{ name: 'accepted_by', label: isDelivery ? texts.receivedBy : texts.acceptedBy, isWide: true }]}
          changes={changes}
        />
      )}
      {type === 'quote' && isOpen && (
        <ActionButton
          label={texts.decline}
          path={`documents/${id}/decline`}
          needs="documents:write"
          fields={[
            { name: 'declined_by', label: texts.declinedBy },
            { name: 'reason', label: paid.reason },
          ]}
          changes={changes}
        />
      )}
      {type === 'quote' && (status === 'open' || status === 'accepted') && (
        <ActionButton
          label={texts.deposit}
          path="documents"
          needs="documents:issue"
          fields={[
            { name: 'deposit_percent', label: texts.percent, kind: 'number' },
            { name: 'deposit_amount', label: texts.orAmount, kind: 'money' },
          ]}
          start={{ deposit_percent: '30' }}
          body={{ type: 'deposit_invoice', deposit_for_id: id, issue: true }}
          complete={({ deposit_percent, deposit_amount }) =>
            deposit_amount === undefined ? { deposit_percent } : { deposit_amount }
          }
          changes={saleChanges}
          onDone={(made) => go(`/documents/${made.id}`)}
        />
      )}
      {((type === 'quote' && status === 'accepted') || (type === 'proforma' && status === 'open')) && (
        <ActionButton
          label={texts.convert}
          path={`documents/${id}/convert`}
          needs="documents:write"
          letter="c"
          fields={[
            { name: 'sale_date', label: w.columns.date, kind: 'day' },
            { name: 'due_date', label: w.columns.due, kind: 'day' },
            { name: 'issue', label: texts.invoiceToo, kind: 'yes', isWide: true },
          ]}
          start={{ issue: true }}
          changes={[...saleChanges, 'stock']}
          onDone={({ sale_id }: Converted) => go(`/sales/${sale_id}`)}
          isPrimary
        />
      )}
    </>
  );
}
