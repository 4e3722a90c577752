import { useAll } from '../../api/cache.ts';
import { ListScreen } from '../../frames/list-screen.tsx';
import { State } from '../../kit/states.tsx';
import { named, words } from '../../words/index.ts';
import { bulkClientActions } from './bulk-client-actions.ts';
import type { Client } from './client.ts';
import { ClientPanel } from './client-panel.tsx';

type Row = Pick<
  Client,
  'id' | 'display_name' | 'number' | 'email' | 'phone' | 'status' | 'lifecycle' | 'tags' | 'billing_address'
>;

export function Clients() {
  const w = words.value;
  const { clients: texts } = w.sell;
  const groups = useAll<{ id: string; name: string }>('client-groups?fields=name').rows;
  return (
    <ListScreen<Row>
      title={w.clients}
      list={{
        path: 'clients',
        fields: 'display_name,number,email,phone,status,lifecycle,tags,billing_address',
        sort: 'display_name',
        operation: 'list_clients',
      }}
      views={[
        { name: 'all', title: w.views.all, query: '' },
        { name: 'leads', title: texts.leads, query: 'lifecycle=lead' },
        { name: 'suppliers', title: texts.suppliers, query: 'role=supplier' },
        { name: 'archived', title: w.list.archived, query: 'status=archived' },
      ]}
      filters={[
        { name: 'q', label: texts.find, kind: 'find' },
        { name: 'tag', label: texts.tag, kind: 'hidden' },
        ...(groups.length > 0
          ? [
              {
                name: 'group_id',
                label: texts.group,
                kind: 'choice' as const,
                options: groups.map(({ id, name }) => ({ value: id, label: name })),
              },
            ]
          : []),
      ]}
      create={{ href: '/clients/new', label: w.newClient, needs: 'clients:write' }}
      empty={{ title: texts.empty, hint: texts.emptyHint }}
      counted={texts.counted}
      bulk={{ actions: bulkClientActions(), titleOf: ({ display_name }) => display_name }}
      panel={(id) => <ClientPanel key={id} id={id} />}
      columns={[
        {
          key: 'name',
          sort: 'display_name',
          title: texts.name,
          width: 'minmax(9rem, 2fr)',
          phone: 'lead',
          cell: ({ display_name }) => <bdi>{display_name}</bdi>,
        },
        {
          key: 'number',
          title: w.columns.number,
          width: '6rem',
          phone: 'note',
          sort: 'number',
          cell: ({ number }) => number,
        },
        {
          key: 'email',
          title: w.email,
          width: 'minmax(8rem, 1.5fr)',
          isExtra: true,
          cell: ({ email, phone }) => email ?? phone,
        },
        { key: 'city', title: texts.city, isExtra: true, cell: ({ billing_address }) => billing_address?.city },
        { key: 'tags', title: texts.tags, isExtra: true, cell: ({ tags }) => tags.join(', ') },
        {
          key: 'status',
          title: w.columns.status,
          width: '7rem',
          phone: 'mark',
          cell: ({ status, lifecycle }) =>
            status === 'archived' ? <State of="archived" /> : named(texts.lifecycles, lifecycle),
        },
      ]}
    />
  );
}
