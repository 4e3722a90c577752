/** A draft issues itself on its day, once, whoever works and whatever crashes; and what is refused then says so. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';
import { catalogue } from '../../catalogue.ts';
import type { Actor } from '../../operation/actor.ts';
import { issueGivenUp, scheduledIssuer } from './scheduled-issue-job.ts';

const world = await createWorld();
const parts = { catalogue, runtime: () => world.runtime };
const issuer = scheduledIssuer(parts);
const noon = (day: string) => world.setNow(`${day}T12:00:00Z`);
const kind = 'issue_scheduled_document';

type Job = { id: string; organization_id: string; payload: object; run_at: Date };

/** The jobs that are due, taken off the queue. */
async function due(): Promise<Job[]> {
  return asOwner(world.database.ownerUrl, async (client) => {
    const { rows } = await client.query<Job>(
      `update jobs set state = 'done' where kind = $2 and state = 'queued' and run_at <= $1 returning *`,
      [world.runtime.now(), kind],
    );
    return rows;
  });
}

const jobOf = ({ id, organization_id: organizationId, payload }: Job) => {
  return { id, organizationId, payload, kind, attempts: 1, error: null };
};
const work = (job: Job) => issuer(jobOf(job), () => Promise.resolve());

async function catchUp(): Promise<void> {
  for (const job of await due()) await work(job);
}

async function drafted(as: Actor, more: object = {}): Promise<Wire> {
  const { id: client_id } = await shopOf(world, as).client();
  const lines = [{ name: 'Consulting', quantity: '2', unit_price: '50' }];
  return world.call('create_document', { type: 'invoice', client_id, lines, ...more }, { as });
}

const read = (as: Actor, { id }: Wire): Promise<Wire> => world.call('get_document', { id }, { as });
const types = () => world.emitted().map(({ type }) => type);

test('a draft issues itself when its day begins where the organisation is', async () => {
  world.setNow('2026-05-01T04:00:00Z');
  const as = await world.found('West', { timezone: 'America/Los_Angeles' });
  const draft = await drafted(as, { issue_at: '2026-05-01', due_date: '2026-05-30' });
  assert.deepEqual([draft.supply_date, draft.due_date], ['2026-04-30', '2026-05-30']);
  assert.deepEqual([draft.status, draft.issue_at, draft.number], ['scheduled', '2026-05-01', null]);
  const listed = await world.call('list_documents', { status: ['scheduled'] }, { as });
  assert.deepEqual(
    listed.data.map(({ id }: Wire) => id),
    [draft.id],
  );
  assert.deepEqual((await world.call('list_documents', { status: ['draft'] }, { as })).data, []);
  world.setNow('2026-05-01T06:59:00Z');
  await catchUp();
  assert.equal((await read(as, draft)).status, 'scheduled', 'it is still April there');
  world.setNow('2026-05-01T07:00:00Z');
  await catchUp();
  const issued = await read(as, draft);
  assert.deepEqual([issued.status, issued.issue_date, issued.issue_at], ['open', '2026-05-01', null]);
  assert.deepEqual([issued.supply_date, issued.due_date], ['2026-05-01', '2026-05-30']);
  assert.equal((await world.call('get_sale', { id: issued.sale_id }, { as })).status, 'confirmed');
  await shopOf(world, as).booksAgree();
});

test('two nodes, and a crash after the commit, issue it once', async () => {
  noon('2026-06-01');
  const as = await world.found('Twice');
  const draft = await drafted(as, { issue_at: '2026-06-02' });
  noon('2026-06-02');
  const jobs = await due();
  await Promise.all([...jobs, ...jobs].map(work));
  for (const job of jobs) await work(job);
  const issued = await read(as, draft);
  assert.deepEqual([issued.number, issued.issue_problem], ['INV-2026-00001', null]);
  assert.deepEqual((await world.call('list_documents', { type: ['invoice'] }, { as })).data.length, 1);
});

