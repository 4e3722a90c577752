import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import { State } from '../../kit/states.tsx';
import { isNothing, longDay, money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { bare, changes, dueIn, needs, type VatReturn } from './vat.ts';

/** Amount due, due date and status of a return. */
export function ReturnFacts({ of: one }: { readonly of: VatReturn }) {
  const w = words.value.vatReturns;
  const isPartly = !isNothing(one.amount_paid) && !isNothing(one.amount_due);
  return (
    <>
      <p class="amount">
        {dueIn(one.due)} <State of={one.status} />
      </p>
      <Facts
        of={[
          [w.fileBy, one.filed_on === null && one.file_by && longDay(one.file_by)],
          [
            w.correction,
            one.corrects_id && (
              <a href={`/vat/${one.corrects_id}`}>
                {one.status === 'draft' ? w.corrects : words.value.states.superseded}
              </a>
            ),
          ],
          [w.filedOn, one.filed_on && longDay(one.filed_on)],
          [w.filedBy, one.filed_by?.name],
          [w.reference, one.reference],
          [
            w.settledOn,
            one.settled_on &&
              (one.settlement_entry_id === null ? (
                longDay(one.settled_on)
              ) : (
                <a href={`/journal?open=${one.settlement_entry_id}`}>{longDay(one.settled_on)}</a>
              )),
          ],
          [w.rounding, !isNothing(one.rounding) && money(one.rounding)],
          [w.left, isPartly && money(bare(one.amount_due))],
          [w.notes, one.notes],
        ]}
      />
      {one.payments.map((payment) => (
        <div key={payment.id} class="row-link">
          <a href={`/journal?open=${payment.entry_id}`}>
            {w.paid} <span class="quiet">{longDay(payment.paid_on)}</span>
          </a>
          <span class="ends">
            <b class="figure">{money(payment.amount)}</b>
            {payment.reversed_on === null ? (
              <ActionButton
                label={w.voidPayment}
                path={`vat-payments/${payment.id}/void`}
                needs={needs}
                warning={w.voidPaymentHint}
                fields={[{ name: 'date', label: w.date, kind: 'day' }]}
                changes={changes}
                isDangerous
              />
            ) : (
              <State of="voided" />
            )}
          </span>
        </div>
      ))}
    </>
  );
}
