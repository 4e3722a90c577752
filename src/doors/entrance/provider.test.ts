import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTab } from '../../../test/support/browser.ts';
import { longTest } from '../../../test/support/dose.ts';
import { violationsIn } from '../../../test/support/legible.ts';
import { openIdentityProvider } from '../../../test/support/identity-provider.ts';
import { inviteLink } from '../../../test/support/invite-link.ts';
import { authorizeUrl, openVisitor, registerClient, startOauthService, terms } from '../../../test/support/oauth.ts';
import { password } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';
import { openGuardedFetch } from '../../net/guarded-fetch.ts';

const names = new Map<string, string[]>();
const outward = {
  fetch: openGuardedFetch({ loopback: true }),
  texts: async (name: string) => names.get(name) ?? [],
};
const service = await startOauthService({ callLoopback: true }, { outward });
const { url } = service;

let count = 0;

/** A business with a provider, and a member who signs in there. */
async function firm(settings: object = {}) {
  count += 1;
  const domain = `firm-${count}.example`;
  const { api } = service;
  const register = async (name: string) => {
    const organization = { name: `${name} & Söhne`, country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };
    const body = { email: `${name}@${domain}`, password, name, organization };
    return (await api('', 'POST', '/auth/register', body)).body;
  };
  const { access_token: token } = await register('owner');
  const { redirect_uri: uri } = (await api(token, 'GET', '/sso')).body;
  const provider = await openIdentityProvider({ redirectUris: [uri] });
  after(() => provider.close());
  const put = (more: object = {}) =>
    api(token, 'PUT', '/sso/provider', { issuer: provider.issuer, ...provider.client, ...settings, ...more });
  const roles = (await api(token, 'GET', '/team/roles')).body.data;
  const role = roles.find(({ name }: Wire) => name === 'admin').id;
  const set = await put({ just_in_time: true, default_role_id: role });
  assert.equal(set.status, 200, set.text);
  const { body: added } = await api(token, 'POST', '/sso/domains', { domain });
  names.set(added.dns.name, [added.dns.value]);
  assert.equal((await api(token, 'POST', `/sso/domains/${added.id}/verify`)).status, 200);
  const email = `mia@${domain}`;
  provider.people.set('mia', { email, email_verified: true, name: 'Mia' });
  return { domain, token, provider, email, put };
}

type Visitor = ReturnType<typeof openVisitor>;

/** From the page on which the address is asked for, to the provider. */
async function leave(visitor: Visitor, place: string, email: string): Promise<string> {
  const asked = await visitor.get(`${url}${place}`);
  assert.equal(asked.status, 200);
  const found = await visitor.submit(asked, '', { email });
  assert.match(found.text, /Continue with owner &amp; Söhne/);
  const href = /href="([^"]*\/login\/sso\/start[^"]*)"/.exec(found.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const { left } = await visitor.get(new URL(href, url).href);
  if (left === undefined) throw new Error('the browser is not sent to the provider');
  return left.href;
}

const callback = (authorization: string, parameters: string): string =>
  `${new URL(authorization).searchParams.get('redirect_uri')}?${parameters}`;

test('somebody types their address, goes on to the provider of their business, and comes back signed in', async () => {
  const { provider, email } = await firm();
  const visitor = openVisitor(service);
  const login = await visitor.get(`${url}/login`);
  assert.match(login.text, /href="\/login\/sso\?to=%2F"/);
  const authorization = await leave(visitor, '/login/sso?to=%2Fnotifications', email);
  assert.equal(new URL(authorization).searchParams.get('login_hint'), email);
  const parameters = await provider.signIn(authorization, 'mia');
  const page = await visitor.get(callback(authorization, parameters));
  assert.equal(page.url, `${url}/notifications`);
  assert.equal(page.status, 200);
  assert.match(page.text, /Sign out/);
  // Once more, it leads nowhere.
  const again = await visitor.get(callback(authorization, parameters));
  assert.equal(again.status, 401);
  assert.match(again.text, /was used already/);
});

test('an answer that another browser began is none here', async () => {
  const { provider, email } = await firm();
  const [attacker, victim] = [openVisitor(service), openVisitor(service)];
  const authorization = await leave(attacker, '/login/sso', email);
  const parameters = await provider.signIn(authorization, 'mia');
  const without = await victim.get(callback(authorization, parameters));
  assert.equal(without.status, 401);
  await leave(victim, '/login/sso', email);
  const other = await victim.get(callback(authorization, parameters));
  assert.equal(other.status, 401);
  assert.match((await victim.get(`${url}/login`)).text, /id="password"/);
});

test('the way back leads to no other site', async () => {
  const { provider, email } = await firm();
  for (const to of ['https://evil.example', '//evil.example', '/\\evil.example', '/\tx', 'javascript:alert(1)']) {
    const visitor = openVisitor(service);
    const authorization = await leave(visitor, `/login/sso?to=${encodeURIComponent(to)}`, email);
    const answer = await visitor.send(callback(authorization, await provider.signIn(authorization, 'mia')), {});
    assert.equal(answer.headers.get('location'), '/', to);
  }
});

test('a domain that nobody has verified is told of, and of no person is anything told', async () => {
  const { domain, provider, email } = await firm();
  const visitor = openVisitor(service);
  const asked = await visitor.get(`${url}/login/sso`);
  const none = await visitor.submit(asked, '', { email: 'ana@nowhere.example' });
  assert.equal(none.status, 422);
  assert.match(none.text, /No business uses a sign-in of its own/);
  const [known, unknown] = [
    await visitor.submit(asked, '', { email }),
    await visitor.submit(asked, '', { email: `x@${domain}` }),
  ];
  const told = (text: string) => text.replaceAll(/mia|%40|@|x/g, '');
  assert.equal(told(known.text), told(unknown.text));
  const stranger = openVisitor(service);
  const authorization = await leave(stranger, '/login/sso', email);
  provider.people.set('eve', { email: `eve@elsewhere.example`, email_verified: true });
  const refused = await stranger.get(callback(authorization, await provider.signIn(authorization, 'eve')));
  assert.equal(refused.status, 401);
  assert.match(refused.text, /not of a domain that the business has verified/);
});

test('the sign-in before an app is connected leads there and back to the consent', async () => {
  const { provider, email } = await firm();
  const client = await registerClient(service);
  const visitor = openVisitor(service);
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  const page = await visitor.get(authorizeUrl(service, client, { code_challenge: challenge }));
  const way = /href="(\/login\/sso\?to=[^"]+)"/.exec(page.text)?.[1] ?? '';
  const authorization = await leave(visitor, way, email);
  const consent = await visitor.get(callback(authorization, await provider.signIn(authorization, 'mia')));
  assert.match(consent.text, /Mia/);
  const { left } = await visitor.submit(consent, 'decide', { ...terms });
  assert.match(left?.searchParams.get('code') ?? '', /.+/);
});

