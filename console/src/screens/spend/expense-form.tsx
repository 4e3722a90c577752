import type { Params } from '../../app/params.ts';
import { CreateScreen, EditScreen } from '../../frames/form-screen.tsx';
import { useDimensionFields } from '../../kit/form/dimension-fields.ts';
import { Waiting } from '../../kit/states.tsx';
import { today } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { expenseFields } from './expense.ts';

const changes = ['expenses', 'reports', 'stock'];

export function NewExpense() {
  const w = words.value.spending;
  const dimensions = useDimensionFields();
  if (dimensions === undefined) return <Waiting lines={8} />;
  return (
    <CreateScreen
      title={w.create}
      path="expenses"
      fields={[
        ...expenseFields(dimensions),
        { name: 'post', label: w.postAtOnce, kind: 'yes', isWide: true, hint: w.postHint },
      ]}
      start={{ expense_date: today(), amounts_include_tax: true, lines: [{}] }}
      back={{ href: '/expenses', label: w.title }}
      to={({ id }) => `/expenses?open=${id}`}
      changes={changes}
    />
  );
}

export function EditExpense({ params }: { readonly params: Params }) {
  const w = words.value.spending;
  const dimensions = useDimensionFields();
  if (dimensions === undefined) return <Waiting lines={8} />;
  return (
    <EditScreen
      title={w.edit}
      path={`expenses/${params['id']}`}
      fields={expenseFields(dimensions)}
      back={{ href: `/expenses?open=${params['id']}`, label: w.title }}
      changes={changes}
    />
  );
}
