import { html, type Html } from './html.ts';

export const passkeyScriptPath = '/login/passkey.js';

type Place = { readonly base: string; readonly said: string };

/** `said`: what is shown where the device gives no answer. */
export function passkeyScriptElement({ base, said }: Place): Html {
  const opening = html`<script
    src="${base}${passkeyScriptPath}"
    defer
    data-challenge="${base}/api/auth/passkeys/login"
    data-said="${said}"
  >`;
  // A bundler that makes pages safe for scripts would want a helper of its own for the end within the same template.
  return { markup: `${opening.markup}</script>` };
}

/**
 * Offers the passkeys that a device has, in the list of the field for the address and behind a button, and sends the
 * form with what it signed. Without it, or in a browser that cannot, the page is as it is.
 */
export const passkeyScript = `const { challenge, said } = document.currentScript.dataset;
const form = document.getElementById('sign-in');
const button = document.getElementById('with-passkey');
const kind = window.PublicKeyCredential;
// A challenge is good for five minutes, and a page stays open for longer.
const renewedMs = 240000;
let asking, renewing;
async function ask(more) {
  asking?.abort();
  clearTimeout(renewing);
  const own = (asking = new AbortController());
  const answer = await fetch(challenge, { signal: own.signal });
  if (!answer.ok) throw new Error(answer.status);
  const publicKey = kind.parseRequestOptionsFromJSON((await answer.json()).public_key);
  if (more) renewing = setTimeout(offer, renewedMs);
  const { id, rawId, type, response } = (
    await navigator.credentials.get({ publicKey, signal: own.signal, ...more })
  ).toJSON();
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  clearTimeout(renewing);
  form.elements.passkey.value = JSON.stringify({
    id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle },
  });
  form.submit();
}
async function offer() {
  const can = await kind.isConditionalMediationAvailable?.();
  if (can) await ask({ mediation: 'conditional' }).catch(() => {});
}
async function press() {
  try {
    await ask();
  } catch (error) {
    // Whoever closes the window of the browser has changed their mind.
    if (error.name !== 'NotAllowedError') document.getElementById('passkey-said').textContent = said;
    void offer();
  }
}
if (form && button && kind?.parseRequestOptionsFromJSON) {
  button.hidden = false;
  button.addEventListener('click', press);
  void offer();
}
`;

/** What a device signed, as a form has it. What is none is refused by the operation. */
export function credentialIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
