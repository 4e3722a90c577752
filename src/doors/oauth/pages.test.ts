/** The pages where a person signs in and decides: for the right person, from the right place, once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import {
  authorizeUrl,
  codeFields,
  connected,
  granted,
  newVerifier,
  openVisitor,
  type Page,
  registerClient,
  signIn,
  startOauthService,
  terms,
  tokenRequest,
  type Visitor,
} from '../../../test/support/oauth.ts';
import { password, type SignedIn } from '../../../test/support/running-service.ts';
import { bytesOf } from '../../../test/support/totp.ts';
import { totpCode, totpStep } from '../../modules/identity/totp.ts';

const service = await startOauthService();
const { url } = service;
const ana = await service.register('Acme');
const app = await registerClient(service);

const ask = (visitor: Visitor, client = app) =>
  visitor.get(authorizeUrl(service, client, { code_challenge: newVerifier().challenge }));

/** Opens the consent page. */
async function asked(who: SignedIn = ana): Promise<{ visitor: Visitor; page: Page }> {
  const visitor = openVisitor(service);
  return { visitor, page: await signIn(visitor, await ask(visitor), who) };
}

const keyOf = ({ text }: Page) => /name="key" value="([^"]+)"/.exec(text)?.[1] ?? '';
const organizationOf = ({ text }: Page) => /value="(org_[^"]+)"/.exec(text)?.[1] ?? '';
const allowing = (page: Page) => ({
  ...terms,
  deed: 'decide',
  key: keyOf(page),
  organization_id: organizationOf(page),
});

type Sending = { readonly fields?: Record<string, string>; readonly headers?: Record<string, string> };

function post(visitor: Visitor, page: Page, { fields = allowing(page), headers = {} }: Sending = {}) {
  const body = new URLSearchParams(Object.entries(fields)).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return visitor.send(page.url, { method: 'POST', body, headers: { ...type, origin: url, ...headers } });
}

const connections = async ({ token }: SignedIn) =>
  (await service.api(token, 'GET', '/mcp/tokens?kind=connection')).body.data;

test('the pages say who asks, that nobody vouches for the name, and where it returns to', async () => {
  const { page } = await asked();
  for (const said of ['Test app', 'unverified', 'app.example.com', ana.email, 'Acme', 'Allow', 'Cancel']) {
    assert.ok(page.text.includes(said), said);
  }
  const local = await registerClient(service, { redirect_uris: ['http://127.0.0.1:9/cb'] });
  const visitor = openVisitor(service);
  assert.match((await ask(visitor, local)).text, /an app on this computer \(127\.0\.0\.1:9\)/);
});

test('every page forbids frames, scripts, caches and search engines', async () => {
  const { page } = await asked();
  const first = await ask(openVisitor(service));
  const error = await openVisitor(service).get(`${url}/api/mcp/oauth/authorize?client_id=none`);
  for (const { headers } of [page, first, error]) {
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /script-src|unsafe/);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  }
  assert.equal(page.headers.get('x-frame-options'), 'DENY');
  assert.match(page.headers.get('content-security-policy') ?? '', /form-action 'self' https:\/\/app\.example\.com/);
});

test('a form is taken only from this page, in this browser, with its own key', async () => {
  const { visitor, page } = await asked();
  const before = (await connections(ana)).length;
  const stranger = await asked();
  const wrong: Readonly<Record<string, () => Promise<Response>>> = {
    'from another site': () => post(visitor, page, { headers: { origin: 'https://evil.example.com' } }),
    'from no page': () => post(visitor, page, { headers: { origin: 'null' } }),
    'from a neighbour of ours': () => post(visitor, page, { headers: { 'sec-fetch-site': 'same-site' } }),
    'without a key': () => post(visitor, page, { fields: { ...allowing(page), key: '' } }),
    'with a made-up key': () => post(visitor, page, { fields: { ...allowing(page), key: `${Date.now() + 9e6}.x` } }),
    'with the key of another request': () =>
      post(visitor, page, { fields: { ...allowing(page), key: keyOf(stranger.page) } }),
    'in another browser': () => post(openVisitor(service), page),
    'in another person’s browser': () => post(stranger.visitor, page),
  };
  for (const [how, send] of Object.entries(wrong)) {
    const { status } = await send();
    assert.ok(status === 403 || status === 400, `${how}: ${status}`);
  }
  const { host } = new URL(url);
  const bare = { method: 'POST', body: new URLSearchParams(allowing(page)).toString() };
  const type = { 'content-type': 'application/x-www-form-urlencoded', host };
  assert.equal((await visitor.send(page.url, { ...bare, headers: type })).status, 403, 'without an origin');
  assert.equal((await connections(ana)).length, before);
  // Control: the same form, as the page sends it.
  const taken = await post(visitor, page);
  assert.equal(taken.status, 303);
  assert.equal((await connections(ana)).length, before + 1);
});

