import { ListScreen } from '../../frames/list-screen.tsx';
import { State } from '../../kit/states.tsx';
import { moment } from '../../kit/values.ts';
import { counted, words } from '../../words/index.ts';
import { ApiKeyPanel } from './api-key-panel.tsx';

type Row = {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly status: string;
  readonly last_used_at: string | null;
};

export function ApiKeys() {
  const { apiKeyList: w, team } = words.value;
  return (
    <ListScreen<Row>
      title={w.title}
      list={{ path: 'api-keys', fields: 'name,prefix,scopes,status,last_used_at', sort: '-created_at' }}
      create={{ href: '/api-keys/new', label: w.create, needs: 'keys:manage' }}
      empty={{ title: w.empty, hint: w.emptyHint }}
      panel={(id) => <ApiKeyPanel key={id} id={id} />}
      columns={[
        { key: 'name', title: w.name, width: 'minmax(10rem, 2fr)', phone: 'lead', cell: ({ name }) => name },
        { key: 'prefix', title: w.prefix, width: '9rem', isExtra: true, cell: ({ prefix }) => <code>{prefix}…</code> },
        {
          key: 'scopes',
          title: w.scopes,
          phone: 'note',
          cell: ({ scopes }) => counted(team.countedPermissions, scopes.length),
        },
        {
          key: 'used',
          title: w.lastUsed,
          width: '10rem',
          cell: ({ last_used_at: at }) => (at === null ? w.never : moment(at)),
        },
        { key: 'status', title: w.status, width: '8rem', phone: 'mark', cell: ({ status }) => <State of={status} /> },
      ]}
    />
  );
}
