import { useRead } from '../../api/cache.ts';
import { useMay } from '../../app/me.ts';
import type { Params } from '../../app/params.ts';
import { CreateScreen, EditScreen } from '../../frames/form-screen.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { State } from '../../kit/states.tsx';
import { listDay, longDay, today } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import { ToldProblem } from '../../kit/told-problem.tsx';
import { expenseFields } from './expense.ts';

type Recurring = {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly mode: string;
  readonly frequency: string;
  readonly next_date: string | null;
  readonly last_run_date: string | null;
  readonly last_error: string | null;
  readonly end_date: string | null;
};

const base = 'recurring-expenses';

/** Rent, wages, insurance: bills that come by themselves. */
export function RecurringExpenses() {
  const w = words.value.recurringExpenses;
  return (
    <ListScreen<Recurring>
      title={w.title}
      list={{ path: base, fields: 'name,status,mode,frequency,next_date,last_error', sort: '-created_at' }}
      create={{ href: '/recurring-expenses/new', label: w.create, needs: 'expenses:manage' }}
      empty={{ title: w.empty }}
      panel={(id) => <RecurringPanel key={id} id={id} />}
      columns={[
        { key: 'name', title: w.name, width: 'minmax(9rem, 2fr)', phone: 'lead', cell: ({ name }) => name },
        {
          key: 'frequency',
          title: w.frequency,
          phone: 'note',
          cell: ({ frequency }) => named(w.frequencies, frequency),
        },
        { key: 'next', title: w.next, phone: 'amount', cell: ({ next_date }) => next_date && listDay(next_date) },
        {
          key: 'status',
          title: words.value.columns.status,
          width: '8rem',
          phone: 'mark',
          cell: ({ status }) => <State of={status} />,
        },
      ]}
    />
  );
}

function RecurringPanel({ id }: { readonly id: string }) {
  const w = words.value.recurringExpenses;
  const { data: one, problem } = useRead<Recurring>(`recurring-expenses/${id}`);
  const may = useMay();
  const act = { needs: 'expenses:manage', changes: [base, 'expenses', 'reports'] };
  return (
    <Panel
      eyebrow={w.title}
      title={one?.name ?? ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={
        one &&
        ['active', 'paused'].includes(one.status) && (
          <>
            <ActionButton {...act} label={w.run} path={`recurring-expenses/${id}/run`} warning={w.runHint} />
            {may(act.needs) && (
              <a class="button" href={`/recurring-expenses/${id}/edit`}>
                {words.value.form.edit}
              </a>
            )}
            {one.status === 'active' && (
              <ActionButton {...act} label={w.pause} path={`recurring-expenses/${id}/pause`} />
            )}
            {one.status === 'paused' && (
              <ActionButton {...act} label={w.resume} path={`recurring-expenses/${id}/resume`} />
            )}
            <ActionButton
              {...act}
              label={w.end}
              path={`recurring-expenses/${id}/cancel`}
              warning={w.endHint}
              isDangerous
            />
          </>
        )
      }
    >
      {one && (
        <Facts
          of={[
            [words.value.columns.status, <State key="status" of={one.status} />],
            [w.frequency, named(w.frequencies, one.frequency)],
            [w.next, one.next_date && longDay(one.next_date)],
            [w.last, one.last_run_date && longDay(one.last_run_date)],
            [w.until, one.end_date && longDay(one.end_date)],
            [w.failed, one.last_error && <ToldProblem key="error" of={one.last_error} />],
            [w.mode, named(w.modes, one.mode)],
          ]}
        />
      )}
    </Panel>
  );
}

const inTemplate = ['supplier_id', 'payee_name', 'lines', 'amounts_include_tax', 'method_id', 'notes'];

function recurringFields(): readonly Field[] {
  const w = words.value.recurringExpenses;
  const options = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([value, label]) => ({ value, label }));
  return [
    { name: 'name', label: w.name, isRequired: true, isWide: true },
    { name: 'frequency', label: w.frequency, kind: 'choice', options: options(w.frequencies), isRequired: true },
    { name: 'start_date', label: w.start, kind: 'day' },
    { name: 'end_date', label: w.until, kind: 'day' },
    { name: 'mode', label: w.mode, kind: 'choice', options: options(w.modes), isRequired: true },
    ...expenseFields()
      .filter(({ name }) => inTemplate.includes(name))
      .map((field) => ({ ...field, name: `template.${field.name}` })),
  ];
}

const back = () => ({ href: '/recurring-expenses', label: words.value.recurringExpenses.title });

export function NewRecurringExpense() {
  return (
    <CreateScreen
      title={words.value.recurringExpenses.create}
      path="recurring-expenses"
      fields={recurringFields()}
      start={{
        frequency: 'month',
        mode: 'draft',
        start_date: today(),
        template: { amounts_include_tax: true, lines: [{}] },
      }}
      back={back()}
      to={({ id }) => `/recurring-expenses?open=${id}`}
      changes={[base]}
    />
  );
}

export function EditRecurringExpense({ params }: { readonly params: Params }) {
  return (
    <EditScreen
      title={words.value.recurringExpenses.edit}
      path={`recurring-expenses/${params['id']}`}
      fields={recurringFields().filter(({ name }) => !name.startsWith('template.') && name !== 'start_date')}
      back={back()}
      changes={[base]}
    />
  );
}
