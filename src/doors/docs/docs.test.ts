/** The reference that people browse, and the documents that programs read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTab, type View } from '../../../test/support/browser.ts';
import { assertLegible } from '../../../test/support/legible.ts';
import { startService } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';
import { catalogue } from '../../catalogue.ts';
import { tagOf, tagsOf } from '../openapi-tags.ts';

const service = await startService();
const get = (path: string, headers: Record<string, string> = {}) => service.send({ method: 'GET', path, headers });
const views: readonly View[] = [
  { width: 320, height: 640, dark: true },
  { width: 1_280, scripts: false },
];

test('the reference is read in a browser at every width, without scripts and without third parties', async (t) => {
  const tab = await openTab(t, 'The reference');
  if (tab === undefined) return;
  const asked = await tab.watch();
  for (const path of ['/api/docs/locations', '/api/docs/event-types']) {
    await tab.visit(`${service.url}${path}`);
    for (const view of views.filter(({ scripts }) => scripts !== false)) {
      await tab.look(view);
      await assertLegible(tab.settled, `${path}, ${JSON.stringify(view)}`);
    }
  }
  await tab.look({ width: 320, height: 640 });
  await tab.visit(`${service.url}/api/docs`);
  const root = 'document.documentElement';
  assert.ok(await tab.read(`${root}.scrollWidth <= ${root}.clientWidth`), 'the list of all calls fits a phone');
  await tab.look({ width: 1_280, scripts: false });
  await tab.visit(`${service.url}/api/docs`);
  await tab.follow(`document.querySelector('a[href="/api/docs/sales#record_sale"]').click()`);
  assert.ok(await tab.read(`document.querySelector(':target').textContent.length > 10`), 'it leads to the call');
  assert.deepEqual(tab.complaints, []);
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(`${service.url}/api/docs`)),
    [],
    'a page asks for nothing but itself',
  );
});

test('every call is on the page of its area, with what it takes, and found from the first page', async () => {
  const index = (await get('/api/docs')).text;
  for (const { name } of tagsOf(catalogue)) {
    const { status, text, headers } = await get(`/api/docs/${name}`);
    assert.deepEqual([status, headers['content-type']], [200, 'text/html; charset=utf-8'], name);
    for (const operation of catalogue.filter((one) => tagOf(one) === name)) {
      assert.ok(text.includes(`id="${operation.name}"`), operation.name);
      assert.ok(index.includes(`href="/api/docs/${name}#${operation.name}"`), operation.name);
    }
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
    assert.equal(new Set(ids).size, ids.length, `${name} has an id twice`);
    const within = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
    assert.deepEqual(
      within.filter((id) => !ids.includes(id)),
      [],
      name,
    );
  }
  const { text } = await get('/api/docs/clients');
  for (const field of ['display_name', 'credit_limit', 'invalid_credentials'].slice(0, 2)) {
    assert.ok(text.includes(`<code>${field}</code>`), field);
  }
});

test('nothing runs on a page of the reference, and none is heavy', async () => {
  const sizes: Record<string, number> = {};
  for (const path of ['/api/docs', ...tagsOf(catalogue).map(({ name }) => `/api/docs/${name}`)]) {
    const page = await get(path);
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /default-src 'none'/);
    assert.equal(/script-src|unsafe|https?:|\*/.test(policy), false);
    assert.equal(/<script|\son\w+=|(?:src|href)="https?:/.test(page.text), false, path);
    const sent = await get(path, { 'accept-encoding': 'br' });
    sizes[path] = Number(sent.headers['content-length']);
  }
  const heavy = Object.entries(sizes).filter(([, size]) => size > 60_000);
  assert.deepEqual(heavy, []);
});

test('the document of an area is whole in itself, and all of them together are the document', async () => {
  const whole = (await get('/api/openapi.json')).body;
  const found = new Set<string>();
  for (const { name } of tagsOf(catalogue)) {
    const { body, text } = await get(`/api/openapi/${name}.json`);
    for (const [, part = '', key = ''] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      assert.ok(body.components[part][key] !== undefined, `${name}: ${part}/${key}`);
    }
    for (const methods of Object.values<Wire>(body.paths)) {
      for (const { operationId } of Object.values<Wire>(methods)) found.add(operationId);
    }
  }
  const all = Object.values<Wire>(whole.paths).flatMap((methods) =>
    Object.values<Wire>(methods).map(({ operationId }) => operationId),
  );
  assert.deepEqual(
    all.filter((id) => !found.has(id)),
    [],
  );
});

test('a document that somebody has is not sent again, in whichever form they have it', async () => {
  for (const path of ['/api/openapi.json', '/api/openapi/clients.json', '/api/docs', '/api/docs/clients']) {
    const plain = await get(path);
    const packed = await get(path, { 'accept-encoding': 'gzip' });
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.match(String(packed.headers['vary']), /accept-encoding/i);
    assert.notEqual(plain.headers['etag'], packed.headers['etag'], 'other bytes, another tag');
    for (const etag of [plain.headers['etag'], packed.headers['etag']]) {
      const known = await get(path, { 'if-none-match': String(etag), 'accept-encoding': 'gzip' });
      assert.deepEqual([known.status, known.text], [304, ''], path);
    }
    assert.equal((await get(path, { 'if-none-match': '"another"' })).status, 200, 'the control');
  }
});
