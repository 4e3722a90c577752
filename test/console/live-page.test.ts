/** The page of an invoice beside the form that it is written in, in a real browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tab } from '../support/browser.ts';
import { heading, idle, openConsole, shown } from '../support/console.ts';
import { field, fill, press, save } from '../support/console-hands.ts';
import { violationsIn } from '../support/legible.ts';

const { service, shop, at, open } = await openConsole();
const { call, fresh, ids } = shop;

const page = `document.querySelector('.live img')`;
/** The page stands, and is that of what is typed. */
const isSet = `document.querySelector('.live')?.dataset.old === 'false' && ${page}?.naturalWidth > 0`;

/** Waits for the page of what was just typed, which is another picture than the one before. */
async function turned(tab: Tab, before: string): Promise<string> {
  await tab.comes(`${isSet} && ${page}.src !== ${JSON.stringify(before)}`);
  return tab.read(`${page}.src`);
}

test('an invoice is typed beside its page, kept, opened again and changed', async (t) => {
  const tab = await open(t, 'An invoice and its page');
  if (tab === undefined) return;
  const name = fresh('binder');
  await call('create_client', { type: 'business', display_name: name });
  const { total: before } = await counted();
  await tab.visit(at('/documents/new'));
  await tab.comes(`${idle} && ${shown('Choose a client and add a line to see the page.')}`);
  assert.equal(await tab.read(`document.querySelector('main [role=alert]')`), null);
  await fill(tab, 'Client', name);
  await tab.comes(`${idle} && document.querySelector('[role=option]')?.innerText.includes(${JSON.stringify(name)})`);
  await tab.press('Enter');
  await fill(tab, 'Or in words', 'Quarter binding');
  await fill(tab, 'Price', '120');
  const first = await turned(tab, '');
  await fill(tab, 'Qty', '2');
  const second = await turned(tab, first);
  await fill(tab, 'Heading', 'For the archive');
  await turned(tab, second);
  assert.deepEqual(await violationsIn(tab.settled), []);
  assert.equal((await counted()).total, before, 'looking keeps nothing');
  await save(tab);
  await tab.comes(`location.pathname.startsWith('/documents/doc_') && ${idle} && ${shown('PDF')}`);
  const id = (await tab.read('location.pathname')).split('/').at(-1);
  await tab.visit(at(`/documents/${id}/edit`));
  const kept = await turned(tab, '');
  await fill(tab, 'Qty', '5');
  await turned(tab, kept);
  assert.deepEqual(await violationsIn(tab.settled), []);
  await save(tab);
  await tab.comes(`location.pathname === '/documents/${id}' && ${idle} && ${shown('PDF')}`);
  const saved = await call('get_document', { id });
  assert.deepEqual(
    [saved.status, saved.title, saved.lines.map((line: { quantity: string }) => line.quantity), saved.totals.net],
    ['draft', 'For the archive', ['5'], '600.00'],
  );
});

test('what a line has beside what its fields show stays when the line is changed', async (t) => {
  const tab = await open(t, 'A line with taxes of its own');
  if (tab === undefined) return;
  const line = { quantity: '1', unit: 'evening', tax_rate_ids: [], discount: { type: 'percent', value: '10' } };
  const { id } = await call('create_document', {
    type: 'quote',
    client_id: ids['client'],
    discounts: [{ type: 'percent', value: '5' }],
    lines: [{ ...line, variant_id: ids['variant'], name: 'Under a name of its own', unit_price: '10' }],
  });
  const told = (one: Record<string, unknown>) =>
    ['name', 'unit', 'tax_rate_ids', 'discount', 'unit_price', 'variant_id'].map((what) => one[what]);
  const before = (await call('get_document', { id })).lines;
  await tab.visit(at(`/documents/${id}/edit`));
  const first = await turned(tab, '');
  await fill(tab, 'Qty', '4');
  await turned(tab, first);
  await save(tab);
  await tab.comes(`location.pathname === '/documents/${id}' && ${idle} && ${shown('PDF')}`);
  const after = await call('get_document', { id });
  assert.deepEqual(after.lines.map(told), before.map(told));
  assert.deepEqual([after.lines[0].quantity, after.discounts.length], ['4', 1]);
});

