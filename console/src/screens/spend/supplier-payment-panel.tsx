import { useRead } from '../../api/cache.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { Panel, PanelHeading } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { State } from '../../kit/states.tsx';
import { isNothing, longDay, money, today } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { paidWithField } from './expense.ts';
import { type SupplierPayment, supplierPaymentChanges as changes, type SupplierRefund } from './supplier-payment.ts';

/** A payment beside the list: the bills that it pays, and what is left of it. */
export function SupplierPaymentPanel({ id }: { readonly id: string }) {
  const { spending, supplierPaying: w } = words.value;
  const { data: one, problem } = useRead<SupplierPayment>(`supplier-payments/${id}?expand=method`);
  const shown = (amount: string) => !isNothing(amount) && money(amount, one?.currency);
  return (
    <Panel
      eyebrow={one?.number}
      title={one?.supplier_name ?? ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={one?.status === 'completed' && <Actions of={one} />}
    >
      {one && (
        <>
          <p class="amount">
            {money(one.amount, one.currency)} <State of={one.status} />
          </p>
          {one.credit_note_id !== null && <p class="quiet">{w.creditNote}</p>}
          <Facts
            of={[
              [spending.supplier, <a href={`/clients/${one.supplier_id}`}>{one.supplier_name}</a>],
              [spending.day, longDay(one.payment_date)],
              [spending.paidWith, one.method?.name],
              [spending.reference, one.reference],
              [w.allocated, shown(one.amount_allocated)],
              [w.credit, shown(one.amount_unapplied)],
              [w.refunded, shown(one.amount_refunded)],
              [w.voidReason, one.void_reason],
              [spending.notes, one.notes],
            ]}
          />
          {one.allocations.length > 0 && <PanelHeading>{w.settles}</PanelHeading>}
          {one.allocations.map(({ id: part, expense_id, expense_number, amount, allocated_on }) => (
            <div key={part} class="row-link">
              <a href={`/expenses?open=${expense_id}`}>
                {expense_number} <span class="quiet">{longDay(allocated_on)}</span>
              </a>
              <b class="figure">{money(amount, one.currency)}</b>
            </div>
          ))}
          {one.refunds.length > 0 && <PanelHeading>{w.refunds}</PanelHeading>}
          {one.refunds.map((refund) => (
            <Refunded key={refund.id} refund={refund} currency={one.currency} />
          ))}
        </>
      )}
    </Panel>
  );
}

function voidFields(): readonly Field[] {
  const { spending } = words.value;
  return [
    { name: 'reason', label: spending.reason, isRequired: true },
    { name: 'date', label: spending.day, kind: 'day' },
  ];
}

function Refunded({ refund, currency }: { readonly refund: SupplierRefund; readonly currency: string }) {
  const w = words.value.supplierPaying;
  return (
    <div class="row-link">
      <span>{longDay(refund.refund_date)}</span>
      <span class="ends">
        <b class="figure">{money(refund.amount, currency)}</b>
        {refund.status === 'voided' ? (
          <State of="voided" />
        ) : (
          <ActionButton
            label={w.voidRefund}
            path={`supplier-refunds/${refund.id}/void`}
            needs="expenses:manage"
            warning={w.voidRefundHint}
            fields={voidFields()}
            changes={changes}
          />
        )}
      </span>
    </div>
  );
}

function Actions({ of: one }: { readonly of: SupplierPayment }) {
  const { spending, supplierPaying: w } = words.value;
  const act = { needs: 'expenses:manage', body: { version: one.version }, changes };
  const note: readonly Field[] = [
    { name: 'reference', label: spending.reference },
    { name: 'notes', label: spending.notes, kind: 'area' },
  ];
  return (
    <>
      {!isNothing(one.amount_unapplied) && (
        <>
          <ActionButton
            {...act}
            label={w.apply}
            path={`supplier-payments/${one.id}/allocate`}
            warning={w.applyHint}
            fields={[{ name: 'amount', label: spending.amount, kind: 'money', hint: w.applyAmountHint }]}
            isPrimary
          />
          <ActionButton
            {...act}
            label={w.refund}
            path={`supplier-payments/${one.id}/refund`}
            fields={[
              { name: 'amount', label: spending.amount, kind: 'money', hint: w.refundAmountHint },
              { ...paidWithField(), label: w.receivedBy },
              { name: 'refund_date', label: spending.day, kind: 'day' },
              ...note,
            ]}
            start={{ refund_date: today() }}
          />
        </>
      )}
      <EditButton path={`supplier-payments/${one.id}`} needs={act.needs} fields={note} changes={changes} />
      {one.credit_note_id === null && (
        <ActionButton
          {...act}
          label={w.void}
          path={`supplier-payments/${one.id}/void`}
          warning={w.voidHint}
          fields={voidFields()}
          isDangerous
        />
      )}
    </>
  );
}
