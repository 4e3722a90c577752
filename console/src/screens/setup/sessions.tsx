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
  readonly device: string | null;
  readonly last_used_at: string;
};

/** Sessions of the signed-in user; unknown ones can be ended. */
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
        {data?.map(({ id, current, ip, device, last_used_at }) => (
          <li key={id}>
            <span>{device ?? t.unknown}</span>
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
