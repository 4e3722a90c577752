import { call } from '../api/call.ts';
import { drop, unsent } from '../api/unsent.ts';
import { forgetDrafts } from '../kit/form/draft.ts';
import { Icon } from '../kit/icon.tsx';
import { filled, language, languageName, languages, words } from '../words/index.ts';
import { isKeyHelpOpen } from './key-help.tsx';
import { useMe } from './me.ts';
import { keepLanguage, turnTheme } from './preferences.ts';

export function AccountMenu() {
  const w = words.value;
  const me = useMe();
  const others = me?.organizations.filter(({ id }) => id !== me.organization.id) ?? [];
  const initials = me?.user.name.split(' ').map((part) => part[0]);
  return (
    <div class="who">
      <button type="button" class="bare" popovertarget="account">
        <span class="face" aria-hidden="true">
          {initials?.slice(0, 2).join('')}
        </span>
        <span class="name">{me?.user.name}</span>
      </button>
      <button type="button" class="bare" aria-label={w.theme} onClick={turnTheme}>
        <Icon name="theme" />
      </button>
      <div id="account" popover="auto" class="menu">
        <p class="quiet">
          <bdi>{me?.user.email}</bdi>
        </p>
        {others.map(({ id, name }) => (
          <button key={id} type="button" onClick={() => void switchTo(id)}>
            {filled(w.accountMenu.switchTo, { name })}
          </button>
        ))}
        <label>
          {w.accountMenu.language}
          <select value={language.value} onChange={(e) => keepLanguage(e.currentTarget.value)}>
            {languages.map((code) => (
              <option key={code} value={code} lang={code}>
                {languageName(code)}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          popovertarget="account"
          popovertargetaction="hide"
          onClick={() => {
            isKeyHelpOpen.value = true;
          }}
        >
          {w.accountMenu.keys}
          <kbd>?</kbd>
        </button>
        <button type="button" onClick={() => void signOut()}>
          {w.signOut}
        </button>
      </div>
    </div>
  );
}

/** Everything on screen is of the other business, so all of it is read anew. */
async function switchTo(organization_id: string): Promise<void> {
  await call('auth/switch', { method: 'POST', body: { organization_id } });
  location.assign('/');
}

async function signOut(): Promise<void> {
  await call('auth/logout', { method: 'POST', body: {} });
  forgetDrafts();
  for (const { key } of unsent.peek()) drop(key);
  location.assign('/login');
}
