import { CreateScreen } from '../../frames/form-screen.tsx';
import { optionsOf } from '../../kit/form/options.ts';
import { words } from '../../words/index.ts';

/** Numbers and names of all accounts by another chart, such as that of a country. */
export function ChangeChart() {
  const { books } = words.value;
  const t = books.accounts.change;
  return (
    <CreateScreen
      title={t.title}
      path="accounts/chart"
      submit={t.submit}
      fields={[
        {
          name: 'chart',
          label: t.chart,
          kind: 'choice',
          isRequired: true,
          options: optionsOf(books.accounts.charts),
          hint: t.hint,
          isWide: true,
        },
        {
          name: 'codes',
          label: t.codes,
          kind: 'lines',
          columns: [
            { name: 'from', label: t.from, isRequired: true },
            { name: 'to', label: t.to, isRequired: true },
          ],
        },
      ]}
      back={{ href: '/accounts', label: books.accounts.title }}
      changes={['accounts', 'organization', 'reports']}
    />
  );
}
