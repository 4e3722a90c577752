import { useRead } from '../../api/cache.ts';
import { go } from '../../app/router.ts';
import { daysOf } from '../../frames/filter-bar.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { EditButton } from '../../frames/edit-button.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { State } from '../../kit/states.tsx';
import { isNothing, listDay, longDay, money } from '../../kit/values.ts';
import { filled, named, words } from '../../words/index.ts';
import { MakePaymentFile } from './make-payment-file.tsx';
import {
  bankAccountField,
  paidChanges,
  scheduleChanges as changes,
  type ScheduledPayment,
} from './scheduled-payment.ts';
import { stampName } from '../../words/stamp-name.ts';

/** Payments that are planned, sent or made, by their days. */
export function ScheduledPayments() {
  const { payingBills: w, scheduledPayments, columns, spending, states, views } = words.value;
  return (
    <ListScreen<ScheduledPayment>
      title={scheduledPayments}
      list={{
        path: 'scheduled-payments',
        fields: 'id,status,expense_number,supplier_name,bank_account_name,leaves_on,currency,amount,problem',
        sort: 'pay_on',
      }}
      views={[
        { name: 'planned', title: states.planned, query: 'status=planned' },
        { name: 'in-file', title: states.in_file, query: 'status=in_file' },
        { name: 'paid', title: states.paid, query: 'status=paid' },
        { name: 'all', title: views.all, query: '' },
      ]}
      filters={[
        ...daysOf('pay_on'),
        { name: 'supplier_id', label: spending.supplier, kind: 'hidden' },
        { name: 'expense_id', label: spending.title, kind: 'hidden' },
        { name: 'payment_file_id', label: w.file, kind: 'hidden' },
      ]}
      empty={{ title: w.nothingScheduled, hint: w.nothingScheduledHint }}
      actions={
        <>
          <a class="button" href="/payment-forecast">
            {w.calendar}
          </a>
          <MakePaymentFile />
        </>
      }
      panel={(id) => <ScheduledPaymentPanel key={id} id={id} />}
      columns={[
        {
          key: 'day',
          sort: 'pay_on',
          title: w.payOn,
          width: '7rem',
          phone: 'note',
          cell: ({ leaves_on }) => listDay(leaves_on),
        },
        {
          key: 'supplier',
          title: spending.supplier,
          width: 'minmax(8rem, 2fr)',
          phone: 'lead',
          cell: ({ supplier_name }) => <bdi>{supplier_name}</bdi>,
        },
        { key: 'bill', title: w.bill, width: '9rem', isExtra: true, cell: ({ expense_number }) => expense_number },
        { key: 'account', title: w.from, isExtra: true, cell: ({ bank_account_name }) => bank_account_name },
        {
          key: 'status',
          title: columns.status,
          width: '10rem',
          phone: 'mark',
          cell: ({ status, problem }) =>
            problem === null ? <State of={status} /> : <span class="state bad">{named(w.problems, problem)}</span>,
        },
        {
          key: 'amount',
          title: spending.amount,
          isFigure: true,
          width: 'minmax(7rem, max-content)',
          phone: 'amount',
          cell: ({ amount, currency }) => money(amount, currency),
        },
      ]}
    />
  );
}

