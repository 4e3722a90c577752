import { useAll, useRead } from '../../api/cache.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { CreateScreen } from '../../frames/form-screen.tsx';
import { daysOf } from '../../frames/filter-bar.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { State } from '../../kit/states.tsx';
import { isNothing, listDay, longDay, money, today } from '../../kit/values.ts';
import { words } from '../../words/index.ts';

type Transfer = {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly from_account_id: string;
  readonly to_account_id: string;
  readonly currency: string;
  readonly amount: string;
  readonly fee_amount: string;
  readonly to_currency: string;
  readonly to_amount: string;
  readonly base_currency: string;
  readonly fx_gain_loss: string;
  readonly transfer_date: string;
  readonly reference: string | null;
  readonly notes: string | null;
  readonly void_reason: string | null;
  readonly version: number;
};

const changes = ['transfers', 'transactions', 'accounts', 'bank', 'reports', 'journal'];

function useAccountNames(): (id: string) => string {
  const all = useAll<{ readonly id: string; readonly name: string }>('accounts?fields=name').rows;
  return (id) => all.find((one) => one.id === id)?.name ?? '';
}

/** Money that moves between accounts of one's own. */
export function Transfers() {
  const { ownTransfers: w, transfers, views, columns, amount: amountTitle } = words.value;
  const nameOf = useAccountNames();
  return (
    <ListScreen<Transfer>
      title={transfers}
      list={{
        path: 'transfers',
        fields: 'number,status,from_account_id,to_account_id,currency,amount,transfer_date',
        sort: '-transfer_date,-number',
        operation: 'list_transfers',
      }}
      views={[
        { name: 'all', title: views.all, query: '' },
        { name: 'voided', title: views.voided, query: 'status=voided' },
      ]}
      filters={[{ name: 'q', label: w.find, kind: 'find' }, ...daysOf('transfer_date')]}
      create={{ href: '/transfers/new', label: w.create, needs: 'payments:write' }}
      empty={{ title: w.empty, hint: w.emptyHint }}
      counted={w.counted}
      panel={(id) => <TransferPanel key={id} id={id} />}
      columns={[
        { key: 'number', sort: 'number', title: columns.number, width: '8rem', cell: ({ number }) => number },
        {
          key: 'from',
          title: w.from,
          width: 'minmax(8rem, 1fr)',
          phone: 'note',
          cell: (row) => <bdi>{nameOf(row.from_account_id)}</bdi>,
        },
        {
          key: 'to',
          title: w.to,
          width: 'minmax(8rem, 1fr)',
          phone: 'lead',
          cell: (row) => <bdi>{nameOf(row.to_account_id)}</bdi>,
        },
        {
          key: 'date',
          sort: 'transfer_date',
          startsHigh: true,
          title: columns.date,
          width: '6.5rem',
          isExtra: true,
          cell: ({ transfer_date }) => listDay(transfer_date),
        },
        {
          key: 'status',
          title: columns.status,
          width: '8rem',
          phone: 'mark',
          cell: ({ status }) => <State of={status} />,
        },
        {
          key: 'amount',
          title: amountTitle,
          isFigure: true,
          width: 'minmax(7rem, max-content)',
          phone: 'amount',
          cell: ({ amount, currency }) => money(amount, currency),
        },
      ]}
    />
  );
}

function TransferPanel({ id }: { readonly id: string }) {
  const { ownTransfers: w, spending, sell, transfers } = words.value;
  const nameOf = useAccountNames();
  const { data: one, problem } = useRead<Transfer>(`transfers/${id}`);
  const isForeign = one !== undefined && one.to_currency !== one.currency;
  return (
    <Panel
      eyebrow={transfers}
      title={one?.number ?? ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={one?.status === 'completed' && <TransferActions of={one} isForeign={isForeign} />}
    >
      {one && (
        <>
          <p class="amount">
            {money(one.amount, one.currency)} <State of={one.status} />
          </p>
          <Facts
            of={[
              [w.from, nameOf(one.from_account_id)],
              [w.to, nameOf(one.to_account_id)],
              [spending.day, longDay(one.transfer_date)],
              [w.fee, !isNothing(one.fee_amount) && money(one.fee_amount, one.currency)],
              [w.toAmount, money(one.to_amount, one.to_currency)],
              [w.gain, !isNothing(one.fx_gain_loss) && money(one.fx_gain_loss, one.base_currency)],
              [spending.reference, one.reference],
              [spending.notes, one.notes],
              [sell.sale.voidReason, one.void_reason],
            ]}
          />
        </>
      )}
    </Panel>
  );
}

function TransferActions({ of: one, isForeign }: { readonly of: Transfer; readonly isForeign: boolean }) {
  const { ownTransfers: w, spending } = words.value;
  const act = { needs: 'payments:refund', body: { version: one.version }, changes };
  return (
    <>
      <EditButton
        path={`transfers/${one.id}`}
        needs={act.needs}
        fields={[...amountFields().filter(({ name }) => isForeign || name !== 'to_amount'), ...restFields()]}
        changes={changes}
      />
      <ActionButton
        {...act}
        label={w.void}
        path={`transfers/${one.id}/void`}
        warning={w.voidHint}
        fields={[
          { name: 'reason', label: spending.reason, isRequired: true },
          { name: 'date', label: spending.day, kind: 'day' },
        ]}
        isDangerous
      />
    </>
  );
}

function amountFields(): readonly Field[] {
  const w = words.value.ownTransfers;
  return [
    { name: 'amount', label: w.amount, kind: 'money', isRequired: true },
    { name: 'fee_amount', label: w.fee, kind: 'money', hint: w.feeHint },
    { name: 'to_amount', label: w.toAmount, kind: 'money', hint: w.toAmountHint },
  ];
}

function restFields(): readonly Field[] {
  const w = words.value.spending;
  return [
    { name: 'transfer_date', label: w.day, kind: 'day' },
    { name: 'reference', label: w.reference },
    { name: 'notes', label: w.notes, kind: 'area' },
  ];
}

export function NewTransfer() {
  const { ownTransfers: w, transfers } = words.value;
  const source = {
    path: 'accounts?type=bank,cash,credit_card,other_current_asset',
    label: 'name',
    note: 'code',
  };
  return (
    <CreateScreen
      title={w.create}
      path="transfers"
      back={{ href: '/transfers', label: transfers }}
      to={({ id }) => `/transfers?open=${id}`}
      changes={changes}
      start={{ transfer_date: today() }}
      fields={[
        { name: 'from_account_id', label: w.from, kind: 'record', source, isRequired: true },
        { name: 'to_account_id', label: w.to, kind: 'record', source, isRequired: true },
        ...amountFields(),
        { name: 'currency', label: w.currency, hint: w.currencyHint },
        { name: 'to_currency', label: w.toCurrency, hint: w.toAmountHint },
        ...restFields(),
      ]}
    />
  );
}
