/** The page that a link shows in a real browser: for eyes, for a screen reader, for a keyboard, and without scripts. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { openTab, type View } from '../../../test/support/browser.ts';
import { assertLegible, violationsIn } from '../../../test/support/legible.ts';
import { createBrandedFixture } from '../../../test/support/branded-page.ts';
import { createPageFixture } from '../../../test/support/public-page.ts';
import { startService } from '../../../test/support/running-service.ts';
import { pdfOf, pngOf, upload } from '../../../test/support/uploading.ts';

const service = await startService();
const fixture = await createPageFixture(service);
const looked = 'The page of a document';

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
  notes: 'Work begins in May.',
  terms: 'Half of it in advance.\nThe rest on delivery.',
  buyer_reference: 'PO-7',
  lines: [
    { name: 'Design', quantity: '1', unit_price: '2400', description: 'Two rounds.\nAll files.', unit: 'h' },
    { name: long, quantity: '12345.67', unit_price: '99999.99', discount: { type: 'percent', value: '10' } },
  ],
};

async function fileCalled(name: string): Promise<string> {
  const bytes = pdfOf(name);
  return (await upload(service, { token: fixture.who.token, bytes, filename: 'plan.pdf', fields: { name } })).body.id;
}

test('the page is legible for everybody, at every width, by day and by night, in both directions', async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  const asked = await tab.watch();
  const { path: accepted } = await fixture.quoted({ title: 'Answered' });
  for (const language of ['en', 'de', 'ar']) {
    const attachment_ids = [await fileCalled(`${long} ${language}.pdf`), await fileCalled('مخطط.pdf')];
    const { path } = await fixture.quoted({ ...full, language, attachment_ids });
    for (const [how, view] of Object.entries(views)) {
      await tab.look(view);
      for (const address of [path, accepted, '/d/none']) {
        await tab.visit(`${service.url}${address}`);
        await assertLegible(tab.settled, `${language} ${how} ${address}`);
      }
    }
  }
  const faults = tab.complaints.filter((text) => !text.includes('404'));
  assert.deepEqual(faults, []);
  const elsewhere = asked.filter((url) => !url.startsWith(`${service.url}/d/`));
  assert.deepEqual(elsewhere, [], 'it asks for nothing but itself');
});

test('a page with a logo, a colour and a code to pay by is legible too, and asks for nothing elsewhere', async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  const asked = await tab.watch();
  const branded = await createBrandedFixture(service, pngOf(), 'Südwind');
  for (const language of ['en', 'de', 'ar']) {
    const invoice = await branded.linked({ type: 'invoice', language, due_date: '2090-01-31' });
    const note = await branded.delivered({ language });
    for (const [how, view] of Object.entries(views)) {
      await tab.look(view);
      for (const { path } of [invoice, note]) {
        await tab.visit(`${service.url}${path}`);
        await assertLegible(tab.settled, `${language} ${how} ${path}`);
        assert.ok((await tab.read('document.querySelector(".logo img").naturalWidth')) > 0, 'the logo is there');
      }
    }
  }
  assert.deepEqual(tab.complaints, []);
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(`${service.url}/d/`)),
    [],
  );
});

test('control: a page that cannot be read is seen to be', async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  await tab.visit(`${service.url}/d/none`);
  await tab.read(`document.body.innerHTML = '<img src="x"><p style="color:#ccc;background:#fff">pale</p>'`);
  assert.match((await violationsIn(tab.settled)).join('\n'), /image-alt/);
});

test('a quote is accepted with the keyboard alone, without scripts', async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  const { quote, path } = await fixture.quoted(full);
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
  assert.equal((await fixture.call('GET', `/documents/${quote.id}`)).accepted_by, 'Bea Buyer');
});

test('what is wrong with an answer is said next to the field, which has the focus', async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  const { path } = await fixture.quoted();
  await tab.look({ ...phone, scripts: false });
  await tab.visit(`${service.url}${path}`);
  await tab.read(`document.querySelector('details').open = true; document.getElementById('decline-name').value = ' '`);
  await tab.read(`document.getElementById('reason').value = 'Too dear.'`);
  await tab.follow(`document.querySelector('form[action$=decline] button').click()`);
  await tab.comes(`document.activeElement.id === 'decline-name'`);
  const described = `document.getElementById(document.activeElement.getAttribute('aria-describedby')).innerText`;
  assert.match(await tab.read(described), /Please enter your name/);
  assert.equal(await tab.read(`document.getElementById('reason').value`), 'Too dear.');
  await tab.look(phone);
  assert.deepEqual(await violationsIn(tab.settled), []);
});

test('no other site can show the page in a frame', async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  const { path } = await fixture.quoted();
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
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  const { path } = await fixture.quoted(full);
  await tab.look({ width: 794, print: true, dark: true });
  await tab.visit(`${service.url}${path}`);
  assert.equal(await tab.read(`getComputedStyle(document.getElementById('answer')).display`), 'none');
  assert.equal(
    await tab.read(`getComputedStyle(document.querySelector('.sheet')).backgroundColor`),
    'rgb(255, 255, 255)',
  );
});