test('a draft with terms that its form does not show has its page, and may be emptied of its texts', async (t) => {
  const tab = await open(t, 'A draft with many terms');
  if (tab === undefined) return;
  await call('update_organization', { invoice_defaults: { notes: 'The usual note.' } });
  const { id } = await call('create_document', {
    type: 'invoice',
    client_id: ids['client'],
    lines: [{ name: 'Sewing', quantity: '3', unit_price: '40' }],
    discounts: [{ type: 'amount', value: '5', name: 'Regular' }],
    charges: [{ kind: 'shipping', amount: '4.90' }],
    instalments: 3,
    notes: null,
    footer: 'Our own foot.',
  });
  await tab.visit(at(`/documents/${id}/edit`));
  const first = await turned(tab, '');
  await tab.read(`(() => { const real = window.fetch;
    window.fetch = (url, init) => {
      if (String(url).endsWith('/documents/preview')) window.asked = init.body;
      return real(url, init);
    }; })()`);
  await fill(tab, 'Qty', '4');
  const second = await turned(tab, first);
  await fill(tab, 'Qty', '3');
  await turned(tab, second);
  const { image } = await call('preview_document', JSON.parse(await tab.read('window.asked')));
  const path = `/api/documents/${id}/pages`;
  const saved = await service.send({ method: 'GET', path, token: shop.who.token });
  assert.equal(image, saved.text);
  assert.equal(await tab.read(`document.querySelector('.live p')`), null);
});

test('an answer that comes late never takes the place of a newer one', async (t) => {
  const tab = await open(t, 'Answers out of order');
  if (tab === undefined) return;
  await tab.visit(at(`/documents/new?client_id=${ids['client']}`));
  await fill(tab, 'Or in words', 'Binding');
  // The first answer waits for the second, and nobody can call it off.
  await tab.read(`(() => {
    const real = window.fetch;
    window.previews = [];
    window.fetch = (url, init) => {
      if (!String(url).endsWith('/documents/preview')) return real(url, init);
      const answer = real(url, { ...init, signal: null });
      const own = { body: init.body };
      own.told = previews.length > 0 ? answer : answer.then((late) => new Promise((go) => (own.go = () => go(late))));
      window.previews.push(own);
      return own.told;
    };
  })()`);
  await fill(tab, 'Price', '10');
  await tab.comes('window.previews.length === 1 && window.previews[0].go !== undefined');
  await fill(tab, 'Price', '20');
  const newer = await turned(tab, '');
  await tab.settled(`(async () => { previews[0].go(); await previews[0].told; })()`);
  await tab.settled(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`);
  assert.equal(await tab.read(`${page}.src`), newer);
  assert.equal(await tab.read(`document.querySelector('.live').dataset.old`), 'false');
});

test('a phone shows the page behind a button, and pages are turned', async (t) => {
  const tab = await open(t, 'The page on a phone', { width: 390, height: 844 });
  if (tab === undefined) return;
  const lines = Array.from({ length: 60 }, (_, n) => ({ name: `Sheet ${n + 1}`, quantity: '1', unit_price: '1' }));
  const { id } = await call('create_document', { type: 'quote', client_id: ids['client'], lines });
  await tab.visit(at(`/documents/${id}/edit`));
  await tab.comes(`${idle} && ${field('Heading')} !== undefined && ${heading} !== undefined`);
  assert.equal(await tab.read(page), null);
  await press(tab, 'Preview');
  const first = await turned(tab, '');
  await tab.read(`document.querySelector('[aria-label="Next page"]').focus()`);
  await tab.press('Enter');
  await turned(tab, first);
  assert.equal(await tab.read(`${page}.dataset.page`), '2');
  assert.deepEqual(await violationsIn(tab.settled), []);
  assert.ok(await tab.read('document.documentElement.scrollWidth <= innerWidth'));
});

async function counted(): Promise<{ total: number }> {
  const { data } = await call('list_documents', { limit: 100, fields: ['id'] });
  return { total: data.length };
}
