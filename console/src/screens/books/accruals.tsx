import { useRead } from '../../api/cache.ts';
import { CreateScreen } from '../../frames/form-screen.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { State } from '../../kit/states.tsx';
import { listDay, longDay, money } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';

type Accrual = {
  readonly id: string;
  readonly kind: string;
  readonly description: string;
  readonly status: string;
  readonly amount: string;
  readonly currency: string;
  readonly accrual_date: string;
  readonly reverse_on: string;
  readonly voided_on: string | null;
  readonly void_reason: string | null;
};

const needs = 'ledger:write';
const changes = ['accruals', 'journal-entries', 'reports'];

/** Cost and income of a period whose bill or invoice comes later. */
export function Accruals() {
  const { spreading: w, accruals: title, columns, states } = words.value;
  return (
    <ListScreen<Accrual>
      title={title}
      list={{
        path: 'accruals',
        fields: 'kind,description,status,amount,currency,accrual_date,reverse_on',
        sort: '-accrual_date',
      }}
      views={[
        { name: 'posted', title: states.posted, query: 'status=posted' },
        { name: 'voided', title: states.voided, query: 'status=voided' },
      ]}
      filters={[{ name: 'q', label: words.value.list.find, kind: 'find' }]}
      create={{ href: '/accruals/new', label: w.newAccrual, needs }}
      empty={{ title: w.noAccruals, hint: w.noAccrualsHint }}
      panel={(id) => <AccrualPanel key={id} id={id} />}
      columns={[
        {
          key: 'name',
          title: w.description,
          width: 'minmax(9rem, 2fr)',
          phone: 'lead',
          cell: (one) => one.description,
        },
        { key: 'kind', title: w.kind, isExtra: true, cell: ({ kind }) => named(w.kinds, kind) },
        {
          key: 'date',
          sort: 'accrual_date',
          title: w.date,
          phone: 'note',
          cell: ({ accrual_date: day }) => listDay(day),
        },
        { key: 'back', title: w.reverseOn, isExtra: true, cell: ({ reverse_on: day }) => listDay(day) },
        { key: 'status', title: columns.status, phone: 'mark', cell: ({ status }) => <State of={status} /> },
        {
          key: 'amount',
          title: w.amount,
          isFigure: true,
          phone: 'amount',
          cell: (one) => money(one.amount, one.currency),
        },
      ]}
    />
  );
}

function AccrualPanel({ id }: { readonly id: string }) {
  const w = words.value.spreading;
  const { data: one, problem } = useRead<Accrual>(`accruals/${id}`);
  return (
    <Panel
      eyebrow={one ? named(w.kinds, one.kind) : ''}
      title={one?.description ?? ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={
        one?.status === 'posted' && (
          <ActionButton
            label={w.void}
            path={`accruals/${id}/void`}
            needs={needs}
            warning={w.voidHint}
            fields={[{ name: 'reason', label: w.reason, isWide: true }]}
            changes={changes}
            isDangerous
          />
        )
      }
    >
      {one && (
        <>
          <p class="amount">
            {money(one.amount, one.currency)} <State of={one.status} />
          </p>
          <Facts
            of={[
              [w.date, longDay(one.accrual_date)],
              [w.reverseOn, longDay(one.reverse_on)],
              [w.reason, one.void_reason],
            ]}
          />
          <p>
            <a href={`/journal?source_id=${id}`}>{words.value.books.journal}</a>
          </p>
        </>
      )}
    </Panel>
  );
}

function accrualFields(): readonly Field[] {
  const w = words.value.spreading;
  const { accrued_expense: cost, accrued_income: income } = w.kinds;
  return [
    {
      name: 'kind',
      label: w.kind,
      kind: 'choice',
      isRequired: true,
      options: optionsOf({ accrued_expense: cost, accrued_income: income }),
    },
    { name: 'description', label: w.description, isRequired: true },
    {
      name: 'account_id',
      label: w.account,
      kind: 'record',
      isRequired: true,
      source: { path: 'accounts?class=revenue,expense', label: 'name', note: 'code' },
    },
    { name: 'amount', label: w.amount, kind: 'money', isRequired: true, hint: w.amountHint },
    { name: 'client_id', label: w.party, kind: 'record', source: { path: 'clients', label: 'display_name' } },
    { name: 'accrual_date', label: w.date, kind: 'day' },
    { name: 'reverse_on', label: w.reverseOn, kind: 'day' },
  ];
}

export function NewAccrual() {
  const { spreading: w, accruals: title } = words.value;
  return (
    <CreateScreen
      title={w.newAccrual}
      path="accruals"
      fields={accrualFields()}
      start={{ kind: 'accrued_expense' }}
      back={{ href: '/accruals', label: title }}
      to={({ id }) => `/accruals?open=${id}`}
      changes={changes}
    />
  );
}
