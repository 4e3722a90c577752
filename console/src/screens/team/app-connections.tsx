import { useAll } from '../../api/cache.ts';
import { ActionButton } from '../../kit/action.tsx';
import { State, Waiting } from '../../kit/states.tsx';
import { moment } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';

type Connection = {
  readonly id: string;
  readonly grant: 'authorization_code' | 'client_credentials';
  readonly status: string;
  readonly last_used_at: string | null;
  readonly created_by: { readonly name: string };
};

/** Who connected an app, and the end of each connection. */
export function AppConnections({ app }: { readonly app: string }) {
  const { apiKeyList: k, oauthAppList: w } = words.value;
  const { data } = useAll<Connection>(`connected-apps?app_id=${app}&revoked=no`);
  if (data === undefined) return <Waiting lines={2} />;
  if (data.length === 0) return <p class="quiet">{w.nobody}</p>;
  return (
    <ul class="entries">
      {data.map(({ id, grant, status, last_used_at: at, created_by: { name } }) => (
        <li key={id}>
          <span>{grant === 'client_credentials' ? filled(w.onItsOwn, { name }) : name}</span>
          <State of={status} />
          <small class="quiet">{`${k.lastUsed}: ${at === null ? k.never : moment(at)}`}</small>
          <ActionButton
            label={w.disconnect}
            path={`connected-apps/${id}`}
            method="DELETE"
            needs="keys:manage"
            warning={w.disconnectHint}
            changes={['oauth-apps', 'connected-apps']}
            isDangerous
          />
        </li>
      ))}
    </ul>
  );
}
