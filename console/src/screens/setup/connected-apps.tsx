import { useAll } from '../../api/cache.ts';
import { useMe } from '../../app/me.ts';
import { FormPage } from '../../frames/form-screen.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { State, Waiting } from '../../kit/states.tsx';
import { moment } from '../../kit/values.ts';
import { counted, filled, words } from '../../words/index.ts';

type Connection = {
  readonly id: string;
  readonly app_name: string;
  readonly status: string;
  readonly scopes: readonly string[];
  readonly last_used_at: string | null;
};

/** Programs that the signed-in user has connected, to disconnect them. */
export function ConnectedApps() {
  const { setup, team, apiKeyList: k, oauthAppList: w } = words.value;
  const member = useMe()?.member?.id;
  const { data } = useAll<Connection>(member && `connected-apps?member_id=${member}&revoked=no`);
  return (
    <FormPage title={setup.parts['connected-apps'].title} back={{ href: '/settings', label: setup.title }}>
      {data === undefined && <Waiting lines={6} />}
      {data?.length === 0 && <p class="quiet">{setup.connectedApps.none}</p>}
      <ul class="entries">
        {data?.map(({ id, app_name: name, status, scopes, last_used_at: at }) => (
          <li key={id}>
            <span>{name}</span>
            <State of={status} />
            <small class="quiet">
              {counted(team.countedPermissions, scopes.length)} ·{' '}
              {filled(setup.sessions.lastUsed, { at: at === null ? k.never : moment(at) })}
            </small>
            <ActionButton
              label={w.disconnect}
              path={`connected-apps/${id}`}
              method="DELETE"
              warning={w.disconnectHint}
              changes={['connected-apps', 'oauth-apps']}
              isDangerous
            />
          </li>
        ))}
      </ul>
    </FormPage>
  );
}
