import { ListScreen } from '../../frames/list-screen.tsx';
import { go } from '../../app/router.ts';
import { ActionButton } from '../../kit/action.tsx';
import { optionsOf } from '../../kit/form/options.ts';
import { State } from '../../kit/states.tsx';
import { named, words } from '../../words/index.ts';

type Row = {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly document_types: readonly string[];
  readonly is_default: boolean;
  readonly has_changes: boolean;
};

/** The ways in which documents are set. */
export function Templates() {
  const { setup, list, docTypes, form } = words.value;
  const t = setup.template;
  return (
    <ListScreen<Row>
      title={setup.parts.templates.title}
      list={{ path: 'document-templates', fields: 'name,status,document_types,is_default,has_changes', sort: 'name' }}
      views={[
        { name: 'active', title: list.active, query: 'status=draft,published' },
        { name: 'archived', title: list.archived, query: 'status=archived' },
      ]}
      filters={[{ name: 'q', label: list.find, kind: 'find' }]}
      actions={
        <ActionButton
          label={t.create}
          path="document-templates"
          needs="documents:manage"
          fields={[
            { name: 'name', label: t.name, isRequired: true },
            { name: 'layout.design', label: t.design, kind: 'choice', isRequired: true, options: optionsOf(t.designs) },
            { name: 'document_types', label: t.types, kind: 'many', options: optionsOf(docTypes), hint: t.typesHint },
          ]}
          start={{ layout: { design: 'nordic' } }}
          changes={['document-templates']}
          isPrimary
          letter="n"
          onDone={({ id }) => id !== undefined && go(`/settings/templates/${id}`)}
        />
      }
      empty={{ title: t.empty, hint: t.emptyHint }}
      to={({ id }) => `/settings/templates/${id}`}
      columns={[
        { key: 'name', title: t.name, width: 'minmax(8rem, 1.5fr)', phone: 'lead', cell: ({ name }) => name },
        {
          key: 'types',
          title: t.types,
          width: 'minmax(8rem, 2fr)',
          phone: 'note',
          cell: ({ document_types: types }) =>
            types.length === 0 ? words.value.all : types.map((type) => named(docTypes, type)).join(', '),
        },
        { key: 'default', title: t.isDefaultShort, width: '7rem', cell: (one) => one.is_default && form.yes },
        { key: 'changes', title: t.changes, width: '9rem', cell: ({ has_changes }) => has_changes && t.unpublished },
        { key: 'status', title: t.status, width: '9rem', phone: 'mark', cell: ({ status }) => <State of={status} /> },
      ]}
    />
  );
}
