/** Files that go with documents: what a draft takes, and what of it stays once the document is issued. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { ownFont } from '../../../../test/support/own-font.ts';
import { createPageFixture } from '../../../../test/support/public-page.ts';
import { type HttpAnswer, startService } from '../../../../test/support/running-service.ts';
import { pdfOf, upload } from '../../../../test/support/uploading.ts';
import type { Wire } from '../../../../test/support/world.ts';

const service = await startService();
const { who, call } = await createPageFixture(service);
const { id: client } = await call('POST', '/clients', { type: 'business', display_name: 'Harbour & Finch' });

async function kept(filename = `${randomUUID()}.pdf`, bytes = pdfOf(filename), token = who.token): Promise<Wire> {
  return (await upload(service, { token, bytes, filename })).body;
}

const draft = (more: object = {}) => {
  const lines = [{ name: 'Consulting', quantity: '2', unit_price: '50' }];
  return { type: 'invoice', client_id: client, lines, ...more };
};
const drafted = (files: readonly Wire[], more: object = {}) =>
  call('POST', '/documents', draft({ attachment_ids: files.map(({ id }) => id), ...more }));
const namesOf = ({ attachments }: Wire): string[] => attachments.map(({ name }: Wire) => name);

const asked = (method: string, path: string, body?: object): Promise<HttpAnswer> =>
  service.api(who.token, method, path, body, { 'idempotency-key': randomUUID() });

async function refusedAt(files: readonly string[]): Promise<[string, string]> {
  const { status, body } = await asked('POST', '/documents', draft({ attachment_ids: files }));
  assert.ok(status === 422 || status === 404, JSON.stringify(body));
  return [body.errors[0].pointer, body.errors[0].code];
}

describe('a draft', () => {
  test('takes files in the order in which they are named, tells them, and lets go of them', async () => {
    const [hours, terms] = [await kept('hours.pdf'), await kept('terms.pdf')];
    const made = await drafted([terms, hours]);
    const { id, name, content_type: type, size, sha256 } = terms;
    assert.deepEqual(made.attachments[0], { file_id: id, name, content_type: type, size, sha256 });
    assert.deepEqual(namesOf(made), ['terms.pdf', 'hours.pdf']);
    assert.deepEqual((await call('GET', `/files/${hours.id}`)).links, [{ type: 'document', id: made.id }]);
    assert.equal((await call('GET', `/files?document_id=${made.id}`)).data.length, 2);
    const fewer = await call('PATCH', `/documents/${made.id}`, { attachment_ids: [hours.id] });
    assert.deepEqual(namesOf(fewer), ['hours.pdf']);
    const same = await call('PATCH', `/documents/${made.id}`, { title: 'March' });
    assert.deepEqual(namesOf(same), ['hours.pdf']);
    assert.deepEqual((await call('GET', `/files/${terms.id}`)).links, []);
    assert.deepEqual(namesOf(await call('PATCH', `/documents/${made.id}`, { attachment_ids: [] })), []);
  });

  test('gives back each file as it came, and none that is not its own', async () => {
    const [own, other] = [await kept(), await kept()];
    const made = await drafted([own]);
    const path = `/api/documents/${made.id}/attachments`;
    const answer = await service.send({ method: 'GET', path: `${path}/${own.id}`, token: who.token });
    assert.equal(answer.text, pdfOf(own.name).toString());
    assert.match(String(answer.headers['content-disposition']), /^attachment; /);
    const none = await service.send({ method: 'GET', path: `${path}/${other.id}`, token: who.token });
    assert.equal(none.status, 404);
  });

  test('refuses a file that is not there, is deleted, named twice, called the same, a font or too large', async () => {
    const [one, twin] = [await kept('same.pdf'), await kept('SAME.pdf', pdfOf('another'))];
    const stranger = await service.register('Elsewhere');
    const theirs = await kept('theirs.pdf', pdfOf('theirs'), stranger.token);
    assert.deepEqual(await refusedAt([one.id, theirs.id]), ['/attachment_ids/1', 'not_found']);
    assert.deepEqual(await refusedAt([one.id, one.id]), ['/attachment_ids/1', 'twice']);
    assert.deepEqual(await refusedAt([one.id, twin.id]), ['/attachment_ids/1', 'twice']);
    const font = await kept('own.ttf', ownFont());
    assert.deepEqual(await refusedAt([font.id]), ['/attachment_ids/0', 'not_for_clients']);
    const large = [0, 1].map((index) =>
      Buffer.concat([pdfOf(`large ${index}`), Buffer.alloc(8_000_000, 32), pdfOf('')]),
    );
    const files = await Promise.all(large.map((bytes, index) => kept(`large-${index}.pdf`, bytes)));
    assert.deepEqual(await refusedAt(files.map(({ id }) => id)), ['/attachment_ids/1', 'too_large']);
    await call('DELETE', `/files/${one.id}`);
    const gone = await asked('POST', '/documents', draft({ attachment_ids: [one.id] }));
    assert.deepEqual([gone.status, gone.body.code], [409, 'invalid_state_transition']);
  });

  test('keeps its files from being deleted until it lets go of them or is deleted itself', async () => {
    const file = await kept();
    const made = await drafted([file]);
    const { status, body } = await asked('DELETE', `/files/${file.id}`);
    assert.deepEqual([status, body.code, body.links], [409, 'file_linked', [{ type: 'document', id: made.id }]]);
    await call('DELETE', `/documents/${made.id}`);
    assert.equal((await call('DELETE', `/files/${file.id}`)).status, 'deleted');
  });

  test('takes no file from whoever may not see files', async () => {
    const file = await kept();
    const role = await call('POST', '/team/roles', {
      name: 'Writer',
      permissions: ['documents:read', 'documents:write', 'sales:write', 'clients:read'],
    });
    const writer = await service.colleague(who, role.name);
    const answer = await service.api(writer.token, 'POST', '/documents', draft({ attachment_ids: [file.id] }), {
      'idempotency-key': randomUUID(),
    });
    assert.deepEqual([answer.status, answer.body.needs], [403, 'files:read']);
  });
});

describe('an issued document', () => {
  test('keeps its files as they were called, and its hash is over them', async () => {
    const file = await kept('before.pdf');
    const made = await drafted([file]);
    await call('PATCH', `/files/${file.id}`, { name: 'hours.pdf' });
    const issued = await call('POST', `/documents/${made.id}/issue`, {});
    await call('PATCH', `/files/${file.id}`, { name: 'later.pdf' });
    assert.deepEqual(namesOf(await call('GET', `/documents/${made.id}`)), ['hours.pdf']);
    const { rows } = await service.owner.query(
      `select document_hash(d) = d.hash as whole, document_hash(jsonb_populate_record(d, jsonb_build_object(
          'snapshot', jsonb_set(d.snapshot, '{attachments,0,sha256}', '"0"')))) = d.hash as changed
       from documents as d where d.hash = $1`,
      [issued.hash],
    );
    assert.deepEqual(rows, [{ whole: true, changed: false }]);
  });

  test('keeps its files for good', async () => {
    const [file, other] = [await kept(), await kept()];
    const made = await drafted([file], { issue: true });
    assert.deepEqual(namesOf(made), [file.name]);
    assert.equal((await asked('DELETE', `/files/${file.id}`)).body.code, 'file_linked');
    const change = await asked('PATCH', `/documents/${made.id}`, { attachment_ids: [other.id] });
    assert.equal(change.body.code, 'invalid_state_transition');
    assert.match(change.body.hint, /`attachment_ids`: correct it/);
    const spoken = await asked('PATCH', `/documents/${made.id}`, { language: 'fr' });
    assert.match(spoken.body.hint, /nor does its language: send_document takes `subject` and `message`/);
    const links = `from file_links where record_id in (select id from documents where hash = '${made.hash}')`;
    await assert.rejects(service.owner.query(`delete ${links}`), { constraint: 'file_links_frozen' });
    assert.equal((await service.owner.query(`select ${links}`)).rowCount, 1);
  });

  test('keeps its files from whoever sees them and not the document', async () => {
    const seller = await service.colleague(who, 'admin');
    const { data } = await call('GET', '/team/members?limit=100');
    const member = data.find(({ user_id: user }: Wire) => user === seller.user);
    await call('PATCH', `/team/members/${member.id}`, { scope: 'own' });
    const file = await kept('theirs.pdf', pdfOf('theirs'), seller.token);
    const made = await drafted([file], { issue: true });
    const by = (method: string, path: string) =>
      service.api(seller.token, method, path, undefined, { 'idempotency-key': randomUUID() });
    assert.equal((await by('GET', `/documents/${made.id}`)).status, 404);
    const { status, body } = await by('DELETE', `/files/${file.id}`);
    assert.deepEqual([status, body.code, body.links], [409, 'file_linked', []]);
    assert.deepEqual([(await call('GET', `/files/${file.id}`)).status], ['available']);
    const free = await kept('free.pdf', pdfOf('free'), seller.token);
    assert.equal((await by('DELETE', `/files/${free.id}`)).body.status, 'deleted');
  });

  test('that is corrected hands its files on to the invoice in its place, unless others are named', async () => {
    const made = await drafted([await kept('hours.pdf'), await kept('terms.pdf')], { issue: true });
    const again = await call('POST', `/documents/${made.id}/correct`, { po_number: '1' });
    assert.deepEqual(again.attachments, made.attachments);
    assert.deepEqual(namesOf(again.credit_note), []);
    const bare = await call('POST', `/documents/${again.id}/correct`, { attachment_ids: [] });
    assert.deepEqual(namesOf(bare), []);
    assert.deepEqual(namesOf(await call('GET', `/documents/${made.id}`)), ['hours.pdf', 'terms.pdf']);
  });

  test('hands none of its files on to what is made of it', async () => {
    const quote = await drafted([await kept()], { type: 'quote', issue: true });
    await call('POST', `/documents/${quote.id}/accept`, {});
    const { invoice } = await call('POST', `/documents/${quote.id}/convert`, { issue: true });
    assert.deepEqual(namesOf(invoice), []);
    assert.equal(namesOf(await call('GET', `/documents/${quote.id}`)).length, 1);
  });
});