function ScheduledPaymentPanel({ id }: { readonly id: string }) {
  const { payingBills: w, spending } = words.value;
  const { data: one, problem } = useRead<ScheduledPayment>(`scheduled-payments/${id}`);
  const unless = (amount: string) => !isNothing(amount) && money(amount, one?.currency);
  const account = one?.supplier_account;
  return (
    <Panel
      eyebrow={one?.expense_number}
      title={one?.supplier_name ?? ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={one && <Actions of={one} />}
    >
      {one && (
        <>
          <p class="amount">
            {money(one.amount, one.currency)} <State of={one.status} />
          </p>
          {one.problem !== null && (
            <p>
              {named(w.problemHints, one.problem)}
              {one.problem === 'account_changed' && account && (
                <>
                  {' '}
                  {filled(w.changedBy, {
                    name: stampName(account.changed_by),
                    day: longDay(account.changed_at.slice(0, 10)),
                  })}
                </>
              )}
            </p>
          )}
          <Facts
            of={[
              [w.payOn, longDay(one.leaves_on)],
              [spending.due, longDay(one.due_date)],
              [w.bill, <a href={`/expenses?open=${one.expense_id}`}>{one.expense_number}</a>],
              [spending.theirNumber, one.supplier_invoice_number],
              [spending.supplier, <a href={`/clients/${one.supplier_id}`}>{one.supplier_name}</a>],
              [w.from, one.bank_account_name],
              [w.execution, named(w.executions, one.execution)],
              [w.saved, unless(one.early_discount)],
              [w.lost, unless(one.discount_lost)],
              [w.iban, account?.iban],
              [w.plannedIban, one.problem === 'account_changed' && (one.iban ?? '–')],
              [w.endToEnd, one.end_to_end_id],
              [w.file, one.payment_file_id && <a href={`/payment-files?open=${one.payment_file_id}`}>{w.open}</a>],
              [
                spending.pay,
                one.supplier_payment_id && (
                  <a href={`/supplier-payments?open=${one.supplier_payment_id}`}>{longDay(one.paid_on ?? '')}</a>
                ),
              ],
              [w.returnedOn, one.returned_on && longDay(one.returned_on)],
              [spending.reason, one.return_reason],
              [spending.notes, one.note],
            ]}
          />
        </>
      )}
    </Panel>
  );
}

function Actions({ of: one }: { readonly of: ScheduledPayment }) {
  const { payingBills: w, spending } = words.value;
  const path = `scheduled-payments/${one.id}`;
  const body = { version: one.version };
  const isPlanned = one.status === 'planned';
  const isWaiting = isPlanned || one.status === 'in_file';
  return (
    <>
      {one.problem === 'account_changed' && (
        <ActionButton
          label={w.confirmAccount}
          path={`scheduled-payments/${one.id}/confirm-bank-account`}
          needs="bank:pay"
          body={body}
          fields={[{ name: 'iban', label: w.iban, isRequired: true, isWide: true, hint: w.confirmAccountHint }]}
          changes={changes}
          isPrimary
        />
      )}
      {isWaiting && (
        <ActionButton
          label={w.recordPaid}
          path={`scheduled-payments/${one.id}/pay`}
          needs="expenses:manage"
          body={body}
          fields={[{ name: 'payment_date', label: spending.day, kind: 'day' }]}
          warning={w.recordPaidHint}
          changes={paidChanges}
        />
      )}
      {isPlanned && <EditButton path={path} needs="expenses:manage" fields={planFields()} changes={changes} />}
      {isPlanned && (
        <ActionButton
          label={w.cancel}
          path={`scheduled-payments/${one.id}/cancel`}
          needs="expenses:manage"
          body={body}
          warning={w.cancelHint}
          changes={changes}
          onDone={() => go('/scheduled-payments')}
          isDangerous
        />
      )}
      {['in_file', 'paid'].includes(one.status) && (
        <ActionButton
          label={w.cameBack}
          path={`scheduled-payments/${one.id}/return`}
          needs="expenses:manage"
          body={body}
          fields={[
            { name: 'date', label: spending.day, kind: 'day' },
            { name: 'reason', label: spending.reason, isWide: true },
          ]}
          warning={w.cameBackHint}
          changes={paidChanges}
          isDangerous
        />
      )}
    </>
  );
}

function planFields(): readonly Field[] {
  const w = words.value.payingBills;
  return [
    { name: 'pay_on', label: w.payOn, kind: 'day', isRequired: true },
    bankAccountField(),
    { name: 'execution', label: w.execution, kind: 'choice', isRequired: true, options: optionsOf(w.executions) },
    { name: 'note', label: words.value.spending.notes, isWide: true },
  ];
}