test('what was shown before somebody signed in, or signed out, is no form any more', async () => {
  const visitor = openVisitor(service);
  const first = await ask(visitor);
  const page = await signIn(visitor, first, ana);
  assert.equal((await post(visitor, page, { fields: { ...allowing(page), key: keyOf(first) } })).status, 403);
  const out = await visitor.submit(page, 'leave');
  assert.match(out.text, /Sign in to Daybook/);
  assert.equal((await post(visitor, page)).status, 403);
  assert.equal((await post(visitor, page, { fields: { ...allowing(page), key: keyOf(out) } })).status, 422);
});

test('allowing it twice at once allows it once', async () => {
  const { visitor, page } = await asked();
  const before = (await connections(ana)).length;
  await Promise.all(Array.from({ length: 5 }, () => post(visitor, page)));
  assert.equal((await connections(ana)).length, before + 1);
});

test('who is signed in is asked each time, and an answer is for one request', async () => {
  const visitor = openVisitor(service);
  await granted(service, app, { who: ana, visitor });
  const again = await ask(visitor);
  assert.match(again.text, /wants to act for you/);
  const { left } = await visitor.submit(again, 'decide', terms);
  assert.ok(left?.searchParams.get('code'));
  assert.equal((await post(visitor, again)).status, 400, 'it waits no more');
});

test('the cookie opens nothing else, and ends with its session', async () => {
  const { visitor, page } = await asked();
  const sessions = await service.api(ana.token, 'GET', '/auth/sessions');
  for (const { id, current } of sessions.body.data) {
    if (current !== true) await service.api(ana.token, 'DELETE', `/auth/sessions/${id}`);
  }
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const answer = await post(visitor, page);
  assert.equal(answer.status, 422);
  assert.match(await answer.text(), /You were signed out/);
  const signed = await visitor.send(`${url}/api/auth/me`, {});
  assert.equal(signed.status, 401);
});

test(
  'a wrong password is told without a hint whether the account exists, and attempts slow down',
  longTest,
  async () => {
    const slow = await startOauthService({ rateLimit: true });
    const who = await slow.register('Guessed');
    const client = await registerClient(slow);
    const visitor = openVisitor(slow);
    const page = await visitor.get(authorizeUrl(slow, client, { code_challenge: newVerifier().challenge }));
    const known = await visitor.submit(page, 'sign_in', { email: who.email, password: 'wrong' });
    const unknown = await visitor.submit(page, 'sign_in', { email: 'nobody@example.com', password: 'wrong' });
    const plain = ({ text }: Page) => text.replaceAll(/value="[^"]*"/g, '');
    assert.deepEqual([known.status, plain(known)], [unknown.status, plain(unknown)]);
    assert.match(known.text, /The e-mail address or the password is wrong/);
    assert.equal(known.text.includes('value="wrong"'), false);
    let last = known;
    for (let turn = 0; turn < 40 && last.status !== 429; turn += 1) {
      last = await visitor.submit(page, 'sign_in', { email: who.email, password: 'wrong' });
    }
    assert.equal(last.status, 429);
    assert.match(last.text, /Too many attempts\. Try again in /);
  },
);

test('a second factor is asked for, and each code works once', async () => {
  const who = await service.register('Careful');
  const { secret } = (await service.api(who.token, 'POST', '/auth/totp')).body;
  // Counted from one half minute, or the code that was used would be another one when the next begins.
  const step = totpStep(new Date().toISOString());
  const codeAt = (ahead: number) => totpCode(bytesOf(secret), step + ahead);
  await service.api(who.token, 'POST', '/auth/totp/confirm', { totp_code: codeAt(0) });
  const visitor = openVisitor(service);
  const page = await visitor.submit(await ask(visitor), 'sign_in', { email: who.email, password });
  assert.match(page.text, /This account uses two-factor authentication/);
  assert.equal(page.text.includes(password), false);
  const used = await visitor.submit(page, 'sign_in', { email: who.email, password, code: codeAt(0) });
  assert.match(used.text, /The code is wrong or was already used/);
  const inside = await visitor.submit(used, 'sign_in', { email: who.email, password, code: codeAt(1) });
  assert.match(inside.text, /wants to act for you/);
});

