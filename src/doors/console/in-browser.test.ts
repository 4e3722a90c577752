/** The pages in a real browser: for eyes, screen readers and keyboards, without scripts, and against other sites. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { openTab, type Tab, type View } from '../../../test/support/browser.ts';
import { longTest } from '../../../test/support/dose.ts';
import { assertLegible } from '../../../test/support/legible.ts';
import { startOauthService } from '../../../test/support/oauth.ts';
import { password } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await startOauthService();
const ana = await service.register('Nordwind Studio');
const looked = 'The pages of AI clients';
const views: readonly View[] = [
  { width: 390, height: 844 },
  { width: 320, height: 640, dark: true },
  { width: 1_280 },
  { width: 1_280, dark: true },
];
const payloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(2)>',
  '</title><svg onload=alert(3)>',
  '</pre></details><iframe srcdoc="<script>parent.alert(4)</script>">',
  '\u202e<b>evil</b>\u200b',
];

async function done(method: string, path: string, body: object = {}): Promise<Wire> {
  const answer = await service.api(ana.token, method, path, body, { 'idempotency-key': crypto.randomUUID() });
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
}

/** A sale of somebody with such a name that a client with such a name wants to void. */
async function waiting(name: string): Promise<{ readonly sale: Wire; readonly path: string }> {
  const token = await service.mcpToken(ana, { name: name.slice(0, 90), preset: 'standard' });
  const clientInfo = { name, version: '1' };
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello };
  await service.send({ method: 'POST', path: '/api/mcp/mcp', token, body, headers: { accept: 'application/json' } });
  const client = await done('POST', '/clients', { type: 'business', display_name: name });
  const lines = [{ name, quantity: '2', unit_price: '50.00' }];
  const { id } = await done('POST', '/sales', { client_id: client.id, lines, notes: name });
  const sale = await done('POST', `/sales/${id}/confirm`);
  const call = { name: 'void_sale', arguments: { id, reason: name } };
  const { structuredContent: told } = await service.tool(token, 'run_destructive_action', call);
  return { sale, path: `/approvals/${told.approval_id}` };
}

async function enter(tab: Tab, path: string): Promise<void> {
  await tab.visit(`${service.url}${path}`);
  await tab.read(`document.getElementById('email').value = ${JSON.stringify(ana.email)}`);
  await tab.read(`document.getElementById('password').value = ${JSON.stringify(password)}`);
  await tab.follow(`document.querySelector('form button').click()`);
}

async function look(tab: Tab, what: string): Promise<void> {
  for (const view of views) {
    const how = `${what}, ${JSON.stringify(view)}`;
    await tab.look(view);
    await assertLegible(tab.settled, how);
  }
}

const opened = `for (const part of document.querySelectorAll('details')) part.removeAttribute('name');
  for (const part of document.querySelectorAll('details')) part.open = true`;

test('the pages are legible for everybody, at every width, by day and by night', longTest, async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  const asked = await tab.watch();
  const { path } = await waiting('Leather notebook');
  await enter(tab, path);
  const { data } = (await service.api(ana.token, 'GET', '/mcp/tokens')).body;
  for (const page of [path, '/approvals', '/connect', '/connect/new', `/connect/tokens/${data[0].id}`]) {
    await tab.visit(`${service.url}${page}`);
    await tab.read(opened);
    await look(tab, page);
  }
  for (const page of ['/approvals/nothing', '/connect/activity', '/connect/doctor']) {
    await tab.visit(`${service.url}${page}`);
    await look(tab, page);
  }
  assert.deepEqual(
    tab.complaints.filter((text) => !/4(04|22)/.test(text)),
    [],
  );
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(`${service.url}/approvals`) && !url.startsWith(`${service.url}/connect`)),
    [],
    'they ask for nothing but themselves',
  );
});

test('a write is approved with the keyboard alone, without scripts', longTest, async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  const { sale, path } = await waiting('By keyboard');
  await tab.look({ width: 1_280, scripts: false });
  await tab.visit(`${service.url}${path}`);
  await tab.comes(`document.activeElement.id === 'email'`);
  await tab.type(ana.email);
  await tab.press('Tab');
  await tab.type(password);
  await tab.pressing('Enter');
  await tab.press('Tab');
  assert.equal(await tab.read('document.activeElement.className'), 'skip', 'the first leads past the bar');
  const isApprove = `document.activeElement.matches('button.primary')`;
  for (let turn = 0; turn < 30 && !(await tab.read(isApprove)); turn += 1) await tab.press('Tab');
  assert.equal(await tab.read(isApprove), true);
  await tab.pressing('Enter');
  assert.match(await tab.read('document.body.innerText'), /Approved by/);
  assert.equal((await service.api(ana.token, 'GET', `/sales/${sale.id}`)).body.status, 'voided');
});

test('what clients call themselves and what people typed is text, wherever it stands', longTest, async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  await enter(tab, '/approvals');
  for (const name of payloads) {
    const { path } = await waiting(name);
    for (const page of [path, '/approvals', '/connect', '/connect/activity']) {
      await tab.visit(`${service.url}${page}`);
      await tab.read(opened);
      const scripts = page === '/connect' ? 1 : 0;
      const foreign = `document.querySelectorAll('script,iframe,img,main svg,main b>b,.rows b b').length`;
      assert.equal(await tab.read(foreign), scripts, `${page} with ${name}`);
      assert.equal(await tab.read(`document.body.innerText.includes('\\u202e')`), false, page);
    }
  }
  await tab.read('new Promise((resolve) => setTimeout(resolve, 300))');
  assert.deepEqual(tab.complaints, []);
});

test('a page copies what there is to copy where scripts run', async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  await enter(tab, '/connect');
  const kept = `new Promise((done) => { navigator.clipboard.writeText = async (text) => done(text);
    document.querySelector('.snippet button').click() })`;
  assert.equal(await tab.settled(kept), `${service.url}/api/mcp/mcp`);
  assert.equal(await tab.settled(`Promise.resolve(document.getElementById('copying').textContent)`), 'Copied');
});

test('no other site can show a page in a frame, nor send its forms', async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  const { sale, path } = await waiting('Framed');
  await enter(tab, path);
  const page = await tab.read('location.href');
  const key = await tab.read(`document.querySelector('[name=key]').value`);
  const inputs = [`<input name="key" value="${key}">`, '<input name="deed" value="approve">'].join('');
  const other = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<iframe src="${page}"></iframe><form method="post" action="${page}">${inputs}</form>`),
  );
  await new Promise<void>((listening) => void other.listen(0, '127.0.0.1', listening));
  t.after(() => other.close());
  const at = other.address();
  await tab.visit(`http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}/`);
  assert.match(tab.complaints.join('\n'), /frame-ancestors|X-Frame-Options/i);
  await tab.follow(`document.querySelector('form').submit()`);
  assert.doesNotMatch(await tab.read('document.body.innerText'), /Approved by/);
  const status = async () => (await service.api(ana.token, 'GET', `/sales/${sale.id}`)).body.status;
  assert.equal(await status(), 'confirmed');
  // Control: the same form, on its own page.
  await tab.visit(page);
  await tab.follow(`document.querySelector('button.primary').click()`);
  assert.equal(await status(), 'voided');
});
