import { CreateScreen } from '../../frames/form-screen.tsx';
import { words } from '../../words/index.ts';

/** Balance of each account on the day on which these books begin. The difference goes to the opening balance. */
export function OpeningBalances() {
  const { books: t } = words.value;
  return (
    <CreateScreen
      title={t.openingBalances}
      path="journal-entries/opening"
      submit={t.post}
      fields={[
        { name: 'date', label: t.openingDate, kind: 'day', isRequired: true, hint: t.openingHint },
        { name: 'memo', label: t.memo },
        {
          name: 'balances',
          label: t.balances,
          kind: 'lines',
          columns: [
            {
              name: 'account_id',
              label: t.columns.account,
              kind: 'record',
              isRequired: true,
              source: { path: 'accounts', label: 'name', note: 'code' },
            },
            { name: 'debit', label: t.columns.debit, kind: 'money' },
            { name: 'credit', label: t.columns.creditSide, kind: 'money' },
          ],
        },
      ]}
      start={{ balances: [{}] }}
      back={{ href: '/journal', label: t.journal }}
      to={() => '/journal?view=manual'}
      changes={['journal-entries', 'reports']}
    />
  );
}