test('a password that no longer lets in leads to the provider, and a person confirms there', async () => {
  const { provider, email, put, domain } = await firm();
  const visitor = openVisitor(service);
  const authorization = await leave(visitor, '/login/sso', email);
  await visitor.get(callback(authorization, await provider.signIn(authorization, 'mia')));
  const proof = await visitor.get(`${url}/login/sso/prove`);
  assert.equal(proof.left?.searchParams.get('prompt'), 'login');
  const asked = proof.left?.href ?? '';
  const confirmed = await visitor.get(callback(asked, await provider.signIn(asked, 'mia')));
  assert.match(confirmed.text, /Confirmed/);
  const back = await visitor.get(`${url}/login/sso/prove?to=%2Fnotifications`);
  const once = back.left?.href ?? '';
  assert.equal((await visitor.get(callback(once, await provider.signIn(once, 'mia')))).url, `${url}/notifications`);
  await put({ sso_only: true });
  await service.owner.query(
    `update users set password_hash = (select password_hash from users where email = $1)
    where email = $2`,
    [`owner@${domain}`, email],
  );
  const other = openVisitor(service);
  const login = await other.get(`${url}/login`);
  const shut = await other.submit(login, 'sign_in', { email, password });
  assert.equal(shut.status, 422);
  assert.match(shut.text, /through its own sign-in only/);
});

test('the page of an invite leads to the sign-in of the business that invites', async () => {
  const { provider, domain, token } = await firm();
  const email = `kim@${domain}`;
  const link = await inviteLink(service, { token }, { email });
  const page = await openVisitor(service).get(`${url}/join/${link}`);
  assert.match(page.text, /href="\/login\/sso\?to=%2F"/);
  const visitor = openVisitor(service);
  const authorization = await leave(visitor, '/login/sso?to=%2F', email);
  provider.people.set('kim', { email, email_verified: true });
  await visitor.get(callback(authorization, await provider.signIn(authorization, 'kim')));
  assert.equal((await openVisitor(service).get(`${url}/join/${link}`)).status, 404);
});

test('the way through the business is read by everybody, and goes by the keyboard alone', longTest, async (t) => {
  const { email } = await firm();
  const tab = await openTab(t, 'Signing in through the business');
  if (tab === undefined) return;
  for (const view of [
    { width: 1_280, height: 800 },
    { width: 390, height: 844, dark: true },
  ]) {
    await tab.look(view);
    await tab.visit(`${url}/login`);
    assert.deepEqual(await violationsIn(tab.settled), []);
    await tab.visit(`${url}/login/sso?to=%2Fconnect`);
    assert.deepEqual(await violationsIn(tab.settled), []);
    await tab.type(email);
    await tab.pressing('Enter');
    assert.match(await tab.read(`document.querySelector('a.button').innerText`), /Continue with owner & Söhne/);
    assert.deepEqual(await violationsIn(tab.settled), []);
  }
});

test('behind https the cookie is for https and for nobody else', async () => {
  const secure = await startOauthService({ publicUrl: 'https://books.example.com' });
  const answer = await secure.send({ method: 'GET', path: '/login/sso/callback/org_x?code=1' });
  assert.equal(answer.status, 401);
  const [cookie] = [answer.headers['set-cookie'] ?? []].flat();
  assert.match(cookie ?? '', /^__Host-daybook-sso=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
});
