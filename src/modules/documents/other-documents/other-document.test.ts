/** Documents that were made elsewhere: how they come, are found and are read. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../../../../test/support/running-service.ts';
import { formOf, pngOf } from '../../../../test/support/uploading.ts';
import { documentJob } from '../../../render/document.ts';
import { openPool } from '../../../render/pool.ts';
import { sampleFacts } from '../../../render/samples.ts';
import { plainTemplate } from '../../../render/template.ts';

const service = await startService({ role: 'all' });
const who = await service.register('Nordwind Studio');
const rival = await service.register('Rival');
const pool = openPool({ size: 1, namespace: 'where_possible' });
const output = { kind: 'pdf', standard: 'a-3a', createdAt: 0 } as const;
const facts = sampleFacts('invoice', 'de');
const job = documentJob({ organization: 'o', facts, template: plainTemplate, logo: null, output });
const pdf = Buffer.from((await pool.render(job)).bytes);
await pool.close();

const call = async (method: string, path: string, body?: object, as = who) =>
  service.api(as.token, method, path, body, method === 'GET' ? {} : { 'idempotency-key': randomUUID() });
const sent = (bytes: Buffer, filename: string, fields: Readonly<Record<string, string>> = {}) => {
  const given = Object.entries(fields).map(([name, value]) => ({ name, value }));
  const form = formOf([...given, { name: 'file', value: bytes, filename }]);
  return service.send({ method: 'POST', path: '/api/other-documents', token: who.token, ...form });
};
const found = async (query: string, as = who): Promise<string[]> =>
  (await call('GET', `/other-documents?${query}`, undefined, as)).body.data.map(
    ({ title }: { title: string }) => title,
  );

/** Waits until the job has read what a document says. */
async function read(id: string): Promise<void> {
  while ((await call('GET', `/other-documents/${id}/text`)).body.text_status === 'waiting') await sleep(20);
  assert.equal((await call('GET', `/other-documents/${id}`)).body.has_text, true);
}

const client = (await call('POST', '/clients', { type: 'business', display_name: 'Bea Buyer' })).body;

test('a PDF is filed in one call, and found by title, tag, name and what it says', async () => {
  const fields = {
    title: 'Lease of the workshop',
    tags: 'rent',
    document_date: '2026-01-02',
    expires_on: '2028-12-31',
  };
  const { status, body } = await sent(pdf, 'scan-0815.pdf', fields);
  assert.equal(status, 201, JSON.stringify(body));
  assert.deepEqual([body.type, body.status, body.content_type], ['other', 'active', 'application/pdf']);
  assert.deepEqual(await found('q=lease'), ['Lease of the workshop'], 'by its title at once');
  await read(body.id);
  for (const q of ['lease', 'workshop', 'rent', '0815', 'blauberg', 'Verpackungsgestaltung', 'lea wor 2026']) {
    assert.deepEqual(await found(`q=${encodeURIComponent(q)}`), ['Lease of the workshop'], q);
  }
  assert.deepEqual(await found('q=nowhere'), []);
  assert.deepEqual(await found('q=lease', rival), []);
  assert.deepEqual(await found('expires_on[lte]=2028-12-31'), ['Lease of the workshop']);
  assert.deepEqual(await found('expires_on[lt]=2028-12-31'), []);
  const text = await call('GET', `/other-documents/${body.id}/text`);
  assert.match(text.body.untrusted_text, /Kaffeerösterei Blauberg eG/);
  const content = await service.send({
    method: 'GET',
    path: `/api/other-documents/${body.id}/content`,
    token: who.token,
  });
  assert.equal(content.headers['content-type'], 'application/pdf');
  assert.match(String(content.headers['content-disposition']), /^attachment; .*scan-0815\.pdf/);
});

