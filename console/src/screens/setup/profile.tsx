import { call } from '../../api/call.ts';
import { changed } from '../../api/cache.ts';
import { useMe } from '../../app/me.ts';
import { hasLetters, keepLanguage, keepLetters } from '../../app/preferences.ts';
import { FormPage } from '../../frames/form-screen.tsx';
import { Section } from '../../frames/record-page.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { changesOf } from '../../kit/form/body.ts';
import { type Field, valuesOf } from '../../kit/form/fields.ts';
import { Form } from '../../kit/form/form.tsx';
import { Waiting } from '../../kit/states.tsx';
import { say } from '../../kit/toast.tsx';
import { language, languageName, languages, words } from '../../words/index.ts';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';

/** Settings of the signed-in user: name, languages, password and second factor. */
export function Profile() {
  const { setup, form } = words.value;
  const t = setup.profile;
  const me = useMe();
  const fields: readonly Field[] = [
    { name: 'name', label: t.name, isRequired: true, autocomplete: 'name' },
    { name: 'locale', label: t.mailLanguage, placeholder: 'de-DE', hint: t.mailLanguageHint },
  ];
  const start = me && valuesOf(fields, me.user);
  return (
    <FormPage title={setup.parts.profile.title} back={{ href: '/settings', label: setup.title }}>
      {start === undefined ? (
        <Waiting lines={6} />
      ) : (
        <Form
          fields={fields}
          start={start}
          submit={form.save}
          onSubmit={async (values, key) => {
            await call('auth/me', { method: 'PATCH', body: changesOf(fields, values, start), key });
            changed('auth/me');
            say(form.saved);
          }}
        />
      )}
      <Section title={t.here}>
        <p class="deeds" role="group" aria-label={words.value.accountMenu.language}>
          {languages.map((code) => (
            <button key={code} type="button" aria-pressed={code === language.value} onClick={() => keepLanguage(code)}>
              {languageName(code)}
            </button>
          ))}
        </p>
      </Section>
      <Section title={words.value.accountMenu.keys}>
        <label class="field tick">
          <input type="checkbox" checked={hasLetters()} onChange={(e) => keepLetters(e.currentTarget.checked)} />
          {t.letters}
        </label>
      </Section>
      <Section
        title={words.value.password}
        action={
          <ActionButton
            label={t.changePassword}
            path="auth/password"
            changes={['auth']}
            warning={t.passwordHint}
            fields={[
              {
                name: 'current_password',
                label: t.current,
                kind: 'password',
                isRequired: true,
                autocomplete: 'current-password',
              },
              { name: 'new_password', label: t.next, kind: 'password', isRequired: true, autocomplete: 'new-password' },
            ]}
          />
        }
      >
        <p class="quiet">{t.passwordRule}</p>
      </Section>
      <Passkeys />
      <SecondFactor />
    </FormPage>
  );
}
