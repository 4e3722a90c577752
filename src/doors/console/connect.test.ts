/** The pages on which people connect AI clients, and look after those that are connected. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  connected,
  openVisitor,
  type Page,
  signIn,
  startOauthService,
  type Visitor,
} from '../../../test/support/oauth.ts';
import type { SignedIn } from '../../../test/support/running-service.ts';
import { mcpClientGuides, isPublic } from './client-guides.ts';

const service = await startOauthService();
const { url } = service;
const ana = await service.register('Acme');

async function at(path: string, who: SignedIn = ana): Promise<{ visitor: Visitor; page: Page }> {
  const visitor = openVisitor(service);
  return { visitor, page: await signIn(visitor, await visitor.get(`${url}${path}`), who) };
}

const words = ({ text }: Page) => (text.split('</style>')[1] ?? '').replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
const secretIn = ({ text }: Page) => /svc_[0-9a-f]{64}/.exec(text)?.[0];
const listed = async (who: SignedIn = ana) => (await service.api(who.token, 'GET', '/mcp/tokens')).body.data;
const form = { name: 'Cursor', preset: 'standard', lasts: '30' };

test('the page shows for each client what to copy, with the address of this service', async () => {
  const { page } = await at('/connect');
  const address = `${url}/api/mcp/mcp`;
  assert.ok(page.text.includes(`claude mcp add --transport http daybook ${address}`));
  for (const { name } of mcpClientGuides(url)) assert.ok(page.text.includes(name), name);
  assert.match(words(page), /ChatGPT .* reachable only from this computer or its network/);
  assert.match(words(page), /Nothing is connected yet/);
});

test('the bundle is at the address that people know the service by, whatever path that has', () => {
  const [bundle] = mcpClientGuides('https://books.example.com/daybook').flatMap(
    ({ byToken }) => byToken?.install ?? [],
  );
  assert.equal(bundle?.href, 'https://books.example.com/daybook/api/mcp/daybook.mcpb');
});

test('an address is public only where the internet finds it by HTTPS', () => {
  const inside = ['http://books.example.com', 'https://localhost', 'https://127.0.0.1:4400', 'https://10.1.2.3'];
  for (const address of [...inside, 'https://192.168.1.2', 'https://[::1]', 'https://books.local', 'https://nas']) {
    assert.equal(isPublic(address), false, address);
  }
  for (const address of ['https://books.example.com/daybook', 'https://172.15.1.1', 'https://10.example.com']) {
    assert.equal(isPublic(address), true, address);
  }
});

test('every snippet is what a machine can read, and has the token where there is one', () => {
  for (const { id, byToken } of mcpClientGuides('https://books.example.com', 'svc_secret')) {
    const text = byToken?.snippet;
    if (text === undefined) continue;
    assert.ok(text.includes('Bearer svc_secret') && text.includes('https://books.example.com/api/mcp/mcp'), id);
    if (text.startsWith('{')) JSON.parse(text);
  }
});

test('a token is made as the form says, shown once, and opens the MCP address', async () => {
  const { visitor, page } = await at('/connect/new');
  const limits = { max_amount_per_write: '500,00', max_writes_per_day: '20' };
  const made = await visitor.submit(page, 'make', { ...form, ...limits, toolsets: 'sales', preset: 'draft_only' });
  assert.match(made.url, /\/connect\/tokens\/mcpt_/);
  const secret = secretIn(made);
  assert.ok(secret);
  assert.match(words(made), /It is shown only once/);
  assert.match(words(made), /Prepare .* Areas Sales .* €500\.00 per write; 20 writes per day/);
  assert.ok(made.text.includes(`Bearer ${secret}`), 'with it in what there is to copy');
  const [record] = await listed();
  assert.deepEqual([record.name, record.preset, record.toolsets], ['Cursor', 'draft_only', ['sales']]);
  assert.deepEqual(record.limits.max_amount_per_write, { EUR: '500.00' });
  const days = (Date.parse(record.expires_at) - Date.parse(record.created_at)) / 86_400_000;
  assert.ok(days > 29 && days < 31);
  const guide = await service.send({ method: 'GET', path: '/api/mcp/v1/guide', token: secret });
  assert.equal(guide.status, 200);
  // Again, and in another browser of the same person, it is shown no more.
  assert.equal(secretIn(await visitor.get(made.url)), undefined);
  assert.equal(secretIn((await at(new URL(made.url).pathname)).page), undefined);
  assert.equal((await listed()).length, 1, 'and reloading made no other');
});

test('a form that cannot be done comes back with what is wrong, and makes nothing', async () => {
  const { visitor, page } = await at('/connect/new');
  const before = (await listed()).length;
  const wrong = [{ name: '' }, { preset: 'god' }, { lasts: '9999' }, { toolsets: 'nonsense' }];
  for (const fields of [...wrong, { max_amount_per_write: '1.234' }, { max_writes_per_day: 'many' }]) {
    const again = await visitor.submit(page, 'make', { ...form, ...fields });
    assert.equal(again.status, 422, JSON.stringify(fields));
    assert.match(again.text, /role="alert"/);
  }
  const kept = await visitor.submit(page, 'make', { ...form, name: '<b>"Mine"', lasts: 'x' });
  assert.ok(kept.text.includes('value="&lt;b&gt;&quot;Mine&quot;"'));
  assert.equal((await listed()).length, before);
});

test('a token made for some addresses says so on its page, and an odd one comes back as it was written', async () => {
  const who = await service.register('Office');
  const { visitor, page } = await at('/connect/new', who);
  const odd = await visitor.submit(page, 'make', { ...form, ip_allow: '10.0.0.0/8\r\noffice' });
  assert.equal(odd.status, 422);
  assert.match(words(odd), /Write an address or a range/);
  assert.match(odd.text, />\s*10\.0\.0\.0\/8\r?\noffice<\/textarea/);
  const made = await visitor.submit(odd, 'make', { ...form, ip_allow: '10.1.2.3/8\r\n 203.0.113.7,\r\n' });
  assert.match(words(made), /Allowed IP addresses 10\.0\.0\.0\/8, 203\.0\.113\.7/);
  const [record] = await listed(who);
  assert.deepEqual(record.ip_allow, ['10.0.0.0/8', '203.0.113.7']);
  const open = await visitor.submit(await visitor.get(`${url}/connect/new`), 'make', { ...form, ip_allow: ' ' });
  assert.match(words(open), /Allowed IP addresses any address/);
});

test('a token gets a new secret, or ends, from its own page alone', async () => {
  const who = await service.register('Keeper');
  const { visitor, page } = await at('/connect/new', who);
  const made = await visitor.submit(page, 'make', form);
  const old = secretIn(made) ?? '';
  const opens = async (secret: string) =>
    (await service.send({ method: 'GET', path: '/api/mcp/v1/guide', token: secret })).status === 200;
  const rotated = await visitor.submit(made, 'rotate', { grace: '0' });
  const secret = secretIn(rotated) ?? '';
  assert.notEqual(secret, old);
  assert.deepEqual([await opens(old), await opens(secret)], [false, true]);
  const bare = await visitor.send(made.url, {
    method: 'POST',
    body: 'deed=revoke',
    headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.equal(bare.status, 403);
  assert.equal(await opens(secret), true);
  const ended = await visitor.submit(rotated, 'revoke', { reason: 'No longer used' });
  assert.match(words(ended), /Ended/);
  assert.equal(ended.text.includes('value="revoke"'), false);
  assert.equal(await opens(secret), false);
  const inbox = await visitor.get(`${url}/connect`);
  assert.match(words(inbox), /Nothing is connected yet\. Create a token Ended \(1\) Cursor/);
});

test('a client that signed in is listed with where it returns to, and ended like a token', async () => {
  const who = await service.register('Connected');
  const { access_token: access } = await connected(service, who);
  const { visitor, page } = await at('/connect', who);
  assert.match(words(page), /Test app Signed in/);
  const id = /\/connect\/tokens\/(mcpt_\w+)/.exec(page.text)?.[1];
  const one = await visitor.get(`${url}/connect/tokens/${id}`);
  assert.match(words(one), /Returns to app\.example\.com/);
  assert.equal(one.text.includes('value="rotate"'), false, 'its client holds its tokens');
  await visitor.submit(one, 'revoke');
  assert.equal((await service.send({ method: 'GET', path: '/api/mcp/v1/guide', token: access })).status, 401);
});

test('tokens of others are theirs: who may not see them finds nothing, who may see them cannot end them', async () => {
  const { visitor, page } = await at('/connect/new');
  const made = await visitor.submit(page, 'make', { ...form, name: 'Of the owner' });
  const path = new URL(made.url).pathname;
  const rival = await at(path, await service.register('Rival'));
  assert.equal(rival.page.status, 404);
  assert.equal(rival.page.text.includes('Of the owner'), false);
  const viewer = await service.colleague(ana, 'viewer');
  const seen = await at(path, viewer);
  assert.ok(seen.page.status === 404 || !seen.page.text.includes('value="revoke"'));
  assert.ok((await seen.visitor.submit(seen.page, 'revoke')).status >= 403);
  assert.ok(
    (await listed()).some(
      ({ name, status }: { name: string; status: string }) => name === 'Of the owner' && status === 'active',
    ),
  );
});

test('the activity shows what clients wrote and takes it back, and nothing of other organisations', async () => {
  const who = await service.register('Written');
  const token = await service.mcpToken(who, { name: 'Scribe' });
  const input = { type: 'business', display_name: 'Mill <script>alert(1)</script>' };
  await service.tool(token, 'create_client', input);
  const { visitor, page } = await at('/connect/activity', who);
  assert.match(words(page), /Create client .* Mill &lt;script&gt;alert\(1\)&lt;\/script&gt; .* through Scribe/);
  const [{ id }] = await listed(who);
  assert.match(words(await visitor.get(`${url}/connect/activity?token=${id}`)), /Create client/);
  assert.equal((await visitor.get(`${url}/connect/activity?token=__proto__`)).status, 404);
  // Its owner takes it back, by the page alone.
  const made = async () => (await service.api(who.token, 'GET', '/clients')).body.data.length;
  const undo = /name="id" value="(\w+)"/.exec(page.text)?.[1] ?? '';
  const forged = await visitor.send(page.url, {
    method: 'POST',
    body: new URLSearchParams({ deed: 'undo', id: undo }).toString(),
    headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.deepEqual([forged.status, await made()], [403, 1]);
  const back = await visitor.submit(page, 'undo', { id: undo });
  assert.match(words(back), /Undone by Written/);
  assert.equal(await made(), 0);
  const again = await visitor.submit(page, 'undo', { id: undo });
  assert.equal(again.status, 409);
  assert.match(words(again), /It was already undone/);
  const { page: other } = await at('/connect/activity');
  assert.equal(other.text.includes('Mill'), false);
});
