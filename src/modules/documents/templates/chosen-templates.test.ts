import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needing, pdfText } from '../../../../test/support/pdf-tools.ts';
import { createQuoteFixture } from '../../../../test/support/quote-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const { quoted, issue } = createQuoteFixture(world, shopOf(world));
world.setNow('2026-03-02T10:00:00.000Z');

const readable = needing('pdftotext');
const textOf = async ({ id }: Wire) => pdfText(Buffer.from((await call('get_document_pdf', { id })).content, 'base64'));
let made = 0;

/** A template that says something at the foot of each page. */
async function saying(words: string, more: object = {}): Promise<Wire> {
  const layout = { texts: { '*': { note: words } } };
  const { id } = await call('create_document_template', { name: `Template ${(made += 1)}`, layout, ...more });
  return call('publish_document_template', { id });
}

test('a document has the template that it chose, and keeps its version once it is issued', readable, async () => {
  const [usual, own] = [await saying('As usual', { is_default: true }), await saying('For you alone')];
  const plain = await issue(await quoted());
  assert.deepEqual([plain.template_id, plain.template_version], [usual.id, 1]);
  const draft = await quoted({ template_id: own.id });
  assert.deepEqual([draft.template_id, draft.template_version], [own.id, null]);
  assert.match(await textOf(draft), /For you alone/);
  const issued = await issue(draft);
  assert.deepEqual([issued.template_id, issued.template_version], [own.id, 1]);
  assert.deepEqual({ ...(await call('get_document', { id: issued.id })), warnings: issued.warnings }, issued);
  await call('update_document_template', { id: own.id, layout: { texts: { '*': { note: 'Changed' } } } });
  await call('publish_document_template', { id: own.id });
  assert.match(await textOf(issued), /For you alone/);
  await assert.rejects(
    call('update_document', { id: issued.id, template_id: usual.id }),
    refused('invalid_state_transition'),
  );
});

test('a draft may choose another, or that of its type again', async () => {
  const { template_id: usual } = await issue(await quoted());
  const own = await saying('Own');
  const draft = await quoted({ template_id: own.id });
  const back = await call('update_document', { id: draft.id, template_id: null });
  assert.equal(back.template_id, null);
  assert.equal((await issue(back)).template_id, usual);
  const other = await quoted({ template_id: own.id });
  await call('archive_document_template', { id: own.id });
  assert.equal((await issue(other)).template_id, usual, 'one that is archived meanwhile is not used');
});

test('only a published template for its type can be chosen', async () => {
  const wrong = (code: string) =>
    refused('validation_failed', ({ errors: [error] }) =>
      assert.deepEqual([error.pointer, error.code], ['/template_id', code]),
    );
  const { id: drafted } = await call('create_document_template', { name: 'Not yet' });
  await assert.rejects(quoted({ template_id: drafted }), wrong('not_published'));
  const receipts = await saying('Till', { document_types: ['receipt'] });
  await assert.rejects(quoted({ template_id: receipts.id }), wrong('not_for_type'));
  await call('archive_document_template', { id: receipts.id });
  await assert.rejects(quoted({ template_id: receipts.id }), wrong('archived'));
  const draft = await quoted();
  await assert.rejects(
    call('update_document', { id: draft.id, template_id: `${drafted.slice(0, -3)}000` }),
    refused('not_found'),
  );
  const theirs = await call('create_document_template', { name: 'Theirs' }, { as: world.rival });
  await assert.rejects(quoted({ template_id: theirs.id }), refused('not_found'));
});

test('a template that only drafts chose can still be deleted', async () => {
  const own = await call('create_document_template', { name: 'Short-lived' });
  await call('publish_document_template', { id: own.id });
  const draft = await quoted({ template_id: own.id });
  await call('delete_document_template', { id: own.id });
  assert.equal((await call('get_document', { id: draft.id })).template_id, null);
});

test('a client may have templates of their own, which come before those of everybody', readable, async () => {
  const usual = (await issue(await quoted())).template_id;
  const [plain, german, bills] = [
    await saying('For this house'),
    await saying('Für dieses Haus', { languages: ['de'] }),
    await saying('Bills alone', { document_types: ['invoice'] }),
  ];
  const draft = await quoted();
  const ids = [bills, german, plain].map(({ id }) => id);
  const set = await call('set_client_templates', { id: draft.client_id, template_ids: ids });
  assert.deepEqual([set.template_ids, set.version], [ids, 1]);
  assert.match(await textOf(draft), /For this house/);
  assert.equal((await issue(draft)).template_id, plain.id);
  const inGerman = await quoted({ client_id: draft.client_id, language: 'de' });
  assert.equal((await issue(inGerman)).template_id, german.id);
  const chosen = await quoted({ client_id: draft.client_id, template_id: usual });
  assert.equal((await issue(chosen)).template_id, usual, 'what the document chose itself comes first');
  await call('delete_document_template', { id: bills.id });
  assert.deepEqual((await call('get_client_templates', { id: draft.client_id })).template_ids, [german.id, plain.id]);
  await call('set_client_templates', { id: draft.client_id, template_ids: [], version: 1 });
  assert.equal((await issue(await quoted({ client_id: draft.client_id }))).template_id, usual);
});

test('templates of a client are there, each named once, and set by whoever saw them last', async () => {
  const { client_id: id } = await quoted();
  const own = await call('create_document_template', { name: 'Named twice' });
  const set = (template_ids: string[], more: object = {}) =>
    call('set_client_templates', { id, template_ids, ...more });
  const theirs = await call('create_document_template', { name: 'Of the rival' }, { as: world.rival });
  await assert.rejects(set([own.id, own.id]), refused('validation_failed'));
  await assert.rejects(set([theirs.id]), refused('not_found'));
  await assert.rejects(set([own.id], { version: 1 }), refused('version_conflict'));
  const strange = `${id.slice(0, -3)}000`;
  await assert.rejects(call('set_client_templates', { id: strange, template_ids: [] }), refused('not_found'));
  await assert.rejects(call('get_client_templates', { id: strange }), refused('not_found'));
});
