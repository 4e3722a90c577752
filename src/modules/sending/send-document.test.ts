import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from '../../db/sql.ts';
import { refused } from '../../../test/support/refused.ts';
import { createQuoteFixture } from '../../../test/support/quote-fixture.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, operationNamed, type Wire } from '../../../test/support/world.ts';
import { anonymous } from '../../operation/actor.ts';
import { verdictOf } from '../connector/tokens/preset.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { quoted, issue } = createQuoteFixture(world, shop);

const to = [{ email: 'bea@example.com' }];
const send = (id: string, more: object = {}) => call('send_document', { id, to, ...more }, { key: randomUUID() });
const mailsOf = async (id: string): Promise<Wire[]> => (await call('list_document_mails', { document_id: id })).data;

test('what stands in a header of a mail is one line, or the mail is refused', async () => {
  const { id } = await issue(await quoted());
  const lines = ['Hi\r\nBcc: evil@example.com', 'Hi\nX-Evil: 1', 'Hi\rthere', 'Hi\u0085there'];
  for (const line of lines) {
    await assert.rejects(send(id, { subject: line }), refused('validation_failed'));
    await assert.rejects(send(id, { to: [{ email: 'bea@example.com', name: line }] }), refused('validation_failed'));
  }
  for (const email of [
    'bea@example.com\r\nBcc: evil@example.com',
    'a@b.c, evil@example.com',
    'Bea <bea@example.com>',
  ]) {
    await assert.rejects(send(id, { to: [{ email }] }), refused('validation_failed'));
  }
  assert.deepEqual(await mailsOf(id), []);
});

test('what is filled into a subject cannot break its line', async () => {
  const client_id = (await shop.client({ display_name: 'Evil\nBcc: evil@example.com' })).id;
  const { id } = await issue(await quoted({ client_id }));
  const { mails } = await send(id, { subject: 'For {{client}}' });
  assert.equal(mails[0].subject, 'For Evil Bcc: evil@example.com');
});

test('a text that names what there is not is refused, with all that there is', async () => {
  const { id } = await issue(await quoted());
  for (const field of ['subject', 'message']) {
    await assert.rejects(
      send(id, { [field]: 'Dear {{constructor}}' }),
      refused('validation_failed', ({ errors, hint }) => {
        assert.deepEqual([errors[0].pointer, errors[0].code], [`/${field}`, 'unknown_placeholder']);
        assert.match(hint, /contact, seller, link/);
      }),
    );
  }
});

test('values are told as they are, and none is filled in again', async () => {
  const client_id = (await shop.client({ display_name: '{{total}}' })).id;
  const { id } = await issue(await quoted({ client_id }));
  const { mails } = await send(id, { message: '{{client}}, see {{link}}' });
  assert.equal(mails[0].message, '{{total}}, see {{link}}');
});

test('send_document says no_recipient where there is nobody to send it to, or nobody who wants it', async () => {
  const nobody = await issue(await quoted());
  const ask = (id: string) => call('send_document', { id }, { key: randomUUID() });
  await assert.rejects(ask(nobody.id), refused('no_recipient'));
  const client = await shop.client({ email: 'quiet@example.com', do_not_contact: true });
  const quiet = await issue(await quoted({ client_id: client.id }));
  await assert.rejects(ask(quiet.id), refused('no_recipient'));
  assert.equal((await send(quiet.id)).mails.length, 1, 'unless somebody is named');
});

test('a draft and what is void are not sent: invalid_state_transition', async () => {
  const draft = await quoted();
  await assert.rejects(send(draft.id), refused('invalid_state_transition'));
  const quote = await issue(await quoted());
  await call('void_document', { id: quote.id }, { key: randomUUID() });
  await assert.rejects(send(quote.id), refused('invalid_state_transition'));
});

test('the same call again sends nothing, and a preview neither', async () => {
  const { id } = await issue(await quoted());
  const preview = await call('send_document', { id, to }, { dryRun: true });
  assert.match(preview.mails[0].message, /\{\{link\}\}/);
  assert.deepEqual(await mailsOf(id), []);
  const key = randomUUID();
  const first = await call('send_document', { id, to }, { key });
  assert.deepEqual(await call('send_document', { id, to }, { key }), first);
  assert.equal((await mailsOf(id)).length, 1);
});

test('another organisation neither sends the document nor sees its mails', async () => {
  const { id } = await issue(await quoted());
  await send(id);
  const theirs = { as: world.rival, key: randomUUID() };
  await assert.rejects(call('send_document', { id, to }, theirs), refused('not_found'));
  assert.deepEqual((await call('list_document_mails', {}, { as: world.rival })).data, []);
});

test('what was sent stays as it was sent', async () => {
  const { id } = await issue(await quoted());
  await send(id);
  const organization = world.ana.organization?.id ?? '';
  const change = world.db.transaction({ organization }, (db) =>
    db.run(sql`update document_mails set subject = 'Other'`),
  );
  await assert.rejects(change, /a mail stays as it was sent/);
});

test('an AI client with an ordinary token leaves sending and sharing to a person', () => {
  for (const name of ['send_document', 'share_document']) {
    const operation = operationNamed(name);
    assert.equal(verdictOf('read_only', operation), 'refused');
    assert.equal(verdictOf('draft_only', operation), 'needs_person');
    assert.equal(verdictOf('standard', operation), 'needs_person');
    assert.equal(verdictOf('full', operation), 'allowed');
  }
});

test('a delivery note is mailed and shown without a price', async () => {
  const sale = await shop.sold('100.00');
  const note = await call('create_document', { type: 'delivery_note', sale_id: sale.id, issue: true });
  const message = 'Goods {{number}} of {{total}}.';
  const { mails } = await send(note.id, { to: [{ email: 'bea@example.com' }], message });
  assert.match(mails[0].message, /^Goods DN-\S+ of \.\n/);
  const { url } = await call('share_document', { id: note.id });
  const shown = await call('get_shared_document', { token: url.split('/').at(-1) }, { as: anonymous });
  assert.deepEqual([shown.total, shown.totals, shown.amount_due, shown.payment], [null, null, null, null]);
  assert.deepEqual([shown.lines[0].name, shown.lines[0].quantity], ['Item 1', '1']);
  assert.doesNotMatch(JSON.stringify(shown), /100/);
});