test('of several organisations the person chooses one, and it is that one alone', async () => {
  const many = await service.register('First house');
  const second = await service.api(many.token, 'POST', '/organizations', {
    name: 'Second house',
    country: 'DE',
    base_currency: 'EUR',
    timezone: 'Europe/Berlin',
  });
  const visitor = openVisitor(service);
  const page = await signIn(visitor, await ask(visitor), many);
  assert.match(page.text, /<select id="organization"/);
  const { verifier, challenge } = newVerifier();
  const again = await visitor.get(authorizeUrl(service, app, { code_challenge: challenge }));
  const fields = { ...terms, organization_id: second.body.id };
  const { left } = await visitor.submit(again, 'decide', fields);
  const code = left?.searchParams.get('code') ?? '';
  const { body } = await tokenRequest(service, codeFields(app, { code, verifier, left: left ?? new URL(url) }));
  const overview = await service.tool(body.access_token, 'get_business_overview', {});
  assert.equal(typeof overview.structuredContent, 'object');
  const guide = await service.send({ method: 'GET', path: '/api/mcp/v1/guide', token: body.access_token });
  assert.match(guide.text, /Second house/);
  assert.doesNotMatch(guide.text, /First house/);
  const foreign = await visitor.get(authorizeUrl(service, app, { code_challenge: challenge }));
  const refused = await visitor.submit(foreign, 'decide', { ...terms, organization_id: ana.organization });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /role="alert"/);
});

test('what it may do and how long is as the form said', async () => {
  const who = await service.register('Choosing');
  const choose = async (fields: Record<string, string>) => {
    await granted(service, app, { who, fields });
    return (await connections(who))[0];
  };
  const narrow = await choose({ preset: 'read_only', lasts: '30' });
  assert.equal(narrow.preset, 'read_only');
  const days = (Date.parse(narrow.expires_at) - Date.parse(narrow.created_at)) / 86_400_000;
  assert.ok(days > 29 && days < 31);
  assert.equal((await choose({ preset: 'draft_only', lasts: 'none' })).expires_at, null);
  const { visitor, page } = await asked(who);
  for (const fields of [{ preset: 'god' }, { lasts: '9999' }, { organization_id: 'org_x' }]) {
    const refused = await visitor.submit(page, 'decide', { ...terms, ...fields });
    assert.equal(refused.status, 422, JSON.stringify(fields));
  }
});

test('how much it may write alone is as the form said, in the currency of the books', async () => {
  const who = await service.register('Careful');
  const fields = { max_amount_per_write: '250,50', max_amount_per_day: ' 1000 ' };
  const answer = await tokenRequest(service, codeFields(app, await granted(service, app, { who, fields })));
  const { limits } = (await connections(who))[0];
  assert.deepEqual([limits.max_amount_per_write, limits.max_amount_per_day], [{ EUR: '250.50' }, { EUR: '1000.00' }]);
  const lines = [{ name: 'Work', quantity: '1', unit_price: '300.00' }];
  const sale = { lines, payments: [{ method: 'cash' }], idempotency_key: 'beyond' };
  const told = await service.tool(answer.body.access_token, 'record_sale', sale);
  assert.equal(told.structuredContent.limit, 'max_amount_per_write', JSON.stringify(told));
  const { visitor, page } = await asked(who);
  const refused = await visitor.submit(page, 'decide', { ...terms, max_amount_per_day: 'lots' });
  assert.deepEqual([refused.status, refused.left], [422, undefined]);
  assert.equal((await connections(who)).length, 1, 'what is no amount is no limit, and allows nothing');
});

test('a client cannot choose its own rights, and a viewer cannot give more than they have', async () => {
  const viewer = await service.colleague(ana, 'viewer');
  const made = await connected(service, viewer);
  const { body } = await service.api(made.access_token, 'GET', '/mcp/v1/actions');
  const { permissions } = (await service.api(viewer.token, 'GET', '/auth/me')).body;
  const needed = new Set<string>(body.data.map(({ permission }: { permission: string }) => permission));
  assert.ok(needed.has('clients:read') && !permissions.includes('clients:write'));
  assert.deepEqual([...needed.difference(new Set(permissions))], ['signed_in']);
});

test('a request that is over, or was made in another browser, is told so', async () => {
  const page = await ask(openVisitor(service));
  const elsewhere = await openVisitor(service).get(page.url);
  assert.equal(elsewhere.status, 400);
  assert.match(elsewhere.text, /this browser blocks cookies/);
});
