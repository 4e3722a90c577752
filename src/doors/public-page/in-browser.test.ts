/** The page that a link shows in a real browser: for eyes, for a screen reader, for a keyboard, and without scripts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { test, type TestContext } from 'node:test';
import { noteMissing, openTab, type Tab, type View } from '../../../test/support/browser.ts';
import { pageDeskOf } from '../../../test/support/public-page.ts';
import { startService } from '../../../test/support/running-service.ts';

const service = await startService();
const desk = await pageDeskOf(service);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const phone: View = { width: 390, height: 844 };
const desktop: View = { width: 1_280 };
const views: Readonly<Record<string, View>> = {
  'on a phone': phone,
  'on a small phone by night': { width: 320, height: 640, dark: true },
  'on a desktop': desktop,
  'on a desktop by night': { ...desktop, dark: true },
};

const long = 'Donaudampfschifffahrtsgesellschaftskapitaenskajuetenschluessel'.repeat(3);
const full = {
  title: 'Website and identity',
  ...{ notes: 'Work begins in May.', terms: 'Half of it in advance.\nThe rest on delivery.', buyer_reference: 'PO-7' },
  lines: [
    { name: 'Design', quantity: '1', unit_price: '2400', description: 'Two rounds.\nAll files.', unit: 'h' },
    { name: long, quantity: '12345.67', unit_price: '99999.99', discount: { type: 'percent', value: '10' } },
  ],
};

async function tabFor(t: TestContext): Promise<Tab | undefined> {
  const tab = await openTab(t);
  if (tab === undefined) noteMissing(t, 'The page of a document');
  return tab;
}

async function violationsIn(tab: Tab): Promise<string[]> {
  await tab.read(axe);
  const each = 'nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join(" "))';
  return tab.settled(`axe.run(document).then(({ violations }) => violations.flatMap(({ id, nodes }) => ${each}))`);
}

test('the page is legible for everybody, at every width, by day and by night, in both directions', async (t) => {
  const tab = await tabFor(t);
  if (tab === undefined) return;
  const { path: accepted } = await desk.quoted({ title: 'Answered' });
  for (const language of ['en', 'ar']) {
    const { path } = await desk.quoted({ ...full, language });
    for (const [how, view] of Object.entries(views)) {
      await tab.look(view);
      for (const address of [path, accepted, '/d/none']) {
        await tab.visit(`${service.url}${address}`);
        assert.deepEqual(await violationsIn(tab), [], `${language} ${how} ${address}`);
        const tooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
        assert.equal(await tab.read(tooWide), false, `${language} ${how} ${address} is too wide`);
      }
    }
  }
  const faults = tab.complaints.filter((text) => !text.includes('404'));
  assert.deepEqual(faults, []);
  const elsewhere = tab.asked.filter((url) => !url.startsWith(`${service.url}/d/`));
  assert.deepEqual(elsewhere, [], 'it asks for nothing but itself');
});

test('control: a page that cannot be read is seen to be', async (t) => {
  const tab = await tabFor(t);
  if (tab === undefined) return;
  await tab.visit(`${service.url}/d/none`);
  await tab.read(`document.body.innerHTML = '<img src="x"><p style="color:#ccc;background:#fff">pale</p>'`);
  assert.match((await violationsIn(tab)).join('\n'), /image-alt/);
});

test('a quote is accepted with the keyboard alone, without scripts', async (t) => {
  const tab = await tabFor(t);
  if (tab === undefined) return;
  const { quote, path } = await desk.quoted(full);
  await tab.look({ ...desktop, scripts: false });
  await tab.visit(`${service.url}${path}`);
  for (const expected of ['A', 'accept-name', 'BUTTON', 'SUMMARY']) {
    await tab.press('Tab');
    assert.equal(await tab.read('document.activeElement.id || document.activeElement.tagName'), expected);
  }
  await tab.read(`document.getElementById('accept-name').focus()`);
  await tab.type('Bea Buyer');
  await tab.pressing('Enter');
  assert.equal(await tab.read('location.pathname'), path);
  assert.match(await tab.read('document.body.innerText'), /Accepted by Bea Buyer on /);
  assert.equal((await desk.call('GET', `/documents/${quote.id}`)).accepted_by, 'Bea Buyer');
});

test('what is wrong with an answer is said next to the field, which has the focus', async (t) => {
  const tab = await tabFor(t);
  if (tab === undefined) return;
  const { path } = await desk.quoted();
  await tab.look({ ...phone, scripts: false });
  await tab.visit(`${service.url}${path}`);
  await tab.read(`document.querySelector('details').open = true; document.getElementById('decline-name').value = ' '`);
  await tab.read(`document.getElementById('reason').value = 'Too dear.'`);
  await tab.follow(`document.querySelector('form[action$=decline] button').click()`);
  assert.equal(await tab.read('document.activeElement.id'), 'decline-name');
  const described = `document.getElementById(document.activeElement.getAttribute('aria-describedby')).innerText`;
  assert.match(await tab.read(described), /Please write your name/);
  assert.equal(await tab.read(`document.getElementById('reason').value`), 'Too dear.');
  await tab.look(phone);
  assert.deepEqual(await violationsIn(tab), []);
});

test('no other site can show the page in a frame', async (t) => {
  const tab = await tabFor(t);
  if (tab === undefined) return;
  const { path } = await desk.quoted();
  const other = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(`<iframe src="${service.url}${path}"></iframe>`),
  );
  await new Promise<void>((listening) => void other.listen(0, '127.0.0.1', listening));
  t.after(() => other.close());
  const address = other.address();
  await tab.visit(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`);
  assert.match(tab.complaints.join('\n'), /frame-ancestors|X-Frame-Options/i);
});

test('on paper there are no forms', async (t) => {
  const tab = await tabFor(t);
  if (tab === undefined) return;
  const { path } = await desk.quoted(full);
  await tab.look({ width: 794, print: true, dark: true });
  await tab.visit(`${service.url}${path}`);
  assert.equal(await tab.read(`getComputedStyle(document.getElementById('answer')).display`), 'none');
  assert.equal(
    await tab.read(`getComputedStyle(document.querySelector('.sheet')).backgroundColor`),
    'rgb(255, 255, 255)',
  );
});
