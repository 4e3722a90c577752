import { EditButton } from '../../frames/edit-button.tsx';
import { RecordList } from '../../frames/record-list.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { State } from '../../kit/states.tsx';
import { named, words } from '../../words/index.ts';

type Custom = {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly label: string;
  readonly description: string | null;
  readonly type: string;
  readonly required: boolean;
  readonly choices: readonly string[];
  readonly status: string;
};

function fieldsOf(isNew: boolean, type?: string): readonly Field[] {
  const t = words.value.setup.custom;
  const first: readonly Field[] = [
    { name: 'kind', label: t.of, kind: 'choice', isRequired: true, options: optionsOf(t.kinds) },
    { name: 'type', label: t.type, kind: 'choice', isRequired: true, options: optionsOf(t.types) },
    { name: 'key', label: t.key, isRequired: true, hint: t.keyHint },
  ];
  return [
    ...(isNew ? first : []),
    { name: 'label', label: t.label, isRequired: true },
    {
      name: 'choices',
      label: t.choices,
      kind: 'tags',
      isWide: true,
      hint: t.choicesHint,
      isShown: (values) => (type ?? values['type']) === 'choice',
    },
    { name: 'description', label: t.description, isWide: true },
    { name: 'required', label: t.required, kind: 'yes', isWide: true },
  ];
}

export function CustomFields() {
  const { setup, list, form } = words.value;
  const t = setup.custom;
  return (
    <RecordList<Custom>
      title={setup.parts['custom-fields'].title}
      list={{ path: 'custom-fields', fields: 'kind,key,label,type,required,status', sort: 'position' }}
      views={[
        { name: 'active', title: list.active, query: '' },
        { name: 'archived', title: t.withArchived, query: 'include_archived=true' },
      ]}
      filters={[{ name: 'kind', label: t.of, kind: 'choice', options: optionsOf(t.kinds) }]}
      actions={<Rules />}
      empty={{ title: t.empty, hint: t.emptyHint }}
      create={{ path: 'custom-fields', label: t.create, needs: 'organization:write', fields: fieldsOf(true) }}
      columns={[
        { key: 'label', title: t.label, width: 'minmax(8rem, 2fr)', phone: 'lead', cell: ({ label }) => label },
        { key: 'of', title: t.of, phone: 'note', cell: ({ kind }) => named(t.kinds, kind) },
        { key: 'type', title: t.type, phone: 'mark', cell: ({ type }) => named(t.types, type) },
        {
          key: 'required',
          title: t.requiredShort,
          width: '7rem',
          isExtra: true,
          cell: ({ required }) => required && form.yes,
        },
      ]}
      kind={{
        path: (id) => `custom-fields/${id}`,
        changes: ['custom-fields'],
        name: ({ label }) => label,
        eyebrow: ({ kind }) => named(t.kinds, kind),
        facts: (one) => [
          [t.status, <State key="state" of={one.status} />],
          [t.key, one.key],
          [t.type, named(t.types, one.type)],
          [t.choices, one.choices.join(', ')],
          [t.description, one.description],
          [t.required, one.required && form.yes],
        ],
        edit: { needs: 'organization:write', fields: ({ type }) => fieldsOf(false, type) },
        archive: {
          needs: 'organization:write',
          path: (id) => `custom-fields/${id}/archive`,
          restore: (id) => `custom-fields/${id}/restore`,
        },
      }}
    />
  );
}

/** Rule for custom fields that programs write and nobody here has defined. */
function Rules() {
  const t = words.value.setup.custom;
  return (
    <EditButton
      label={t.rules}
      path="custom-field-rules"
      needs="organization:write"
      changes={['custom-field-rules']}
      fields={[
        { name: 'refuse_unknown', label: t.refuse, kind: 'many', hint: t.refuseHint, options: optionsOf(t.kinds) },
      ]}
    />
  );
}
