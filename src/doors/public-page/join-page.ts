import { type Messages, filled, messagesOf } from '../../messages/index.ts';
import { html, type Html } from './html.ts';
import { nameField } from './name-field.ts';
import { framed, type Page } from './page.ts';
import { passkeyScriptElement } from './passkey-script.ts';
import { readerOf, type Reader } from './reader.ts';

export type Offer = {
  readonly organization: string;
  readonly invited_by: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly access_expires_at: string | null;
  readonly language: string;
  readonly time_zone: string;
};

/** Fault of the previous attempt. */
export type Fault = 'name' | 'password' | 'account' | 'passkey' | 'stale';

type Joining = {
  readonly path: string;
  readonly key: string;
  /** Our path, where browsers can sign in with passkeys at our address. */
  readonly passkeysAt?: string | undefined;
  /** Path of the sign-in of the business, where the address is of a domain that has one. */
  readonly businessAt?: string | undefined;
  readonly again?: { readonly fault: Fault; readonly name: string };
};

const nameMax = 255;
const passwordMax = 128;
export const joinFormLimits = { nameMax, passwordMax } as const;

/** The page on which somebody accepts an invite, in the language of its mail. */
export function joinPage(offer: Offer, joining: Joining): Page {
  const [reader, words] = [readerFor(offer), messagesOf(offer.language, 'invitation')];
  const values = { organization: offer.organization, inviter: offer.invited_by };
  return framed(reader, {
    title: filled(words.title, values),
    calls: joining.passkeysAt !== undefined,
    body: html`<main class="sheet plain join">
      <header>
        <h1><bdi>${filled(words.title, values)}</bdi></h1>
        <p><bdi>${filled(words.invites, values)}</bdi></p>
      </header>
      ${factsOf(offer, reader, words)} ${formsOf(offer, { reader, words, joining })}
    </main>`,
  });
}

/** Page after an invite was answered. */
export function joinedPage(offer: Offer, what: 'joined' | 'declined' | 'already'): Page {
  const [reader, words] = [readerFor(offer), messagesOf(offer.language, 'invitation')];
  const title = filled(words[what], { organization: offer.organization });
  const hint = what === 'declined' ? null : filled(words.joinedHint, { email: offer.email });
  return framed(reader, {
    title,
    body: html`<main class="sheet plain">
      <h1><bdi>${title}</bdi></h1>
      ${hint === null ? null : html`<p><bdi>${hint}</bdi></p>`}
    </main>`,
  });
}

function readerFor({ language, time_zone: zone }: Offer): Reader {
  // No amount stands on the page.
  return readerOf(language, { currency: 'EUR', zone, country: null });
}

function factsOf(offer: Offer, reader: Reader, words: Messages['invitation']): Html {
  const { access_expires_at: ends } = offer;
  const named: Readonly<Record<string, string>> = words.roles;
  const roles = offer.roles.map((role) => named[role] ?? role).join(', ');
  const fact = (label: string, value: string) =>
    html`<div>
      <dt>${label}</dt>
      <dd><bdi>${value}</bdi></dd>
    </div>`;
  return html`<div class="facts">
    <dl>${fact(words.role, roles)} ${ends === null ? null : fact(words.ends, reader.dayOf(ends))}</dl>
  </div>`;
}

type Form = { readonly reader: Reader; readonly words: Messages['invitation']; readonly joining: Joining };

function formsOf(offer: Offer, { reader, words, joining }: Form): Html {
  const { path, key, again } = joining;
  const stale = again?.fault === 'stale' ? html`<p class="fault" role="alert">${reader.words.stale}</p>` : null;
  const name = { id: 'name', value: again?.name ?? '', max: nameMax, isMissing: again?.fault === 'name' };
  return html`<section class="answer" aria-label="${words.accept}">
    ${stale} ${passkeyFault(offer, joining)}
    <form method="post" action="${path}" id="sign-in">
      <input type="hidden" name="key" value="${key}" />
      <label for="email">${words.address}</label>
      <input id="email" type="text" value="${offer.email}" readonly autocomplete="username" dir="ltr" />
      ${nameField(reader, name)} ${passwordField(words, joining)}
      <button type="submit" class="primary">${words.accept}</button>
      ${passkeyButton(offer, joining)}
    </form>
    ${businessLink(offer, joining)}
    <form method="post" action="${path}/decline" class="other">
      <input type="hidden" name="key" value="${key}" />
      <button type="submit">${words.decline}</button>
    </form>
  </section>`;
}

/** Signing in there accepts the invite too. */
function businessLink({ language }: Offer, { businessAt }: Joining): Html | null {
  if (businessAt === undefined) return null;
  return html`<p><a href="${businessAt}">${messagesOf(language, 'signed_in').signIn.business}</a></p>`;
}

/** For who has an account here, in place of its password. The script shows it. */
function passkeyButton({ language }: Offer, { passkeysAt: base }: Joining): Html | null {
  if (base === undefined) return null;
  const { signIn } = messagesOf(language, 'signed_in');
  return html`<input type="hidden" name="passkey" />
    <button type="button" id="with-passkey" hidden>${signIn.passkey}</button>
    <p class="fault" id="passkey-said" role="alert"></p>
    ${passkeyScriptElement({ base, said: signIn.faults.passkey })}`;
}

function passkeyFault({ language }: Offer, { again }: Joining): Html | null {
  if (again?.fault !== 'passkey') return null;
  return html`<p class="fault" role="alert">${messagesOf(language, 'signed_in').signIn.faults.passkey}</p>`;
}

function passwordField(words: Messages['invitation'], { again }: Joining): Html {
  const said = { account: words.wrongPassword, password: words.weakPassword } as const;
  const fault = again?.fault === 'account' || again?.fault === 'password' ? said[again.fault] : undefined;
  const described =
    fault === undefined
      ? html` aria-describedby="password-hint"`
      : html` aria-invalid="true" aria-describedby="password-fault password-hint" autofocus`;
  return html`<label for="password">${words.password}</label>
    ${fault === undefined ? null : html`<p class="fault" id="password-fault" role="alert">${fault}</p>`}
    <input
      id="password"
      name="password"
      type="password"
      required
      minlength="8"
      maxlength="${passwordMax}"
      autocomplete="new-password"
      dir="ltr"
      ${described}
    />
    <p class="detail" id="password-hint">${words.passwordHint}</p>`;
}
