import { useRead } from '../../api/cache.ts';
import { goWith } from '../../app/router.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { ArchiveAction } from '../../kit/archive-action.tsx';
import { Facts } from '../../kit/facts.tsx';
import { useDimensionFields } from '../../kit/form/dimension-fields.ts';
import type { Field } from '../../kit/form/fields.ts';
import { State } from '../../kit/states.tsx';
import { money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';

type Category = {
  readonly id: string;
  readonly name: string;
  readonly path?: readonly string[];
  readonly status: string;
  readonly budget_monthly: string | null;
};

const base = 'expense-categories';

function fieldsOf(dimensions: readonly Field[] = []): readonly Field[] {
  const w = words.value.expenseCategories;
  return [
    { name: 'name', label: w.name, isRequired: true },
    { name: 'budget_monthly', label: w.budget, kind: 'money' },
    {
      name: 'account_id',
      label: w.account,
      kind: 'record',
      isRequired: true,
      source: { path: 'accounts', label: 'name', note: 'code' },
    },
    { name: 'parent_id', label: w.within, kind: 'record', source: { path: base, label: 'name', isWhole: true } },
    ...dimensions,
  ];
}

export function ExpenseCategories() {
  const w = words.value.expenseCategories;
  const dimensions = useDimensionFields();
  return (
    <ListScreen<Category>
      title={w.title}
      list={{ path: base, fields: 'name,path,status,budget_monthly', sort: 'name' }}
      views={[
        { name: 'active', title: words.value.list.active, query: 'status=active' },
        { name: 'archived', title: words.value.list.archived, query: 'status=archived' },
      ]}
      empty={{ title: w.empty }}
      actions={
        <ActionButton
          label={w.create}
          path="expense-categories"
          needs="expenses:manage"
          fields={fieldsOf(dimensions)}
          changes={[base]}
          isPrimary
        />
      }
      panel={(id) => <CategoryPanel key={id} id={id} />}
      columns={[
        { key: 'name', title: w.name, phone: 'lead', cell: ({ name, path }) => path?.join(' › ') ?? name },
        {
          key: 'budget',
          title: w.budget,
          width: '10rem',
          isFigure: true,
          phone: 'amount',
          cell: ({ budget_monthly }) => budget_monthly && money(budget_monthly),
        },
      ]}
    />
  );
}

function CategoryPanel({ id }: { readonly id: string }) {
  const w = words.value.expenseCategories;
  const form = words.value.form;
  const { data: one, problem } = useRead<Category>(`expense-categories/${id}`);
  const dimensions = useDimensionFields();
  const act = { needs: 'expenses:manage', changes: [base, 'expenses', 'reports'] };
  return (
    <Panel
      eyebrow={w.title}
      title={one?.name ?? ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={
        one && (
          <>
            <EditButton {...act} path={`expense-categories/${id}`} fields={fieldsOf(dimensions)} />
            <ActionButton
              {...act}
              label={w.merge}
              path={`expense-categories/${id}/merge`}
              fields={[
                {
                  name: 'into_id',
                  label: w.into,
                  kind: 'record',
                  source: { path: 'expense-categories?status=active', label: 'name', isWhole: true },
                  isRequired: true,
                },
              ]}
              onDone={() => goWith({ open: undefined })}
            />
            <ArchiveAction
              {...act}
              archive={`expense-categories/${id}/archive`}
              restore={`expense-categories/${id}/restore`}
              isArchived={one.status === 'archived'}
            />
            <ActionButton
              {...act}
              label={form.delete}
              path={`expense-categories/${id}`}
              method="DELETE"
              warning={form.sure}
              onDone={() => goWith({ open: undefined })}
              isDangerous
            />
          </>
        )
      }
    >
      {one && (
        <>
          <Facts
            of={[
              [words.value.columns.status, <State key="status" of={one.status} />],
              [w.budget, one.budget_monthly && money(one.budget_monthly)],
            ]}
          />
          <a href={`/expenses?category_id=${id}`}>{w.expenses}</a>
        </>
      )}
    </Panel>
  );
}
