/** Documents that are sent many at once, by a batch. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createPageFixture } from '../../../test/support/public-page.ts';
import { type HttpAnswer, type SignedIn, startService } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await startService();
const { who, call, quoted } = await createPageFixture(service);

const send = (ids: readonly string[], { as = who, key = randomUUID(), mode = 'independent', query = '' } = {}) => {
  const operations = ids.map((id) => ({ action: 'send', id, data: {} }));
  const headers = { 'idempotency-key': key };
  return service.api(as.token, 'POST', `/documents/batch${query}`, { mode, operations }, headers);
};

/** A quote to a client who can be written to, or cannot. */
async function sendable(email: string | null = `${randomUUID()}@example.com`): Promise<string> {
  const about = { type: 'business', display_name: randomUUID() };
  const { id } = await call('POST', '/clients', email === null ? about : { ...about, email });
  return (await quoted({ client_id: id })).quote.id;
}

const mailsOf = async (id: string): Promise<Wire[]> => (await call('GET', `/document-mails?document_id=${id}`)).data;
const toldOf = ({ body }: HttpAnswer) =>
  body.results.map(({ status, problem }: Wire) => (problem === undefined ? status : [status, problem.code]));

test('each document goes to its own client, and what cannot be sent is told beside the rest', async () => {
  const [first, bare, last] = [
    await sendable('ana@example.com'),
    await sendable(null),
    await sendable('ben@example.com'),
  ];
  const { client_id } = await call('GET', `/documents/${first}`);
  const lines = [{ name: 'Later', quantity: '1', unit_price: '1' }];
  const draft = await call('POST', '/documents', { type: 'quote', client_id, lines });
  assert.deepEqual(toldOf(await send([first, bare, draft.id, last])), [
    200,
    [422, 'no_recipient'],
    [409, 'invalid_state_transition'],
    200,
  ]);
  const recipientsOf = async (id: string) => (await mailsOf(id)).map(({ recipient }) => recipient);
  assert.deepEqual(await Promise.all([first, bare, draft.id, last].map(recipientsOf)), [
    ['ana@example.com'],
    [],
    [],
    ['ben@example.com'],
  ]);
});

test('sending the batch again under its key sends nothing twice, and tries what was refused', async () => {
  const [sent, bare] = [await sendable(), await sendable(null)];
  const key = randomUUID();
  assert.deepEqual(toldOf(await send([sent, bare], { key })), [200, [422, 'no_recipient']]);
  const { client_id: client } = await call('GET', `/documents/${bare}`);
  await call('PATCH', `/clients/${client}`, { email: 'now@example.com' });
  const again = await send([sent, bare], { key });
  assert.deepEqual(
    again.body.results.map(({ status, replayed }: Wire) => [status, replayed]),
    [
      [200, true],
      [200, false],
    ],
  );
  assert.deepEqual([(await mailsOf(sent)).length, (await mailsOf(bare)).length], [1, 1]);
});

test('all of them are sent or none, where that is asked', async () => {
  const [sent, bare] = [await sendable(), await sendable(null)];
  const answer = await send([sent, bare], { mode: 'atomic' });
  assert.deepEqual([answer.status, answer.body.code, answer.body.index], [422, 'no_recipient', 1]);
  assert.equal((await mailsOf(sent)).length, 0);
});

test('a preview of the batch sends nothing', async () => {
  const id = await sendable();
  const { body } = await send([id], { query: '?dry_run=true' });
  assert.equal(body.results[0].data.mails.length, 1);
  assert.equal((await mailsOf(id)).length, 0);
});

test('whoever may not send one document sends none of many', async () => {
  const id = await sendable();
  const { name } = await call('POST', '/team/roles', { name: 'Reader', permissions: ['documents:read'] });
  const reader: SignedIn = await service.colleague(who, name);
  const { body } = await send([id], { as: reader });
  assert.deepEqual([body.results?.[0].problem.code ?? body.code, (await mailsOf(id)).length], ['forbidden', 0]);
});
