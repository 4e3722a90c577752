/** Signing in with a passkey on every page where people sign in, as a browser does it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newAuthenticator } from '../../../test/support/authenticator.ts';
import { openTab, type View } from '../../../test/support/browser.ts';
import { longTest } from '../../../test/support/dose.ts';
import { inviteLink } from '../../../test/support/invite-link.ts';
import { assertLegible } from '../../../test/support/legible.ts';
import {
  authorizeUrl,
  freePort,
  newVerifier,
  openVisitor,
  registerClient,
  startOauthService,
} from '../../../test/support/oauth.ts';
import { password, type SignedIn } from '../../../test/support/running-service.ts';
import { codeNow } from '../../../test/support/totp.ts';

const port = await freePort();
const origin = `http://localhost:${port}`;
const service = await startOauthService({ port, publicUrl: origin });

/** Somebody, and what their device keeps. */
async function keeper(): Promise<SignedIn & { readonly kept: object }> {
  const who = await service.register('Ada');
  const device = newAuthenticator({ origin });
  const started = await service.api(who.token, 'POST', '/auth/passkeys/start', { current_password: password });
  const credential = device.create(started.body.public_key);
  const added = await service.api(who.token, 'POST', '/auth/passkeys', { name: 'Phone', credential });
  assert.equal(added.status, 201, added.text);
  return { ...who, kept: device.kept('localhost') };
}

const button = `document.getElementById('with-passkey')`;
/** A device that may answer at any moment signs in from the field for the address before the button is pressed. */
const buttonOnly = `PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);`;
const views: readonly View[] = [{ width: 320, height: 640, dark: true }, { width: 1_440 }];

test('every sign-in page takes a passkey, and the consent page goes on to the question', longTest, async (t) => {
  const tab = await openTab(t, 'Passkeys on pages');
  if (tab === undefined) return;
  const { kept } = await keeper();
  const device = await tab.device();
  await device.keep(kept);
  await tab.always(buttonOnly);
  const client = await registerClient(service);
  const consent = authorizeUrl({ url: origin }, client, { code_challenge: newVerifier().challenge });
  for (const url of [`${origin}/login`, `${origin}/connect`, `${origin}/approvals`, consent]) {
    await tab.forget();
    await tab.visit(url);
    await tab.comes(`${button} !== null && !${button}.hidden`);
    for (const view of views) {
      await tab.look(view);
      await assertLegible(tab.settled, `${url} ${JSON.stringify(view)}`);
    }
    await tab.follow(`${button}.click()`);
    assert.equal(await tab.read(`document.getElementById('password') === null`), true, url);
  }
  assert.match(await tab.read(`document.body.innerText`), /Test app/);
  assert.deepEqual(tab.complaints, []);
});

test('whoever approves what nobody takes back may confirm it with a passkey', longTest, async (t) => {
  const tab = await openTab(t, 'A passkey before an approval');
  if (tab === undefined) return;
  const who = await keeper();
  const { secret } = (await service.api(who.token, 'POST', '/auth/totp', {})).body;
  await service.api(who.token, 'POST', '/auth/totp/confirm', { totp_code: codeNow(secret) });
  const made = await service.api(who.token, 'POST', '/clients', { type: 'individual', display_name: 'Somebody' });
  const call = { name: 'erase_client', arguments: { id: made.body.id } };
  const asked = await service.tool(await service.mcpToken(who), 'run_destructive_action', call);
  const device = await tab.device();
  await device.keep(who.kept);
  await tab.always(buttonOnly);
  await tab.visit(asked.structuredContent.approval_url);
  await tab.comes(`${button} !== null && !${button}.hidden`);
  await tab.follow(`${button}.click()`);
  await service.owner.query(`update sessions set created_at = created_at - interval '1 hour', proven_at = null`);
  // Rights are looked up a second late at most.
  await sleep(1_100);
  await tab.follow(`document.querySelector('[value=approve]').click()`);
  await tab.comes(`${button} !== null && !${button}.hidden`);
  await assertLegible(tab.settled, 'the page that asks for a proof');
  await device.opens(false);
  await tab.read(`${button}.click()`);
  await sleep(200);
  assert.equal(await tab.read(`document.getElementById('code') !== null`), true, 'it is not sent');
  await device.opens(true);
  await tab.follow(`${button}.click()`);
  await tab.follow(`document.querySelector('[value=approve]').click()`);
  assert.match(await tab.read(`document.body.innerText`), /Approved by Ada/);
});

test('whoever has an account joins with their passkey, from the link of the invite', longTest, async (t) => {
  const tab = await openTab(t, 'Joining with a passkey');
  if (tab === undefined) return;
  const [host, who] = [await service.register('Host'), await keeper()];
  const device = await tab.device();
  await device.keep(who.kept);
  await tab.always(buttonOnly);
  await tab.visit(`${origin}/join/${await inviteLink(service, host, { email: who.email })}`);
  await tab.comes(`${button} !== null && !${button}.hidden`);
  for (const view of views) {
    await tab.look(view);
    await assertLegible(tab.settled, `the page of the invite ${JSON.stringify(view)}`);
  }
  await tab.follow(`${button}.click()`);
  assert.match(await tab.read(`document.body.innerText`), /Welcome to Host/);
  assert.deepEqual(tab.complaints, []);
});

test('the field for the address offers passkeys by itself, and a device that waits long is asked anew', async (t) => {
  const tab = await openTab(t, 'Passkeys in the field for the address');
  if (tab === undefined) return;
  const { kept } = await keeper();
  const device = await tab.device();
  await device.keep(kept);
  await device.answers(false);
  await tab.always(`globalThis.asked = [];
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => { asked.push(options.mediation); return get(options); };
    const later = globalThis.setTimeout;
    globalThis.setTimeout = (work, ms, ...more) => later(work, ms === 240000 ? 100 : ms, ...more);`);
  await tab.visit(`${origin}/login`);
  await tab.comes(`asked.length >= 3`);
  assert.deepEqual(await tab.read(`[...new Set(asked)]`), ['conditional']);
  assert.equal(await tab.read(`document.getElementById('email').autocomplete`), 'username webauthn');
  await device.answers(true);
  await tab.comes(`document.getElementById('password') === null`);
});

test('without scripts, and where no browser makes passkeys, the page asks for the password alone', async (t) => {
  const plain = await startOauthService();
  const { text, headers } = await openVisitor(plain).get(`${plain.url}/login`);
  assert.equal(/id="with-passkey"|webauthn|<script/.test(text), false);
  assert.equal(/script-src|connect-src/.test(headers.get('content-security-policy') ?? ''), false);
  const tab = await openTab(t, 'The page without scripts');
  if (tab === undefined) return;
  await tab.look({ width: 390, height: 844, scripts: false });
  await tab.visit(`${origin}/login`);
  assert.equal(await tab.read(`${button}.checkVisibility()`), false);
});

test('what no device signed is refused on the page, in its words', async () => {
  const visitor = openVisitor({ url: origin });
  for (const passkey of ['{}', 'nonsense', '{"id":"AAAA"}', 'x'.repeat(9_000)]) {
    const page = await visitor.submit(await visitor.get(`${origin}/login`), 'sign_in', { passkey });
    assert.equal(page.status, 422);
    assert.match(page.text, /The passkey was not accepted/);
  }
});
