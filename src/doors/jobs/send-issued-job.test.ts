/** A document to be sent on issue leaves then, once, through crashes; otherwise the failure is reported. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';
import { catalogue } from '../../catalogue.ts';
import type { Actor } from '../../operation/actor.ts';
import { issuedSender } from './send-issued-job.ts';
import type { JobHandler } from './job-loop.ts';
import { recurringRunner } from './recurring-job.ts';
import { recurringDocuments } from '../../modules/documents/index.ts';
import { scheduledIssuer } from './scheduled-issue-job.ts';

const world = await createWorld();
const parts = { catalogue, runtime: () => world.runtime };
const handlers: Readonly<Record<string, JobHandler>> = {
  send_issued_document: issuedSender(parts),
  issue_scheduled_document: scheduledIssuer(parts),
  run_recurring_document: recurringRunner(recurringDocuments, parts),
};
const noon = (day: string) => world.setNow(`${day}T12:00:00Z`);

type Job = { id: string; organization_id: string; kind: string; payload: object };

/** The jobs of one organisation that are due, taken off the queue. */
async function due({ organization }: Actor): Promise<Job[]> {
  return asOwner(world.database.ownerUrl, async (client) => {
    const { rows } = await client.query<Job>(
      `update jobs set state = 'done' where kind = any($1) and state = 'queued' and run_at <= $2
         and organization_id = $3 returning *`,
      [Object.keys(handlers), world.runtime.now(), organization?.id],
    );
    return rows;
  });
}

function work({ id, organization_id: organizationId, payload, kind }: Job): Promise<unknown> | undefined {
  return handlers[kind]?.({ id, organizationId, payload, kind, attempts: 1, error: null }, () => Promise.resolve());
}

/** Works at what is due until nothing is, as workers would. */
async function catchUp(as: Actor): Promise<void> {
  for (let jobs = await due(as); jobs.length > 0; jobs = await due(as)) {
    for (const job of jobs) await work(job);
  }
}

const lines = [{ name: 'Retainer', quantity: '2', unit_price: '50' }];

async function clientOf(as: Actor, more: object = { email: 'ap@mill.example' }): Promise<string> {
  const input = { type: 'business', display_name: 'Mill', allow_duplicate: true, ...more };
  return (await world.call('create_client', input, { as })).id;
}

async function invoice(as: Actor, more: object = {}): Promise<Wire> {
  const client_id = await clientOf(as);
  return world.call('create_document', { type: 'invoice', client_id, lines, ...more }, { as, key: randomUUID() });
}

async function mailsOf(as: Actor, { id }: Wire): Promise<string[]> {
  const { data } = await world.call('list_document_mails', { document_id: id }, { as });
  return data.map(({ recipient }: Wire) => recipient);
}

test('an invoice that comes again is issued and sent by itself, once each time', async () => {
  noon('2026-01-31');
  const as = await world.found('Studio');
  const source = await invoice(as);
  const rhythm = { frequency: 'month', start_date: '2026-01-31', mode: 'issue_and_send' };
  const input = { name: 'Retainer', document_id: source.id, ...rhythm };
  const { id, mode } = await world.call('create_recurring_document', input, { as });
  assert.equal(mode, 'issue_and_send');
  for (const day of ['2026-01-31', '2026-02-28']) {
    noon(day);
    await catchUp(as);
  }
  const { data } = await world.call('list_documents', { recurring_id: id, limit: 10 }, { as });
  assert.equal(data.length, 2);
  for (const one of data) {
    assert.ok(one.number);
    assert.deepEqual(await mailsOf(as, one), ['ap@mill.example']);
  }
  assert.deepEqual(await mailsOf(as, source), [], 'and nothing else is sent');
});

test('a draft that issues itself is sent then, if it says so by that day', async () => {
  noon('2026-03-01');
  const as = await world.found('Planned');
  const when = { issue_at: '2026-03-05' };
  const [sent, kept, changed] = [
    await invoice(as, { ...when, send_when_issued: true }),
    await invoice(as, when),
    await invoice(as, when),
  ];
  assert.deepEqual([sent.send_when_issued, kept.send_when_issued], [true, false]);
  const update = (one: Wire, more: object): Promise<Wire> =>
    world.call('update_document', { id: one.id, ...more }, { as });
  assert.equal((await update(changed, { send_when_issued: true })).send_when_issued, true);
  assert.equal((await update(changed, { issue_at: '2026-03-06' })).send_when_issued, true, 'whatever the day');
  await catchUp(as);
  assert.deepEqual(await mailsOf(as, sent), [], 'not before it is issued');
  for (const day of ['2026-03-05', '2026-03-06']) {
    noon(day);
    await catchUp(as);
  }
  assert.deepEqual(await mailsOf(as, sent), ['ap@mill.example']);
  assert.deepEqual(await mailsOf(as, kept), []);
  assert.deepEqual(await mailsOf(as, changed), ['ap@mill.example']);
  assert.equal((await world.call('get_document', { id: sent.id }, { as })).send_when_issued, false, 'it has been');
});

test('one call drafts, issues and sends it, whatever type it has, and a retry sends nothing more', async () => {
  noon('2026-04-01');
  const as = await world.found('Swift');
  const bill = await invoice(as, { issue: true, send_when_issued: true });
  const quote = await invoice(as, { type: 'quote', issue: true, send_when_issued: true });
  const draft = await invoice(as);
  const issued = await world.call('issue_document', { id: draft.id, send_when_issued: true }, { as, key: 'k' });
  await world.call('issue_document', { id: draft.id, send_when_issued: true }, { as, key: 'k' });
  const jobs = await due(as);
  assert.equal(jobs.length, 3);
  for (const job of [...jobs, ...jobs]) await work(job);
  for (const one of [bill, quote, issued]) assert.deepEqual(await mailsOf(as, one), ['ap@mill.example']);
});

test('what nobody can be sent fails as a job that says what to do, and what is void is not sent', async () => {
  noon('2026-04-02');
  const as = await world.found('Nobody');
  const client_id = await clientOf(as, {});
  const input = { type: 'quote', client_id, lines, issue: true, send_when_issued: true };
  await world.call('create_document', input, { as, key: randomUUID() });
  const [job] = await due(as);
  assert.ok(job);
  await assert.rejects(async () => work(job), /contact|recipient|address/i);
  const gone = await invoice(as, { type: 'quote', issue: true, send_when_issued: true });
  await world.call('void_document', { id: gone.id }, { as, key: randomUUID() });
  await catchUp(as);
  assert.deepEqual(await mailsOf(as, gone), []);
});

test('a draft that nobody issues is not sent, and says so', async () => {
  const as = await world.found('Draft');
  const pointed = refused('validation_failed', ({ errors }) => assert.equal(errors?.[0]?.pointer, '/send_when_issued'));
  await assert.rejects(invoice(as, { send_when_issued: true }), pointed);
  const draft = await invoice(as);
  const update = world.call('update_document', { id: draft.id, send_when_issued: true }, { as });
  await assert.rejects(update, pointed);
  const clerk = withPermissions(as, ['documents:write', 'documents:read', 'sales:write']);
  const planned = { issue_at: '2027-01-01', send_when_issued: true };
  await assert.rejects(
    world.call('update_document', { id: draft.id, ...planned }, { as: clerk }),
    refused('forbidden'),
  );
});
