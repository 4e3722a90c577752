import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openPageCookie } from './signed-in/page-cookie.ts';
import { mistyped } from '../../test/support/mistyped.ts';
import { type Headers, password, secrets, startService } from '../../test/support/running-service.ts';

const publicUrl = 'https://books.example';
const service = await startService({ publicUrl });
const ana = await service.register('Ana');
const mark = { 'daybook-console': '1' };

type Sent = { readonly method?: string; readonly body?: object; readonly headers?: Headers };
const ask = (path: string, { method = 'GET', body, headers = {} }: Sent = {}) =>
  service.send({ method, path: `/api${path}`, body, headers: { 'idempotency-key': randomUUID(), ...headers } });

async function signedIn(): Promise<string> {
  const body = { email: ana.email, password };
  const answer = await ask('/auth/login', { method: 'POST', body, headers: mark });
  assert.deepEqual([answer.status, answer.text], [204, ''], 'no token reaches the script');
  return cookieOf(answer.headers);
}
function cookieOf(headers: { readonly 'set-cookie'?: unknown }): string {
  const [line] = headers['set-cookie'] as string[];
  assert.match(line ?? '', /; HttpOnly; SameSite=Lax/);
  return String(line).split(';', 1)[0] ?? '';
}

test('pages of the service call its API by their cookie, and the audit log says so', async () => {
  const cookie = await signedIn();
  const headers = { ...mark, cookie };
  const made = await ask('/clients', { method: 'POST', body: { type: 'business', display_name: 'Zebra' }, headers });
  assert.equal(made.status, 201, made.text);
  const { body } = await service.api(ana.token, 'GET', `/audit-log?target_id=${made.body.id}`);
  assert.deepEqual(
    body.data.map((entry: { action: string; door: string }) => [entry.action, entry.door]),
    [['create_client', 'console']],
  );
});

test('nobody else opens the API by it', async () => {
  const cookie = await signedIn();
  const refused: Record<string, Headers> = {
    'a form or a link, which cannot send the mark': { cookie },
    'another site': { ...mark, cookie, 'sec-fetch-site': 'cross-site' },
    'a neighbour of ours': { ...mark, cookie, 'sec-fetch-site': 'same-site' },
    'a page of elsewhere, in a browser that says no site': { ...mark, cookie, origin: 'https://evil.example' },
    'somebody without a cookie': mark,
    'somebody with a cookie that is not ours': { ...mark, cookie: mistyped(cookie) },
  };
  for (const [who, headers] of Object.entries(refused)) {
    assert.equal((await ask('/auth/me', { headers })).status, 401, who);
  }
  for (const headers of [{}, { origin: service.url }, { origin: publicUrl }, { 'sec-fetch-site': 'same-origin' }]) {
    assert.equal((await ask('/auth/me', { headers: { ...mark, cookie, ...headers } })).status, 200, 'control');
  }
});

test('what a page reads by itself keeps no sign-in alive', async () => {
  const aWhileAgo = new Date(Date.now() - 10 * 60 * 1_000).toISOString();
  const [cookie = ''] = openPageCookie({ secrets, publicUrl, now: () => aWhileAgo })
    .set(ana.token)
    .split(';', 1);
  const read = (by: string) => ask('/auth/me', { headers: { 'daybook-console': by, cookie } });
  const [background, used] = [await read('background'), await read('1')];
  assert.deepEqual([background.status, background.headers['set-cookie']], [200, undefined]);
  assert.equal(used.status, 200);
  assert.notEqual(used.headers['set-cookie'], undefined, 'control');
});

test('a program with an access token is who the token says, whatever else it sends', async () => {
  const cookie = await signedIn();
  const berta = await service.register('Berta');
  const headers = { ...mark, cookie, authorization: `Bearer ${berta.token}` };
  assert.equal((await ask('/auth/me', { headers })).body.user.email, berta.email);
});

test('another organisation is moved to in the cookie', async () => {
  const cookie = await signedIn();
  const organization = { name: 'Second', country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };
  const second = await service.api(ana.token, 'POST', '/organizations', organization);
  assert.equal(second.status, 201, second.text);
  const body = { organization_id: second.body.id };
  const moved = await ask('/auth/switch', { method: 'POST', body, headers: { ...mark, cookie } });
  assert.deepEqual([moved.status, moved.text], [204, '']);
  const now = await ask('/auth/me', { headers: { ...mark, cookie: cookieOf(moved.headers) } });
  assert.equal(now.body.organization.name, 'Second');
});
