import { useRead } from '../../api/cache.ts';
import { Panel, PanelHeading } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import { State } from '../../kit/states.tsx';
import { isNothing, longDay, money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { type Allocation, type Payment, paymentState } from './payment.ts';
import { PaymentActions, paymentChanges } from './payment-actions.tsx';

/** A payment beside the list: what it settles, and what is left of it. */
export function PaymentPanel({ id }: { readonly id: string }) {
  const w = words.value;
  const { paid: texts } = w.sell;
  const { data: payment, problem } = useRead<Payment>(`payments/${id}?expand=method,allocations.sale`);
  const shown = (amount: string) => !isNothing(amount) && money(amount, payment?.currency);
  return (
    <Panel
      eyebrow={payment?.number}
      title={payment?.client_name ?? w.walkIn}
      isLoaded={payment !== undefined}
      problem={problem}
      actions={payment && <PaymentActions payment={payment} />}
    >
      {payment && (
        <>
          <p class="amount">
            {money(payment.amount, payment.currency)} <State of={paymentState(payment)} />
          </p>
          <Facts
            of={[
              [w.client, payment.client_id && <a href={`/clients/${payment.client_id}`}>{payment.client_name}</a>],
              [w.columns.date, longDay(payment.payment_date)],
              [texts.method, payment.method?.name],
              [texts.reference, payment.reference],
              [texts.allocated, shown(payment.amount_allocated)],
              [texts.unapplied, shown(payment.amount_unapplied)],
              [w.sell.sale.refunded, shown(payment.amount_refunded)],
              [texts.fee, shown(payment.fee_amount)],
              [w.change, shown(payment.change_given)],
              [w.sell.sale.voidReason, payment.void_reason],
              [texts.notes, payment.notes],
            ]}
          />
          {payment.allocations.length > 0 && <PanelHeading>{texts.settles}</PanelHeading>}
          {payment.allocations
            .filter(({ sale_id }) => sale_id !== null)
            .map((allocation) => (
              <Settled key={allocation.id} allocation={allocation} currency={payment.currency} />
            ))}
        </>
      )}
    </Panel>
  );
}

type Settled = { readonly allocation: Allocation; readonly currency: string };
function Settled({ allocation: { id, sale_id, sale, amount, status, allocated_on }, currency }: Settled) {
  const { paid: texts } = words.value.sell;
  const isActive = status === 'active';
  return (
    <div class="row-link">
      <a href={`/sales/${sale_id}`}>
        {sale?.number ?? texts.sale} <span class="quiet">{longDay(allocated_on)}</span>
      </a>
      <span class="ends">
        {!isActive && <State of="reversed" />}
        <b class="figure">{money(amount, currency)}</b>
        {isActive && (
          <ActionButton
            label={texts.unallocate}
            path={`allocations/${id}/reverse`}
            needs="payments:write"
            warning={texts.unallocateHint}
            fields={[{ name: 'reason', label: texts.reason, isWide: true }]}
            changes={paymentChanges}
          />
        )}
      </span>
    </div>
  );
}
