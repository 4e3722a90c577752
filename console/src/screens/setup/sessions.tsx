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
        {data?.map(({ id, current, ip, user_agent, last_used_at }) => (
          <li key={id}>
            <span>{deviceOf(user_agent) ?? t.unknown}</span>
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

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrom(?:e|ium)\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** `Firefox · Windows`: what people call it. Programs name themselves. */
function deviceOf(agent: string | null): string | null {
  if (agent === null || !agent.startsWith('Mozilla/')) return agent;
  const parts = [browsers, systems].map((known) => known.find(([pattern]) => pattern.test(agent))?.[1]);
  const named = parts.filter((part) => part !== undefined);
  return named.length === 0 ? agent : named.join(' · ');
}
