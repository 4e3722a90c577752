import { useState } from 'preact/hooks';
import { useRead } from '../../api/cache.ts';
import { useMay } from '../../app/me.ts';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel, PanelHeading } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Download } from '../../kit/download.tsx';
import { Facts } from '../../kit/facts.tsx';
import { State } from '../../kit/states.tsx';
import { listDay, longDay, money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { MakePaymentFile } from './make-payment-file.tsx';
import { paidChanges, partlyDone, scheduleChanges } from './scheduled-payment.ts';
import { stampName, type Stamp } from '../../words/stamp-name.ts';

type PaymentFile = {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly bank_account_name: string;
  readonly format: string;
  readonly first_day: string;
  readonly last_day: string;
  readonly payment_count: number;
  readonly currency: string;
  readonly total: string;
  readonly sha256: string;
  readonly cancel_reason: string | null;
  readonly created_by: Stamp;
  readonly version: number;
  readonly payments: readonly {
    readonly scheduled_payment_id: string;
    readonly expense_number: string;
    readonly creditor: string;
    readonly iban: string;
    readonly amount: string;
    readonly status: string;
  }[];
};

/** Files that were made for banks. */
export function PaymentFiles() {
  const { payingBills: w, paymentFiles, columns, states, views } = words.value;
  return (
    <ListScreen<PaymentFile>
      title={paymentFiles}
      list={{
        path: 'payment-files',
        fields: 'id,number,status,bank_account_name,first_day,payment_count,currency,total',
        sort: '-created_at',
      }}
      views={[
        { name: 'all', title: views.all, query: '' },
        { name: 'created', title: w.toConfirm, query: 'status=created' },
        { name: 'cancelled', title: states.cancelled, query: 'status=cancelled' },
      ]}
      empty={{ title: w.noFiles, hint: w.makeFileHint }}
      actions={<MakePaymentFile />}
      panel={(id) => <FilePanel key={id} id={id} />}
      columns={[
        {
          key: 'number',
          title: columns.number,
          width: 'minmax(13rem, 2fr)',
          phone: 'lead',
          cell: ({ number }) => number,
        },
        { key: 'account', title: w.from, isExtra: true, cell: (file) => file.bank_account_name },
        { key: 'day', title: w.payOn, width: '7rem', phone: 'note', cell: ({ first_day: day }) => listDay(day) },
        { key: 'count', title: w.payments, isFigure: true, isExtra: true, cell: (file) => file.payment_count },
        {
          key: 'status',
          title: columns.status,
          width: '9rem',
          phone: 'mark',
          cell: ({ status }) => <FileState of={status} />,
        },
        {
          key: 'total',
          title: columns.total,
          isFigure: true,
          width: 'minmax(7rem, max-content)',
          phone: 'amount',
          cell: ({ total, currency }) => money(total, currency),
        },
      ]}
    />
  );
}

function FileState({ of: status }: { readonly of: string }) {
  if (status === 'created') return <span class="state open">{words.value.payingBills.toConfirm}</span>;
  return <State of={status === 'executed' ? 'completed' : status} />;
}

function FilePanel({ id }: { readonly id: string }) {
  const { payingBills: w, spending } = words.value;
  const { data: one, problem } = useRead<PaymentFile>(`payment-files/${id}`);
  return (
    <Panel
      eyebrow={one?.format}
      title={one?.number ?? ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={one?.status === 'created' && <Actions of={one} />}
    >
      {one && (
        <>
          <p class="amount">
            {money(one.total, one.currency)} <FileState of={one.status} />
          </p>
          {one.status === 'created' && <p class="quiet">{w.sendIt}</p>}
          <Facts
            of={[
              [w.from, one.bank_account_name],
              [w.payOn, longDay(one.first_day)],
              [w.lastDay, one.last_day !== one.first_day && longDay(one.last_day)],
              [w.madeBy, stampName(one.created_by)],
              [w.hash, <code>{one.sha256.slice(0, 16)}…</code>],
              [spending.reason, one.cancel_reason],
            ]}
          />
          <PanelHeading>{w.payments}</PanelHeading>
          {one.payments.map((payment) => (
            <div key={payment.scheduled_payment_id} class="row-link">
              <a href={`/scheduled-payments?open=${payment.scheduled_payment_id}`}>
                <bdi>{payment.creditor}</bdi> <span class="quiet">{payment.expense_number}</span>
                <br />
                <code>{payment.iban}</code>
              </a>
              <b class="figure">{money(payment.amount, one.currency)}</b>
            </div>
          ))}
        </>
      )}
    </Panel>
  );
}

function Actions({ of: one }: { readonly of: PaymentFile }) {
  const { payingBills: w, spending } = words.value;
  const body = { version: one.version };
  const [fault, setFault] = useState('');
  const may = useMay();
  return (
    <>
      {may('bank:pay') && (
        <Download path={`payment-files/${one.id}/content`} name={`${one.number}.xml`} onFault={setFault}>
          {w.download}
        </Download>
      )}
      <ActionButton
        label={w.confirmFile}
        path={`payment-files/${one.id}/confirm`}
        needs="expenses:manage"
        body={body}
        fields={[{ name: 'payment_date', label: spending.day, kind: 'day', hint: w.confirmDayHint }]}
        warning={w.confirmFileHint}
        changes={paidChanges}
        done={partlyDone(w.confirmFile)}
        isPrimary
      />
      <ActionButton
        label={w.cancelFile}
        path={`payment-files/${one.id}/cancel`}
        needs="bank:pay"
        body={body}
        fields={[{ name: 'reason', label: spending.reason, isWide: true }]}
        warning={w.cancelFileHint}
        changes={scheduleChanges}
        isDangerous
      />
      {fault !== '' && <p role="alert">{fault}</p>}
    </>
  );
}
