import { useRead } from '../../api/cache.ts';
import { daysOf } from '../../frames/filter-bar.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import { State } from '../../kit/states.tsx';
import { listDay, longDay, money } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import { paymentChanges } from './payment-actions.tsx';

type Refund = {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly client_id: string | null;
  readonly client_name: string | null;
  readonly payment_id: string | null;
  readonly return_id: string | null;
  readonly destination: string;
  readonly currency: string;
  readonly amount: string;
  readonly refund_date: string;
  readonly completed_on: string | null;
  readonly failure_reason: string | null;
  readonly reason: string;
  readonly reference: string | null;
  readonly notes: string | null;
  readonly void_reason: string | null;
};

export function Refunds() {
  const w = words.value;
  const { paid: texts } = w.sell;
  return (
    <ListScreen<Refund>
      title={w.refunds}
      list={{
        path: 'refunds',
        fields: 'number,status,client_name,refund_date,amount,currency,reason',
        sort: '-refund_date,-number',
        operation: 'list_refunds',
      }}
      views={[
        { name: 'all', title: w.views.all, query: '' },
        { name: 'pending', title: w.states.pending, query: 'status=pending' },
        { name: 'failed', title: w.states.failed, query: 'status=failed' },
      ]}
      filters={[{ name: 'q', label: texts.find, kind: 'find' }, ...daysOf('refund_date')]}
      empty={{ title: texts.noRefunds, hint: texts.noRefundsHint }}
      panel={(id) => <RefundPanel key={id} id={id} />}
      columns={[
        {
          key: 'number',
          sort: 'number',
          title: w.columns.number,
          width: '8rem',
          phone: 'note',
          cell: ({ number }) => number,
        },
        {
          key: 'client',
          title: w.columns.client,
          width: 'minmax(8rem, 2fr)',
          phone: 'lead',
          cell: ({ client_name }) => <bdi>{client_name ?? w.walkIn}</bdi>,
        },
        {
          key: 'reason',
          title: texts.reason,
          isExtra: true,
          cell: ({ reason }) => named(w.sell.reasons, reason),
        },
        {
          key: 'date',
          sort: 'refund_date',
          startsHigh: true,
          title: w.columns.date,
          width: '6.5rem',
          isExtra: true,
          cell: ({ refund_date }) => listDay(refund_date),
        },
        {
          key: 'status',
          title: w.columns.status,
          width: '8rem',
          phone: 'mark',
          cell: ({ status }) => <State of={status} />,
        },
        {
          key: 'amount',
          sort: 'amount',
          startsHigh: true,
          title: w.amount,
          isFigure: true,
          width: 'minmax(7rem, max-content)',
          phone: 'amount',
          cell: ({ amount, currency }) => money(amount, currency),
        },
      ]}
    />
  );
}

function RefundPanel({ id }: { readonly id: string }) {
  const w = words.value;
  const { paid: texts, sale } = w.sell;
  const { data: refund, problem } = useRead<Refund>(`refunds/${id}`);
  return (
    <Panel
      eyebrow={refund?.number}
      title={refund?.client_name ?? w.walkIn}
      isLoaded={refund !== undefined}
      problem={problem}
      actions={refund && <RefundActions refund={refund} />}
    >
      {refund && (
        <>
          <p class="amount">
            {money(refund.amount, refund.currency)} <State of={refund.status} />
          </p>
          <Facts
            of={[
              [w.client, refund.client_id && <a href={`/clients/${refund.client_id}`}>{refund.client_name}</a>],
              [w.columns.date, longDay(refund.refund_date)],
              [texts.goesTo, named(sale.destinations, refund.destination)],
              [texts.reason, named(w.sell.reasons, refund.reason)],
              [texts.payment, refund.payment_id && <a href={`/payments?open=${refund.payment_id}`}>{texts.open}</a>],
              [sale.kinds.return, refund.return_id && <a href={`/sales/${refund.return_id}`}>{sale.open}</a>],
              [texts.completedOn, refund.completed_on && longDay(refund.completed_on)],
              [texts.failure, refund.failure_reason],
              [sale.voidReason, refund.void_reason],
              [texts.reference, refund.reference],
              [texts.notes, refund.notes],
            ]}
          />
        </>
      )}
    </Panel>
  );
}

function RefundActions({ refund: { id, status } }: { readonly refund: Refund }) {
  const w = words.value;
  const { paid: texts } = w.sell;
  const date = { name: 'date', label: w.columns.date, kind: 'day' } as const;
  const needs = 'payments:refund';
  return (
    <>
      {status === 'pending' && (
        <ActionButton
          label={texts.complete}
          path={`refunds/${id}/complete`}
          needs={needs}
          fields={[date, { name: 'reference', label: texts.reference }]}
          changes={paymentChanges}
          isPrimary
        />
      )}
      {status === 'pending' && (
        <ActionButton
          label={texts.fail}
          path={`refunds/${id}/fail`}
          needs={needs}
          fields={[{ name: 'reason', label: texts.reason, isRequired: true }, date]}
          changes={paymentChanges}
        />
      )}
      {(status === 'pending' || status === 'completed') && (
        <ActionButton
          label={texts.voidRefund}
          path={`refunds/${id}/void`}
          needs={needs}
          warning={texts.voidRefundHint}
          fields={[{ name: 'reason', label: texts.reason, isRequired: true }, date]}
          changes={paymentChanges}
          isDangerous
        />
      )}
    </>
  );
}
