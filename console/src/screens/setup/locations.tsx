import { RecordList } from '../../frames/record-list.tsx';
import { useDefaultFields } from '../../kit/form/dimension-fields.ts';
import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { State } from '../../kit/states.tsx';
import { named, words } from '../../words/index.ts';
import { addressFields } from './address-fields.ts';

type Address = { readonly [part: string]: string | null };
type Location = {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly type: string;
  readonly address: Address | null;
  readonly is_default: boolean;
  readonly status: string;
};

function fieldsOf(dimensions: readonly Field[] = []): readonly Field[] {
  const t = words.value.setup.locations;
  return [
    { name: 'name', label: t.name, isRequired: true, group: t.place },
    { name: 'code', label: t.code, isRequired: true, hint: t.codeHint, group: t.place },
    { name: 'type', label: t.type, kind: 'choice', isRequired: true, options: optionsOf(t.types), group: t.place },
    { name: 'is_default', label: t.isDefault, kind: 'yes', isWide: true, hint: t.isDefaultHint, group: t.place },
    ...addressFields('address', t.address),
    ...dimensions,
  ];
}

function addressOf(address: Address | null): string {
  if (address === null) return '';
  const { line1, line2, postal_code, city, region, country } = address;
  const place = [postal_code, city].filter(Boolean).join(' ');
  return [line1, line2, place, region, country].filter(Boolean).join('\n');
}

export function Locations() {
  const { setup, list, form } = words.value;
  const t = setup.locations;
  const dimensions = useDefaultFields();
  return (
    <RecordList<Location>
      title={setup.parts.locations.title}
      list={{ path: 'locations', fields: 'name,code,type,address,is_default,status', sort: 'code' }}
      views={[
        { name: 'active', title: list.active, query: 'status=active' },
        { name: 'archived', title: list.archived, query: 'status=archived' },
      ]}
      empty={{ title: t.empty, hint: t.emptyHint }}
      create={{
        path: 'locations',
        label: t.create,
        needs: 'stock:manage',
        fields: fieldsOf(dimensions),
        start: { type: 'store' },
      }}
      columns={[
        { key: 'code', title: t.code, width: '7rem', phone: 'note', cell: ({ code }) => code },
        { key: 'name', title: t.name, width: 'minmax(8rem, 2fr)', phone: 'lead', cell: ({ name }) => name },
        { key: 'type', title: t.type, phone: 'mark', cell: ({ type }) => named(t.types, type) },
        {
          key: 'default',
          title: t.isDefaultShort,
          width: '7rem',
          isExtra: true,
          cell: (one) => one.is_default && form.yes,
        },
      ]}
      kind={{
        path: (id) => `locations/${id}`,
        changes: ['locations'],
        name: ({ name }) => name,
        eyebrow: ({ code }) => code,
        facts: (one) => [
          [t.status, <State key="state" of={one.status} />],
          [t.type, named(t.types, one.type)],
          [t.isDefault, one.is_default && form.yes],
          [t.address, addressOf(one.address)],
        ],
        edit: { needs: 'stock:manage', fields: () => fieldsOf(dimensions) },
        archive: {
          needs: 'stock:manage',
          path: (id) => `locations/${id}/archive`,
          restore: (id) => `locations/${id}/restore`,
        },
      }}
    />
  );
}
