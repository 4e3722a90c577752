import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const { call, rival } = world;

const person = await call('create_client', {
  type: 'individual',
  display_name: 'Maja Ostrowska',
  email: 'maja@example.com',
  notes_internal: 'Likes tea.',
  contacts: [{ name: 'Her brother Jan', phone: '+48 600 700 800' }],
});
const other = await call('create_client', { type: 'individual', display_name: 'Somebody Else' });

const sold = ({ id }: Wire, name: string): Promise<Wire> =>
  call('create_sale', { client_id: id, lines: [{ name, quantity: '1', unit_price: '20' }], confirm: true });
await sold(person, 'a lesson in March');
await sold(other, 'a secret of another');
const quote = { type: 'quote', lines: [{ name: 'a course', quantity: '2', unit_price: '30' }], issue: true };
const document = await call('create_document', { ...quote, client_id: person.id }, { key: randomUUID() });
await call('send_document', { id: document.id, to: [{ email: 'maja@example.com' }] }, { key: randomUUID() });

test('everything that names a client is told, as data and as text, and nothing of anybody else', async () => {
  const { records, history, readable } = await call('export_client', { id: person.id });
  assert.equal(records.clients.length, 1);
  assert.equal(records.clients[0].contacts[0].name, 'Her brother Jan');
  assert.equal(records.sales.length, 1);
  assert.equal(records.sale_lines[0].name, 'a lesson in March');
  assert.equal(records.documents.length, 1);
  assert.equal(records.document_mails[0].recipient, 'maja@example.com');
  assert.ok(records.journal_lines.length > 0);
  for (const text of ['Likes tea.', 'Her brother Jan', '+48 600 700 800', 'a lesson in March', 'a course']) {
    assert.ok(readable.includes(text), text);
  }
  assert.ok(history.some(({ action }: Wire) => action === 'create_client'));
  const all = JSON.stringify({ records, history, readable });
  assert.ok(!all.includes('Somebody Else') && !all.includes('a secret of another'));
  assert.deepEqual(all.match(/.{80}"(token_hash|organization_id|cost_total|search_text)".{60}/g), null);
});

test('who has no such client learns nothing', async () => {
  await assert.rejects(call('export_client', { id: person.id }, { as: rival }), refused('not_found'));
});
