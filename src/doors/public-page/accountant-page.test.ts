/** The page by which an accountant reads the books without a login, as it travels. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../../../test/support/running-service.ts';

const service = await startService();
const boss = await service.register('Harbour & Finch');
const rival = await service.register('Rival');
type Answer = { readonly id: string; readonly url: string };

async function linkFor(more: object = {}, token = boss.token): Promise<Answer & { readonly path: string }> {
  const { status, body } = await service.api(token, 'POST', '/accountant-links', {
    recipient: 'Kim & Partner',
    ...more,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return { ...body, path: new URL(body.url).pathname };
}

const get = (path: string) => service.send({ method: 'GET', path, headers: {} });

test('shows the totals, the checks and the files, and is for no search engine, cache or script', async () => {
  const { path } = await linkFor();
  const { status, text, headers } = await get(path);
  assert.equal(status, 200);
  for (const part of ['Harbour &amp; Finch', 'Kim &amp; Partner', 'DATEV', 'SAF-T'])
    assert.ok(text.includes(part), part);
  assert.equal(headers['cache-control'], 'no-store');
  assert.match(text, /<meta name="robots" content="noindex, nofollow, noarchive"/);
  assert.equal(text.includes('<script'), false);
});

test('every file comes by it, and opening it is counted', async () => {
  const { path, id } = await linkFor();
  await get(path);
  for (const file of ['package', 'csv', 'datev', 'gobd', 'fec', 'saft', 'hledger', 'beancount']) {
    const { status, headers } = await get(`${path}/${file}`);
    assert.equal(status, 200, file);
    assert.match(String(headers['content-disposition']), /^attachment/);
  }
  const { body } = await service.api(boss.token, 'GET', '/accountant-links');
  const own = body.data.find((one: Answer) => one.id === id);
  assert.equal(own.times_opened, 1);
  assert.equal('url' in own, false);
});

test('unknown, expired, revoked and malformed links are one and the same page, and so are their files', async () => {
  const [expired, revoked] = [await linkFor(), await linkFor()];
  await service.owner.query(
    `update accountant_links set expires_at = now() - interval '1 second'
     where token_hash = sha256(convert_to($1, 'utf8'))`,
    [expired.path.split('/').at(-1)],
  );
  await service.api(boss.token, 'POST', `/accountant-links/${revoked.id}/revoke`);
  const pages = new Set<string>();
  for (const path of [
    '/books/none',
    expired.path,
    revoked.path,
    `${expired.path}x`,
    '/books/%00',
    `${revoked.path}/csv`,
  ]) {
    const { status, text } = await get(path);
    assert.equal(status, 404, path);
    pages.add(text);
  }
  assert.equal(pages.size, 1);
});

test('another organisation neither sees nor revokes a link, and its own shows its own books', async () => {
  const { id } = await linkFor();
  const { body } = await service.api(rival.token, 'GET', '/accountant-links');
  assert.deepEqual(body.data, []);
  assert.equal((await service.api(rival.token, 'POST', `/accountant-links/${id}/revoke`)).status, 404);
  const { path } = await linkFor({}, rival.token);
  const { text } = await get(path);
  assert.ok(text.includes('Rival') && !text.includes('Harbour'));
});

test('the token of a link opens nothing else, and only its hash is kept', async () => {
  const { url } = await linkFor();
  const token = String(url.split('/').at(-1));
  for (const path of ['/journal-entries', '/clients', '/organization']) {
    assert.equal((await service.api(token, 'GET', path)).status, 401, path);
  }
  const { rows } = await service.owner.query(`select encode(token_hash, 'escape') as kept from accountant_links`);
  assert.ok(rows.every(({ kept }) => !String(kept).includes(token)));
});
