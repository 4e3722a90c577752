import { ListScreen } from '../../frames/list-screen.tsx';
import { moment } from '../../kit/values.ts';
import { counted, words } from '../../words/index.ts';
import { OauthAppPanel } from './oauth-app-panel.tsx';

type Row = {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly connections: number;
  readonly created_at: string;
};

export function OauthApps() {
  const { apiKeyList: k, oauthAppList: w, team } = words.value;
  return (
    <ListScreen<Row>
      title={w.title}
      list={{ path: 'oauth-apps', fields: 'name,scopes,connections,created_at', sort: '-created_at' }}
      create={{ href: '/oauth-apps/new', label: w.create, needs: 'keys:manage' }}
      empty={{ title: w.empty, hint: w.emptyHint }}
      panel={(id) => <OauthAppPanel key={id} id={id} />}
      columns={[
        { key: 'name', title: k.name, width: 'minmax(10rem, 2fr)', phone: 'lead', cell: ({ name }) => name },
        {
          key: 'scopes',
          title: k.scopes,
          phone: 'note',
          cell: ({ scopes }) => counted(team.countedPermissions, scopes.length),
        },
        {
          key: 'connections',
          title: w.connections,
          width: '9rem',
          phone: 'mark',
          cell: ({ connections }) => connections,
        },
        { key: 'created_at', title: k.created, width: '10rem', cell: ({ created_at: at }) => moment(at) },
      ]}
    />
  );
}
