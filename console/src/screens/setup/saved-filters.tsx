import { RecordList } from '../../frames/record-list.tsx';
import { filled, language, named, words } from '../../words/index.ts';
import { fieldName, useApiNames } from '../../words/api-names.ts';

type Saved = {
  readonly id: string;
  readonly name: string;
  readonly list: string;
  readonly shared: boolean;
  readonly problems: readonly { readonly pointer: string; readonly message: string }[];
};

/** The views that were kept, of all lists. */
export function SavedFilters() {
  const { setup, form } = words.value;
  const t = setup.views;
  return (
    <RecordList<Saved>
      title={setup.parts['saved-filters'].title}
      list={{ path: 'saved-filters', fields: 'name,list,shared,problems', sort: 'name' }}
      empty={{ title: t.empty, hint: t.emptyHint }}
      columns={[
        { key: 'name', title: t.name, width: 'minmax(8rem, 2fr)', phone: 'lead', cell: ({ name }) => name },
        { key: 'list', title: t.list, phone: 'note', cell: ({ list }) => named(t.lists, list) },
        { key: 'shared', title: t.sharedShort, phone: 'mark', cell: ({ shared }) => shared && form.yes },
      ]}
      kind={{
        path: (id) => `saved-filters/${id}`,
        changes: ['saved-filters'],
        name: ({ name }) => name,
        eyebrow: ({ list }) => named(t.lists, list),
        facts: ({ shared, problems }) => [
          [t.shared, shared && form.yes],
          [t.problem, problems.length > 0 && <Problems key="problems" of={problems} />],
        ],
        edit: {
          fields: () => [
            { name: 'name', label: t.name, isRequired: true, isWide: true },
            { name: 'shared', label: t.shared, kind: 'yes', isWide: true },
          ],
        },
        remove: { path: (id) => `saved-filters/${id}`, warning: t.deleteHint },
      }}
    />
  );
}

/** Why its list no longer takes it. What is said of filters to programs has no words in other languages. */
function Problems({ of }: { readonly of: Saved['problems'] }) {
  useApiNames();
  if (language.value === 'en') return <>{of.map(({ message }) => message).join(' ')}</>;
  const fields = of.map(({ pointer }) => fieldName(pointer.slice(1).replaceAll('/', '.')));
  return <>{filled(words.value.setup.views.outdated, { field: fields.join(', ') })}</>;
}
