import { useAll } from '../../api/cache.ts';
import { FormPage } from '../../frames/form-screen.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Waiting } from '../../kit/states.tsx';
import { moment } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';

type Session = {
  readonly id: string;
  readonly current: boolean;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly last_used_at: string;
};

/** Where one is signed in; what one does not know is ended. */
export function Sessions() {
  const { setup } = words.value;
  const t = setup.sessions;
  const { data } = useAll<Session>('auth/sessions');
  return (
    <FormPage title={setup.parts.sessions.title} back={{ href: '/settings', label: setup.title }}>
      <p class="deeds">
        <ActionButton
          label={t.endAll}
          path="auth/logout-all"
          warning={t.endAllHint}
          changes={['auth']}
          isDangerous
          onDone={() => location.assign('/login')}
        />
      </p>
      {data === undefined && <Waiting lines={6} />}
      <ul class="entries">
        {data?.map(({ id, current, ip, user_agent, last_used_at }) => (
          <li key={id}>
            <span>{user_agent ?? t.unknown}</span>
            <b>{current && t.here}</b>
            <small class="quiet">
              {[ip, filled(t.lastUsed, { at: moment(last_used_at) })].filter(Boolean).join(' · ')}
            </small>
            {!current && (
              <ActionButton label={t.end} path={`auth/sessions/${id}`} method="DELETE" changes={['auth/sessions']} />
            )}
          </li>
        ))}
      </ul>
    </FormPage>
  );
}