test('a day that is taken away or moved does nothing when it comes', async () => {
  noon('2026-06-01');
  const as = await world.found('Moved');
  const [gone, moved] = [await drafted(as, { issue_at: '2026-06-02' }), await drafted(as, { issue_at: '2026-06-02' })];
  const cancelled = await world.call('update_document', { id: gone.id, issue_at: null }, { as });
  assert.deepEqual([cancelled.status, cancelled.issue_at], ['draft', null]);
  await world.call('update_document', { id: moved.id, issue_at: '2026-06-03' }, { as });
  noon('2026-06-02');
  await catchUp();
  assert.deepEqual([(await read(as, gone)).status, (await read(as, moved)).status], ['draft', 'scheduled']);
  noon('2026-06-03');
  await catchUp();
  const later = await read(as, moved);
  assert.deepEqual([later.status, later.supply_date, later.due_date], ['open', '2026-06-03', '2026-06-03']);
  const early = await drafted(as, { issue_at: '2026-06-09' });
  const now = await world.call('issue_document', { id: early.id }, { as, key: randomUUID() });
  assert.deepEqual([now.status, now.issue_at], ['open', null]);
  const dropped = await drafted(as, { issue_at: '2026-06-09' });
  await world.call('delete_document', { id: dropped.id }, { as });
  noon('2026-06-09');
  await catchUp();
  assert.equal((await read(as, early)).issue_date, '2026-06-03');
});

test('what is refused on that day says so on the draft and by an event, and may be set again', async () => {
  noon('2026-06-01');
  const as = await world.found('Refused');
  const draft = await drafted(as, { issue_at: '2026-06-02' });
  await world.call('archive_client', { id: draft.client_id }, { as });
  noon('2026-06-02');
  types();
  const [job] = await due();
  assert.ok(job);
  await work(job);
  await work(job);
  const left = await read(as, draft);
  assert.deepEqual([left.status, left.number, left.issue_at], ['draft', null, '2026-06-02']);
  assert.match(left.issue_problem, /The client is archived, merged or erased/);
  assert.deepEqual(types().filter((type) => type === 'document.issue_refused').length, 1);
  await world.call('restore_client', { id: draft.client_id }, { as });
  const again = await world.call('update_document', { id: draft.id, issue_at: '2026-06-03' }, { as });
  assert.deepEqual([again.status, again.issue_problem], ['scheduled', null]);
  noon('2026-06-03');
  await catchUp();
  assert.equal((await read(as, draft)).status, 'open');
});

test('it is issued with the rights of whoever set the day, as they are by then', async () => {
  noon('2026-06-01');
  const as = await world.found('Rights');
  const clerk = withPermissions(as, ['documents:write', 'documents:read', 'sales:write']);
  const draft = await drafted(as, { issue_at: '2026-06-02' });
  const ask = (more: object) => world.call('update_document', { id: draft.id, ...more }, { as: clerk });
  await assert.rejects(ask({ issue_at: '2026-06-03' }), refused('forbidden'));
  await assert.rejects(ask({ terms: 'Pay somebody else.' }), refused('forbidden'));
  assert.deepEqual((await ask({ tags: ['seen'] })).status, 'scheduled');
  const seller = withPermissions(as, ['documents:write', 'documents:issue', 'sales:write', 'sales:confirm']);
  await world.call('update_document', { id: draft.id, issue_at: '2026-06-03' }, { as: seller });
  noon('2026-06-03');
  await catchUp();
  assert.equal((await read(as, draft)).status, 'open');
});

test('a day is to come, and of a draft; a node that dies each time leaves word', async () => {
  noon('2026-06-01');
  const as = await world.found('Days');
  const wrong = (code: string) => refused('validation_failed', ({ errors: [error] }) => assert.equal(error.code, code));
  await assert.rejects(drafted(as, { issue_at: '2026-06-01' }), wrong('not_in_future'));
  await assert.rejects(drafted(as, { issue_at: '2026-06-02', issue: true }), wrong('not_both'));
  const issued = await drafted(as, { issue: true });
  const set = (document: Wire) => world.call('update_document', { id: document.id, issue_at: '2026-06-02' }, { as });
  await assert.rejects(set(issued), refused('invalid_state_transition'));
  const draft = await drafted(as, { issue_at: '2026-06-02' });
  await assert.rejects(world.call('share_document', { id: draft.id }, { as }), refused('invalid_state_transition'));
  noon('2026-06-02');
  const [job] = await due();
  assert.ok(job);
  await issueGivenUp(parts)(jobOf(job));
  assert.match((await read(as, draft)).issue_problem, /after several attempts/);
});
