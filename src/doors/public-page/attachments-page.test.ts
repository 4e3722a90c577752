/** Files that go with a document, on the page that its client is sent. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPageFixture } from '../../../test/support/public-page.ts';
import { startService } from '../../../test/support/running-service.ts';
import { pdfOf, upload } from '../../../test/support/uploading.ts';

const service = await startService();
const { who, call, quoted } = await createPageFixture(service);
const get = (path: string, headers = {}) => service.send({ method: 'GET', path, headers });

async function kept(filename: string): Promise<string> {
  return (await upload(service, { token: who.token, bytes: pdfOf(filename), filename })).body.id;
}
const withFiles = async (names: readonly string[], more: object = {}) => {
  const ids: string[] = [];
  for (const name of names) ids.push(await kept(name));
  return quoted({ attachment_ids: ids, ...more });
};

describe('the page of a document with files', () => {
  test('lists them in its language, and hands out each as it came', async () => {
    const { path } = await withFiles(['Stunden März.pdf', 'AGB.pdf'], { language: 'de' });
    const { text } = await get(path);
    assert.match(text, /<h2>Anlagen<\/h2>/);
    const links = [...text.matchAll(/href="([^"]+)" download><bdi>([^<]+)<\/bdi>/g)].map(([, href, name]) => [
      href,
      name,
    ]);
    assert.deepEqual(links, [
      [`${path}/attachments/1`, 'Stunden März.pdf'],
      [`${path}/attachments/2`, 'AGB.pdf'],
    ]);
    assert.match(text, /0,1 KB/);
    const file = await get(`${path}/attachments/1`);
    assert.deepEqual([file.status, file.text], [200, pdfOf('Stunden März.pdf').toString()]);
    const again = await get(`${path}/attachments/1`, { 'if-none-match': String(file.headers['etag']) });
    assert.equal(again.status, 304);
  });

  test('says nothing of files where there are none', async () => {
    assert.doesNotMatch((await get((await quoted()).path)).text, /Attachments|attachments\//);
  });

  test('hands out files that are saved, run nothing, and are kept by no cache and no search engine', async () => {
    const id = await kept('plan.pdf');
    await call('PATCH', `/files/${id}`, { name: `evil"; filename=x.html'<b>.pdf` });
    const { path } = await quoted({ attachment_ids: [id] });
    const { headers } = await get(`${path}/attachments/1`);
    const named = String(headers['content-disposition']);
    assert.match(named, /^attachment; filename\*=UTF-8''[A-Za-z0-9%._~!'()*-]+\.pdf$/);
    assert.equal(headers['content-type'], 'application/pdf');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(String(headers['content-security-policy']), /^sandbox; default-src 'none'/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(String(headers['x-robots-tag']), /noindex/);
    assert.match((await get(path)).text, /evil&quot;; filename=x\.html&#39;&lt;b&gt;\.pdf/);
  });

  test('tells no id and no hash of them, on the page or as JSON', async () => {
    const id = await kept('plan.pdf');
    const { path, token } = await quoted({ attachment_ids: [id] });
    const { sha256 } = await call('GET', `/files/${id}`);
    const { body } = await get(`/api/shared-documents/${token}`);
    assert.deepEqual(body.attachments, [{ name: 'plan.pdf', content_type: 'application/pdf', size: 38 }]);
    for (const { text } of [await get(path), await get(`/api/shared-documents/${token}`)]) {
      assert.ok(!text.includes(id) && !text.includes(sha256));
    }
  });

  test('leads to its own files alone, while its link works', async () => {
    const [own, other] = [await withFiles(['own.pdf']), await withFiles(['other.pdf', 'more.pdf'])];
    const id = await kept('loose.pdf');
    for (const place of ['2', '0', '01', '-1', '1.0', 'x', id, '%00', '999999999999999999999999']) {
      const { status, text } = await get(`${own.path}/attachments/${place}`);
      assert.ok(status >= 400 && status < 500, place);
      assert.doesNotMatch(text, /%PDF/);
    }
    assert.equal((await get(`${other.path}/attachments/2`)).status, 200);
    const { body } = await get(`/api/shared-documents/${own.token}/attachments/2`);
    assert.equal(body.code, 'not_found', 'get_shared_document_attachment');
    const { data } = await call('GET', `/document-shares?document_id=${own.quote.id}`);
    await call('POST', `/document-shares/${data[0].id}/revoke`);
    assert.equal((await get(`${own.path}/attachments/1`)).status, 404);
  });
});
