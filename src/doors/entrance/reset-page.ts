import { html, type Html } from '../public-page/html.ts';
import { pagePolicy } from '../signed-in/frame.ts';
import { waitText } from '../signed-in/sign-in-page.ts';
import {
  alert,
  card,
  type SignInPage,
  field,
  type Page,
  passwordIn,
  passwordMax,
  passwordMin,
  refusalIn,
  textIn,
  type Visit,
} from './page.ts';

const linkMax = 2_000;
const policy = pagePolicy({ scripts: ["'self'"] });

/**
 * `/reset-password#token=…`: where the mailed link leads. What stands behind the # reaches no server, so that a script
 * of ours puts it into the form; where none runs, people paste the link.
 */
export const resetPage: SignInPage = {
  path: '/reset-password',
  isForStrangers: false,
  show: async (visit) => choosePage(visit, {}),
  stale: async (visit, given) => choosePage(visit, { link: linkIn(given), fault: visit.words.desk.stale }),
  send: async (visit, given) => {
    const link = linkIn(given);
    const input = { token: tokenIn(link), new_password: passwordIn(given, 'new_password') };
    try {
      const { passkeys_kept: kept } = await visit.call<{ passkeys_kept: number }>('reset_password', input);
      // Changing the password ends all sessions, this one too. A browser takes what stands behind the # along unless
      // the next address has one of its own, empty as it may be.
      const goTo = `/login?password=changed${kept > 0 ? '&passkeys=kept' : ''}#`;
      return { goTo, cookies: [visit.context.cookie.clear] };
    } catch (error) {
      const { code, fields, seconds } = refusalIn(error);
      const { words } = visit;
      if (seconds > 0) return { ...choosePage(visit, { link, fault: waitText(seconds, words) }), status: 429 };
      const isDead = code === 'invalid_reset_token' || fields.has('/token');
      if (isDead) return { ...(link === '' ? choosePage(visit, { isMissing: true }) : dead(visit)), status: 422 };
      const { weak, length } = words.account.faults;
      const passwordFault = fields.get('/new_password') === 'weak_password' ? weak : length;
      return { ...choosePage(visit, { link, passwordFault }), status: 422 };
    }
  },
};

export const linkScriptPath = '/reset-password/link.js';

/** The token leaves the address too, so that it stands in no history. */
export const linkScript = `const field = document.getElementById('link');
if (field) {
  if (location.hash.startsWith('#token=')) {
    field.value = location.hash;
    history.replaceState(null, '', location.pathname);
  }
  if (field.value !== '') {
    document.getElementById('paste').hidden = true;
    const password = document.getElementById('new_password');
    if (!password.autofocus) password.focus();
  }
}
`;

function linkIn(form: URLSearchParams): string {
  return textIn(form, 'link', linkMax);
}

/** Of the link, or of as much of it as somebody pasted. */
function tokenIn(link: string): string {
  return (/#token=([\w-]*)/.exec(link)?.[1] ?? link).slice(0, 200);
}

type Again = {
  readonly link?: string;
  readonly fault?: string;
  readonly passwordFault?: string;
  readonly isMissing?: boolean;
};

function choosePage(visit: Visit, { link = '', fault, passwordFault, isMissing }: Again): Page {
  const { words, key, context } = visit;
  const { account } = words;
  const script: Html = { markup: `<script src="${context.base}${linkScriptPath}" defer></script>` };
  const password = `type="password" autocomplete="new-password" required minlength="${passwordMin}"`;
  const asked = {
    name: 'link',
    label: account.link,
    hint: account.linkHint,
    value: link,
    fault: isMissing === true ? account.faults.link : undefined,
    attributes: `type="text" required maxlength="${linkMax}" autocomplete="off" spellcheck="false" dir="ltr"`,
  };
  const chosen = {
    name: 'new_password',
    label: account.newPassword,
    hint: account.passwordHint,
    fault: passwordFault,
    attributes: `${password} maxlength="${passwordMax}" dir="ltr"`,
  };
  return {
    policy,
    ...card(
      visit,
      account.resetTitle,
      html`<h1>${account.resetTitle}</h1>
        <p class="quiet">${account.resetLead}</p>
        ${alert(fault)}
        <form method="post">
          <input type="hidden" name="key" value="${key}" />
          <div id="paste">${field(asked)}</div>
          ${field(chosen)}
          <p class="buttons"><button type="submit" class="primary">${account.savePassword}</button></p>
        </form>
        ${script}`,
    ),
  };
}

/** Page for a link that no longer works. */
function dead(visit: Visit): Page {
  const { account } = visit.words;
  const { base } = visit.context;
  return card(
    visit,
    account.deadTitle,
    html`<h1>${account.deadTitle}</h1>
      <p class="notice bad" role="alert">${account.dead}</p>
      <p class="buttons"><a class="button primary" href="${base}/forgot-password">${account.sendAgain}</a></p>
      <p class="ways"><a href="${base}/login">${account.backToSignIn}</a></p>`,
  );
}
