/** The pages in a real browser: for eyes, screen readers and keyboards, without scripts, and against other sites. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { openTab, type Tab, type View } from '../../../test/support/browser.ts';
import { longTest } from '../../../test/support/dose.ts';
import { assertLegible, violationsIn } from '../../../test/support/legible.ts';
import { authorizeUrl, newVerifier, registerClient, startOauthService } from '../../../test/support/oauth.ts';
import { password } from '../../../test/support/running-service.ts';

const service = await startOauthService();
const ana = await service.register('Nordwind Studio');
const looked = 'The page where an app is allowed';
const views: Readonly<Record<string, View>> = {
  'on a phone': { width: 390, height: 844 },
  'on a small phone by night': { width: 320, height: 640, dark: true },
  'on a desktop': { width: 1_280 },
  'on a desktop by night': { width: 1_280, dark: true },
};

const addressFor = async (metadata: object = {}) =>
  authorizeUrl(service, await registerClient(service, metadata), { code_challenge: newVerifier().challenge });

async function enter(tab: Tab): Promise<void> {
  await tab.read(`document.getElementById('email').value = ${JSON.stringify(ana.email)}`);
  await tab.read(`document.getElementById('password').value = ${JSON.stringify(password)}`);
  await tab.follow(`document.querySelector('form button').click()`);
}

async function look(tab: Tab, what: string, language = 'en'): Promise<void> {
  for (const [how, view] of Object.entries(views)) {
    await tab.look({ ...view, language });
    await assertLegible(tab.settled, `${what} ${how}`);
  }
}

test('the pages are legible for everybody, at every width, by day and by night', longTest, async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  const asked = await tab.watch();
  await tab.visit(`${service.url}/api/mcp/oauth/authorize?client_id=none`);
  await look(tab, 'an error');
  await tab.visit(await addressFor({ client_name: 'A long name '.repeat(8) }));
  await look(tab, 'signing in');
  await tab.read(`document.getElementById('email').value = 'nobody@example.com'`);
  await tab.read(`document.getElementById('password').value = 'wrong'`);
  await tab.follow(`document.querySelector('form button').click()`);
  await tab.comes(`document.activeElement.id === 'password'`);
  await look(tab, 'signing in again');
  await enter(tab);
  assert.match(await tab.read('document.body.innerText'), /wants to act for you/);
  await look(tab, 'allowing');
  assert.deepEqual(
    tab.complaints.filter((text) => !/4(00|22)/.test(text)),
    [],
  );
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(`${service.url}/api/mcp/oauth/`)),
    [],
    'they ask for nothing but themselves',
  );
});

test('the pages are as legible from right to left', longTest, async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  await tab.look({ width: 1_280, language: 'ar' });
  await tab.visit(`${service.url}/api/mcp/oauth/authorize?client_id=none`);
  assert.match(await tab.read('document.body.innerText'), /لا يمكن إجراء هذا الربط/);
  await look(tab, 'an error', 'ar');
  await tab.visit(await addressFor());
  await look(tab, 'signing in', 'ar');
  await enter(tab);
  assert.equal(await tab.read('getComputedStyle(document.querySelector("h1")).direction'), 'rtl');
  assert.match(await tab.read('document.body.innerText'), /نيابةً عنك/);
  await look(tab, 'allowing', 'ar');
});

test('control: a page that cannot be read is seen to be', async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  await tab.visit(await addressFor());
  await tab.read(`document.querySelector('label').remove(); document.body.innerHTML += '<img src="x">'`);
  assert.match((await violationsIn(tab.settled)).join('\n'), /label[^]*image-alt|image-alt[^]*label/);
});

test('an app is allowed with the keyboard alone, without scripts', async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  await tab.look({ width: 1_280, scripts: false });
  await tab.visit(await addressFor());
  await tab.comes(`document.activeElement.id === 'email'`);
  await tab.type(ana.email);
  await tab.press('Tab');
  await tab.type(password);
  await tab.pressing('Enter');
  const focus = () => tab.read('document.activeElement.id || document.activeElement.value');
  const reached: string[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    await tab.press('Tab');
    reached.push(await focus());
  }
  assert.deepEqual(reached.slice(0, 6), ['standard', 'areas', 'limits', 'lasts', 'allow', 'deny']);
  assert.match(await tab.read('document.activeElement.innerText'), /another account/);
});

const payloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(2)>',
  "' autofocus onfocus=alert(3) x='",
  '</title><svg onload=alert(4)>',
  '</style><script>alert(5)</script>',
  '${alert(6)}{{alert(6)}}',
  '<iframe srcdoc="<script>parent.alert(7)</script>">',
  '\u202e<b>evil</b>\u200b',
];

test('what an app calls itself is a text, whatever it says', async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  for (const name of payloads) {
    await tab.visit(await addressFor({ client_name: name }));
    const isSignedIn = (await tab.read(`document.getElementById('password') === null`)) === true;
    if (!isSignedIn) await enter(tab);
    assert.match(await tab.read(`document.querySelector('h1').innerText`), /wants to act for you/, name);
    assert.equal(await tab.read(`document.querySelectorAll('script,iframe,img,h1 b').length`), 0, name);
  }
  await tab.read('new Promise((resolve) => setTimeout(resolve, 300))');
  assert.deepEqual(tab.complaints, []);
});

test('control: a page that lets a name be markup is seen to', async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  const careless = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(`<h1>${payloads[0]} wants</h1>`),
  );
  await new Promise<void>((listening) => void careless.listen(0, '127.0.0.1', listening));
  t.after(() => careless.close());
  const at = careless.address();
  await tab.visit(`http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}/`);
  assert.match(tab.complaints.join('\n'), /dialog: 1/);
});

test('no other site can show a page in a frame, nor send its forms', async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  await tab.visit(await addressFor());
  await enter(tab);
  const page = await tab.read('location.href');
  const key = await tab.read(`document.querySelector('[name=key]').value`);
  const organization = await tab.read(`document.querySelector('[name=organization_id]').value`);
  const fields = {
    key,
    deed: 'decide',
    decision: 'allow',
    preset: 'full',
    lasts: 'none',
    organization_id: organization,
  };
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
  const other = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<iframe src="${page}"></iframe><form method="post" action="${page}">${inputs.join('')}</form>`),
  );
  await new Promise<void>((listening) => void other.listen(0, '127.0.0.1', listening));
  t.after(() => other.close());
  const at = other.address();
  await tab.visit(`http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}/`);
  assert.match(tab.complaints.join('\n'), /frame-ancestors|X-Frame-Options/i);
  await tab.follow(`document.querySelector('form').submit()`);
  assert.match(await tab.read('document.body.innerText'), /form_refused/);
  const { body } = await service.api(ana.token, 'GET', '/mcp/tokens?kind=connection');
  assert.deepEqual(body.data, []);
});
