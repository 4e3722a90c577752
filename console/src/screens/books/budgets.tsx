import { useAll, useRead } from '../../api/cache.ts';
import { useMay } from '../../app/me.ts';
import type { Params } from '../../app/params.ts';
import { CreateScreen, EditScreen } from '../../frames/form-screen.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel, PanelHeading } from '../../frames/panel.tsx';
import { ArchiveAction } from '../../kit/archive-action.tsx';
import { Facts } from '../../kit/facts.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { State, Waiting } from '../../kit/states.tsx';
import { longDay, money, today } from '../../kit/values.ts';
import { words } from '../../words/index.ts';

type BudgetRow = {
  readonly id: string;
  readonly name: string;
  readonly starts_on: string;
  readonly months: number;
  readonly line_count: number;
  readonly status: string;
};
type Line = {
  readonly account_id: string;
  readonly account_code: string;
  readonly account_name: string;
  readonly dimension_value_id: string | null;
  readonly amount: string;
};
type Budget = BudgetRow & { readonly lines: readonly Line[] };
type Value = { readonly id: string; readonly name: string };

const needs = 'ledger:manage';
const changes = ['budgets', 'reports/budget-variance'];

export function Budgets() {
  const { budgets: t, states, budgetList } = words.value;
  return (
    <ListScreen<BudgetRow>
      title={budgetList}
      list={{ path: 'budgets', fields: 'name,starts_on,months,line_count,status', sort: '-created_at' }}
      views={[
        { name: 'active', title: states.active, query: 'status=active' },
        { name: 'archived', title: states.archived, query: 'status=archived' },
      ]}
      create={{ href: '/budgets/new', label: t.create, needs }}
      empty={{ title: t.empty, hint: t.emptyHint }}
      panel={(id) => <BudgetPanel key={id} id={id} />}
      columns={[
        {
          key: 'name',
          title: t.name,
          width: 'minmax(9rem, 2fr)',
          phone: 'lead',
          cell: ({ name }) => <bdi>{name}</bdi>,
        },
        {
          key: 'from',
          title: t.startsOn,
          width: '9rem',
          phone: 'note',
          cell: ({ starts_on }) => longDay(starts_on),
        },
        {
          key: 'months',
          title: t.months,
          isFigure: true,
          width: '6rem',
          phone: 'amount',
          cell: ({ months }) => months,
        },
        { key: 'lines', title: t.lines, isFigure: true, width: '6rem', cell: ({ line_count }) => line_count },
      ]}
    />
  );
}

function BudgetPanel({ id }: { readonly id: string }) {
  const { budgets: t, columns, form } = words.value;
  const may = useMay()(needs);
  const { data: one, problem } = useRead<Budget>(`budgets/${id}`);
  const values = useValues().rows;
  const isActive = one?.status === 'active';
  return (
    <Panel
      eyebrow={t.budget}
      title={one?.name ?? ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={
        one && (
          <>
            <a class="button primary" href={`/reports/budget-variance?budget_id=${id}`}>
              {t.compare}
            </a>
            {may && isActive && (
              <a class="button" href={`/budgets/${id}/edit`}>
                {form.edit}
              </a>
            )}
            <ArchiveAction
              needs={needs}
              changes={changes}
              archive={`budgets/${id}/archive`}
              restore={`budgets/${id}/restore`}
              isArchived={!isActive}
            />
          </>
        )
      }
    >
      {one && (
        <>
          <Facts
            of={[
              [columns.status, <State key="status" of={one.status} />],
              [t.startsOn, longDay(one.starts_on)],
              [t.months, one.months],
            ]}
          />
          <PanelHeading>{t.lines}</PanelHeading>
          <ul class="entries">
            {one.lines.map(({ account_id, account_code, account_name, dimension_value_id: value, amount }) => (
              <li key={`${account_id} ${value}`}>
                <span>
                  <span class="quiet code">{account_code} </span>
                  <bdi>{account_name}</bdi>
                </span>
                <b class="figure">{money(amount)}</b>
                {value !== null && <small class="quiet">{values.find((each) => each.id === value)?.name}</small>}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

/** None where no dimension is in use. */
const useValues = () => useAll<Value>('dimension-values?include_archived=true&fields=name');

/** Undefined until it is known whether lines have values: a form shown before would lose them. */
function useLinesField(): Field | undefined {
  const t = words.value.budgets;
  const { data, rows, problem } = useValues();
  if (data === undefined && problem === undefined) return undefined;
  return {
    name: 'lines',
    label: t.lines,
    kind: 'lines',
    hint: t.amountHint,
    columns: [
      {
        name: 'account_id',
        label: t.account,
        kind: 'record',
        isRequired: true,
        source: { path: 'accounts?class=revenue,expense&status=active', label: 'name', note: 'code' },
        calledBy: 'account_name',
      },
      {
        name: 'dimension_value_id',
        label: t.value,
        kind: rows.length > 0 ? 'record' : 'kept',
        source: { path: 'dimension-values?status=active', label: 'name', note: 'code' },
      },
      { name: 'amount', label: t.amount, kind: 'money', isRequired: true },
    ],
  };
}

export function NewBudget() {
  const t = words.value.budgets;
  const lines = useLinesField();
  const year = Number(today().slice(0, 4));
  if (lines === undefined) return <Waiting lines={8} />;
  return (
    <CreateScreen
      title={t.create}
      path="budgets"
      back={{ href: '/budgets', label: words.value.budgetList }}
      to={({ id }) => `/budgets?open=${id}`}
      start={{
        name: `${year + 1}`,
        starts_on: `${year + 1}-01-01`,
        months: 12,
        plan: 'books',
        from_actuals: { starts_on: `${year}-01-01` },
      }}
      fields={[
        { name: 'name', label: t.name, isRequired: true, isWide: true },
        { name: 'starts_on', label: t.startsOn, kind: 'day', isRequired: true, hint: t.startsOnHint },
        { name: 'months', label: t.months, kind: 'whole', isRequired: true },
        { name: 'plan', label: t.plan, kind: 'choice', isRequired: true, options: optionsOf(t.plans) },
        {
          name: 'from_actuals.starts_on',
          label: t.booksFrom,
          kind: 'day',
          isRequired: true,
          hint: t.booksFromHint,
          isShown: ({ plan }) => plan === 'books',
        },
        {
          name: 'from_actuals.change_percent',
          label: t.change,
          kind: 'number',
          hint: t.changeHint,
          isShown: ({ plan }) => plan === 'books',
        },
        { ...lines, isShown: ({ plan }) => plan === 'lines' },
      ]}
      complete={(body) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'plan'))}
      changes={changes}
    />
  );
}

export function EditBudget({ params: { id = '' } }: { readonly params: Params }) {
  const t = words.value.budgets;
  const name = useRead<Budget>(`budgets/${id}`).data?.name ?? '';
  const lines = useLinesField();
  if (lines === undefined) return <Waiting lines={8} />;
  return (
    <EditScreen
      title={name}
      path={`budgets/${id}`}
      back={{ href: `/budgets?open=${id}`, label: name }}
      fields={[{ name: 'name', label: t.name, isRequired: true, isWide: true }, lines]}
      changes={changes}
    />
  );
}
