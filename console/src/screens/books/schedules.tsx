import { useRead } from '../../api/cache.ts';
import { homeOf } from '../../app/homes.ts';
import { CreateScreen } from '../../frames/form-screen.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { spreadFields } from '../../kit/form/spread-fields.ts';
import { State } from '../../kit/states.tsx';
import { listDay, longDay, money, today } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';

type Schedule = {
  readonly id: string;
  readonly kind: string;
  readonly description: string;
  readonly status: string;
  readonly source: { readonly type: string; readonly id: string } | null;
  readonly amount: string;
  readonly moved: string;
  readonly remaining: string;
  readonly currency: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly next_date: string | null;
  readonly booked_on: string;
  readonly parts: readonly {
    readonly due_date: string;
    readonly amount: string;
    readonly posted_on: string | null;
    readonly journal_entry_id: string | null;
  }[];
};

const needs = 'ledger:write';
const changes = ['schedules', 'journal-entries', 'reports'];

/** Prepaid expenses and deferred revenue, released month by month. */
export function Schedules() {
  const { spreading: w, schedules: title, columns, states } = words.value;
  return (
    <ListScreen<Schedule>
      title={title}
      list={{
        path: 'schedules',
        fields: 'kind,description,status,amount,remaining,currency,next_date,end_date',
        sort: '-start_date',
      }}
      views={[
        { name: 'active', title: states.active, query: 'status=active' },
        { name: 'ended', title: states.ended, query: 'status=ended' },
        { name: 'voided', title: states.voided, query: 'status=voided' },
      ]}
      filters={[{ name: 'q', label: words.value.list.find, kind: 'find' }]}
      create={{ href: '/schedules/new', label: w.newSchedule, needs }}
      actions={<ActionButton label={w.run} path="schedules/run" needs={needs} changes={changes} />}
      empty={{ title: w.noSchedules, hint: w.noSchedulesHint }}
      panel={(id) => <SchedulePanel key={id} id={id} />}
      columns={[
        {
          key: 'name',
          title: w.description,
          width: 'minmax(9rem, 2fr)',
          phone: 'lead',
          cell: (one) => one.description,
        },
        { key: 'kind', title: w.kind, isExtra: true, cell: ({ kind }) => named(w.kinds, kind) },
        { key: 'next', title: w.next, phone: 'note', cell: ({ next_date: day }) => day && listDay(day) },
        { key: 'status', title: columns.status, phone: 'mark', cell: ({ status }) => <State of={status} /> },
        { key: 'amount', title: w.amount, isFigure: true, cell: (one) => money(one.amount, one.currency) },
        {
          key: 'remaining',
          title: w.remaining,
          isFigure: true,
          phone: 'amount',
          cell: (one) => money(one.remaining, one.currency),
        },
      ]}
    />
  );
}

function SchedulePanel({ id }: { readonly id: string }) {
  const w = words.value.spreading;
  const { data: one, problem } = useRead<Schedule>(`schedules/${id}`);
  const source = homeOf(one?.source?.id ?? null);
  return (
    <Panel
      eyebrow={one ? named(w.kinds, one.kind) : ''}
      title={one?.description ?? ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={one && one.status !== 'voided' && <ScheduleActions of={one} />}
    >
      {one && (
        <>
          <p class="amount">
            {money(one.amount, one.currency)} <State of={one.status} />
          </p>
          <Facts
            of={[
              [w.from, longDay(one.start_date)],
              [w.to, longDay(one.end_date)],
              [w.moved, money(one.moved, one.currency)],
              [w.remaining, money(one.remaining, one.currency)],
              [
                w.source,
                source !== undefined && <a href={source}>{named(words.value.books.sources, one.source?.type ?? '')}</a>,
              ],
            ]}
          />
          <Parts of={one} />
        </>
      )}
    </Panel>
  );
}

function Parts({ of: { parts, currency } }: { readonly of: Schedule }) {
  const w = words.value.spreading;
  return (
    <table class="lines">
      <caption class="unseen">{w.parts}</caption>
      <tbody>
        {parts.map(({ due_date: due, amount, posted_on: posted, journal_entry_id: entry }) => (
          <tr key={due}>
            <td>
              {entry === null ? longDay(due) : <a href={`/journal?open=${entry}`}>{longDay(posted ?? due)}</a>}
              {posted !== null && posted !== due && <small class="quiet">{longDay(due)}</small>}
            </td>
            <td class="figure">{money(amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ScheduleActions({ of: { id, status } }: { readonly of: Schedule }) {
  const w = words.value.spreading;
  const reason = { name: 'reason', label: w.reason, isWide: true } as const;
  return (
    <>
      {status === 'active' && (
        <ActionButton
          label={w.end}
          path={`schedules/${id}/end`}
          needs={needs}
          warning={w.endHint}
          fields={[{ name: 'date', label: w.date, kind: 'day', isRequired: true }, reason]}
          start={{ date: today() }}
          changes={changes}
        />
      )}
      <ActionButton
        label={w.void}
        path={`schedules/${id}/void`}
        needs={needs}
        warning={w.voidHint}
        fields={[reason]}
        changes={changes}
        isDangerous
      />
    </>
  );
}

function scheduleFields(): readonly Field[] {
  const w = words.value.spreading;
  const { prepaid_expense: cost, deferred_income: income } = w.kinds;
  return [
    {
      name: 'kind',
      label: w.kind,
      kind: 'choice',
      isRequired: true,
      options: optionsOf({ prepaid_expense: cost, deferred_income: income }),
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
    ...spreadFields(),
    { name: 'date', label: w.bookedOn, kind: 'day', isRequired: true },
  ];
}

export function NewSchedule() {
  const { spreading: w, schedules: title } = words.value;
  return (
    <CreateScreen
      title={w.newSchedule}
      path="schedules"
      fields={scheduleFields()}
      start={{ kind: 'prepaid_expense', method: 'month', date: today() }}
      back={{ href: '/schedules', label: title }}
      to={({ id }) => `/schedules?open=${id}`}
      changes={changes}
    />
  );
}
