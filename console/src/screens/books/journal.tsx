import { daysOf } from '../../frames/filter-bar.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { State } from '../../kit/states.tsx';
import { listDay, money } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import type { Entry } from './entry.ts';
import { EntryPanel } from './entry-panel.tsx';

/** Every entry in the books: those that the service made of sales and payments, and those made by hand. */
export function Journal() {
  const w = words.value;
  const t = w.books;
  return (
    <ListScreen<Entry>
      title={t.journal}
      list={{
        path: 'journal-entries',
        fields: 'number,status,entry_date,kind,memo,total,currency',
        sort: '-entry_date,-number',
        operation: 'list_journal_entries',
      }}
      views={[
        { name: 'all', title: w.views.all, query: '' },
        { name: 'manual', title: t.manual, query: 'kind=manual,opening' },
        { name: 'draft', title: w.views.draft, query: 'status=draft' },
        { name: 'reversed', title: t.reversed, query: 'status=reversed' },
      ]}
      filters={[
        { name: 'q', label: w.list.find, kind: 'find' },
        ...daysOf('entry_date'),
        { name: 'account_id', label: t.columns.account, kind: 'hidden' },
        { name: 'source_id', label: t.source, kind: 'hidden' },
        { name: 'dimension_value_id', label: w.dimensions.values, kind: 'hidden' },
      ]}
      create={{ href: '/journal/new', label: t.newEntry, needs: 'ledger:write' }}
      actions={
        <a class="button" href="/journal/opening">
          {t.openingBalances}
        </a>
      }
      empty={{ title: t.noEntries, hint: t.noEntriesHint }}
      counted={t.countedEntries}
      panel={(id) => <EntryPanel key={id} id={id} />}
      columns={[
        {
          key: 'number',
          title: w.columns.number,
          width: '9rem',
          phone: 'note',
          sort: 'number',
          cell: ({ number }) => number ?? '–',
        },
        {
          key: 'date',
          title: w.columns.date,
          width: '7rem',
          sort: 'entry_date',
          startsHigh: true,
          cell: ({ entry_date }) => listDay(entry_date),
        },
        { key: 'memo', title: t.memo, width: 'minmax(10rem, 2fr)', phone: 'lead', cell: ({ memo }) => memo },
        { key: 'kind', title: t.kind, width: '8rem', isExtra: true, cell: ({ kind }) => named(t.kinds, kind) },
        {
          key: 'status',
          title: w.columns.status,
          width: '7rem',
          phone: 'mark',
          cell: ({ status }) => <State of={status} />,
        },
        {
          key: 'total',
          title: w.columns.total,
          width: '8rem',
          phone: 'amount',
          isFigure: true,
          cell: ({ total, currency }) => money(total, currency),
        },
      ]}
    />
  );
}
