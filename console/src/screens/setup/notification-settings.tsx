import { call, Refused } from '../../api/call.ts';
import { changed, useRead } from '../../api/cache.ts';
import type { Page } from '../../api/types.ts';
import { FormPage } from '../../frames/form-screen.tsx';
import { Waiting } from '../../kit/states.tsx';
import { say } from '../../kit/toast.tsx';
import { said } from '../../kit/said.ts';
import { eventTitle, useApiNames } from '../../words/api-names.ts';
import { words } from '../../words/index.ts';

type Preference = { readonly type: string; readonly title: string; readonly delivery: string };

async function choose(type: string, delivery: string): Promise<void> {
  try {
    await call('notification-preferences', { method: 'PATCH', body: { preferences: [{ type, delivery }] } });
    say(words.value.form.saved);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say(said(error.problem));
  }
  changed('notification-preferences');
}

/** Of what one wants to hear, and how. */
export function NotificationSettings() {
  const isNamed = useApiNames();
  const { setup } = words.value;
  const t = setup.notices;
  const { data } = useRead<Page<Preference>>('notification-preferences');
  return (
    <FormPage title={setup.parts.notifications.title} back={{ href: '/settings', label: setup.title }}>
      {(data === undefined || !isNamed) && <Waiting lines={12} />}
      <ul class="entries choices-of">
        {(isNamed ? (data?.data ?? []) : []).map(({ type, title, delivery }) => (
          <li key={type}>
            <label for={`how-${type}`}>{eventTitle(type, title)}</label>
            <select id={`how-${type}`} value={delivery} onChange={(e) => void choose(type, e.currentTarget.value)}>
              {Object.entries(t.deliveries).map(([code, text]) => (
                <option key={code} value={code}>
                  {text}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </FormPage>
  );
}