test('it belongs to clients, sales, expenses and documents, and is found by each', async () => {
  const lines = [{ name: 'Advice', quantity: '1', unit_price: '10' }];
  const sale = (await call('POST', '/sales', { client_id: client.id, lines })).body;
  const quote = (await call('POST', '/documents', { type: 'quote', client_id: client.id, lines })).body;
  const expense = (await call('POST', '/expenses', { description: 'Paper', amount: '5', lines: undefined })).body;
  const links = { client_ids: client.id, sale_ids: sale.id, document_ids: quote.id };
  const { body } = await sent(Buffer.from('Terms of the deal: none.'), 'terms.txt', links);
  assert.deepEqual([body.content_type, body.client_ids, body.sale_ids], ['text/plain', [client.id], [sale.id]]);
  for (const [filter, id] of [
    ['client_id', client.id],
    ['sale_id', sale.id],
    ['document_id', quote.id],
  ] as const) {
    assert.deepEqual(await found(`${filter}=${id}`), ['terms.txt'], filter);
  }
  if (typeof expense.id === 'string') {
    const changed = await call('PATCH', `/other-documents/${body.id}`, { expense_ids: [expense.id], sale_ids: [] });
    assert.deepEqual([changed.body.expense_ids, changed.body.sale_ids], [[expense.id], []]);
    assert.deepEqual(changed.body.client_ids, [client.id], 'what is left out stays');
    assert.deepEqual(await found(`expense_id=${expense.id}`), ['terms.txt']);
  }
  assert.deepEqual(await found(`sale_id=${sale.id}&q=terms`).then((titles) => titles.length), expense.id ? 0 : 1);
});

test('nothing is linked to what is not there, such as a record of another organisation: link_not_found', async () => {
  const theirs = (await call('POST', '/clients', { type: 'business', display_name: 'Theirs' }, rival)).body;
  const { status, body } = await sent(pdf, 'a.pdf', { client_ids: theirs.id });
  assert.deepEqual([status, body.code], [404, 'link_not_found']);
});

test('an external_id is of one document: other_document_external_id_taken', async () => {
  assert.equal((await sent(pdf, 'a.pdf', { external_id: 'dms-1', title: 'First' })).status, 201);
  const { status, body } = await sent(pdf, 'a.pdf', { external_id: 'dms-1' });
  assert.deepEqual([status, body.code], [409, 'other_document_external_id_taken']);
});

test('an archived one is kept, and lists leave it out unless they ask for it', async () => {
  const { body } = await sent(Buffer.from('An old policy of the house.'), 'policy.md', { title: 'Policy' });
  await call('POST', `/other-documents/${body.id}/archive`, {});
  assert.deepEqual(await found('q=policy'), []);
  assert.deepEqual(await found('q=policy&status=archived'), ['Policy']);
  assert.equal((await call('POST', `/other-documents/${body.id}/archive`, {})).body.code, 'invalid_state_transition');
  await call('POST', `/other-documents/${body.id}/restore`, {});
  await call('PATCH', `/other-documents/${body.id}`, { title: 'House rules' });
  assert.deepEqual(await found('q=house'), ['House rules']);
  assert.deepEqual(await found('q=old policy'), ['House rules'], 'its text stays');
});

test('a file that is there already becomes a document, which stays when the file goes', async () => {
  const form = formOf([{ name: 'file', value: pdf, filename: 'paper.pdf' }]);
  const file = await service.send({ method: 'POST', path: '/api/files', token: who.token, ...form });
  const { body } = await call('POST', '/other-documents', { file_id: file.body.id, title: 'From a file' });
  assert.equal(body.file_name, 'paper.pdf');
  await call('DELETE', `/files/${file.body.id}`);
  await read(body.id);
  const text = await call('GET', `/other-documents/${body.id}/text`);
  assert.match(text.body.untrusted_text, /Blauberg/);
  const both = await call('POST', '/other-documents', { title: 'Nothing' });
  assert.equal(both.body.code, 'validation_failed');
});

test('create_other_document refuses what is no file to keep, as create_file does', async () => {
  const codeOf = async (bytes: Buffer, filename = 'a.pdf') => (await sent(bytes, filename)).body.code;
  assert.equal(await codeOf(Buffer.from('MZ\x90\x00')), 'file_type_not_allowed');
  assert.equal(await codeOf(Buffer.from('%PDF-1.7 without an end')), 'file_damaged');
  assert.equal(await codeOf(pngOf({ width: 60_000, height: 60_000 })), 'image_too_large');
  assert.equal(await codeOf(Buffer.alloc(27_000_000, 'a')), 'payload_too_large');
  const unknown = await call('POST', '/other-documents', { sha256: '0'.repeat(64) });
  assert.equal(unknown.body.code, 'not_found');
  await service.owner.query('update file_usage set bytes = $1', [10 * 1_024 ** 3]);
  assert.equal(await codeOf(Buffer.from('One more page.')), 'storage_limit_reached');
});
