import { filled } from '../../messages/index.ts';
import { html, type Html } from '../public-page/html.ts';
import { framed, pagePolicy } from './frame.ts';
import type { Messages } from './messages.ts';
import { providerPath } from './place.ts';
import { passkeyScriptElement } from '../public-page/passkey-script.ts';

/** Why somebody is not signed in yet. */
export type SignInFault =
  | {
      readonly kind:
        | 'credentials'
        | 'code'
        | 'code_wrong'
        | 'passkey'
        | 'provider'
        | 'no_membership'
        | 'ended'
        | 'step_up';
    }
  | { readonly kind: 'wait'; readonly seconds: number };

export type SignIn = {
  /** Purpose of signing in, where a client asks for it. */
  readonly purpose?: Html | undefined;
  /** Proves that a form was read off this page. */
  readonly key: string;
  readonly words: Messages;
  readonly base: string;
  /** Path below ours where signing in leads. */
  readonly place: string;
  /** Browsers can sign in with passkeys at our address. */
  readonly takesPasskeys: boolean;
  /** Earlier success, which signing in completes. */
  readonly notice?: string | undefined;
  /** Registration is open. */
  readonly mayRegister?: boolean;
  readonly email?: string | undefined;
  readonly fault?: SignInFault | undefined;
};

/** Policy of the page: its script asks for a challenge. */
export function signInPolicy(takesPasskeys: boolean): string {
  return pagePolicy(takesPasskeys ? { scripts: ["'self'"], calls: true } : {});
}

export function signInPage(page: SignIn): string {
  const { purpose, key, words, base, place, takesPasskeys, notice, mayRegister, email = '', fault } = page;
  const { signIn, account } = words;
  const asksCode = fault?.kind === 'code' || fault?.kind === 'code_wrong';
  const isWrong = fault?.kind === 'credentials';
  return framed({
    title: signIn.signIn,
    words,
    base,
    body: html`<h1>${signIn.title}</h1>
      ${purpose === undefined ? null : html`<p class="quiet">${purpose}</p>`}
      ${notice === undefined ? null : html`<p class="notice good" role="status">${notice}</p>`}
      ${fault === undefined ? null : html`<p class="notice bad" id="fault" role="alert">${wordsFor(fault, words)}</p>`}
      <form method="post" id="sign-in">
        <input type="hidden" name="key" value="${key}" />
        <input type="hidden" name="deed" value="sign_in" />
        ${takesPasskeys ? html`<input type="hidden" name="passkey" />` : null}
        <label class="above" for="email">${signIn.email}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="${takesPasskeys ? 'username webauthn' : 'username'}"
          required
          maxlength="254"
          value="${email}"
          ${isWrong ? invalid : null}
          ${email === '' ? focused : null}
        />
        <label class="above" for="password">${signIn.password}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          maxlength="1024"
          ${isWrong ? invalid : null}
          ${email === '' ? null : focused}
        />
        ${asksCode ? codeField(words) : null}
        <p class="buttons"><button type="submit" class="primary">${signIn.signIn}</button></p>
        ${takesPasskeys ? passkeyButton(page) : null}
      </form>
      <p class="buttons other"><a class="button" href="${providerPath(base, place)}">${signIn.business}</a></p>
      <p class="ways">
        <a href="${base}/forgot-password">${account.forgot}</a>
        ${mayRegister === true ? html`<a href="${base}/register">${account.register}</a>` : null}
      </p>`,
  });
}

/** Shown by the script, where the browser can. */
function passkeyButton({ words: { signIn }, base }: SignIn): Html {
  return html`<p class="buttons other">
      <button type="button" id="with-passkey" hidden>${signIn.passkey}</button>
    </p>
    <p class="fault" id="passkey-said" role="alert"></p>
    ${passkeyScriptElement({ base, said: signIn.faults.passkey })}`;
}

const focused: Html = { markup: 'autofocus' };
const invalid: Html = { markup: 'aria-invalid="true" aria-describedby="fault"' };

export const codeField = ({ signIn }: Messages) =>
  html`<label class="above" for="code">${signIn.code}</label>
    <input
      id="code"
      name="code"
      type="text"
      inputmode="text"
      autocomplete="one-time-code"
      required
      minlength="6"
      maxlength="40"
      aria-describedby="code-hint"
    />
    <span class="detail" id="code-hint">${signIn.codeHint}</span>`;

function wordsFor(fault: SignInFault, words: Messages): string {
  return fault.kind === 'wait' ? waitText(fault.seconds, words) : words.signIn.faults[fault.kind];
}

/** After how long somebody who tried too often may try again. */
export function waitText(seconds: number, { language, signIn }: Messages): string {
  return filled(signIn.wait, { span: spanOf(seconds, language) });
}

function spanOf(seconds: number, language: string): string {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
