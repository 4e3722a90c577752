/** An import of 2,000 rows as a task: how far it is, what came of it, its end before its time, and after a restart. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { resultFromTaskOutcome } from '@modelcontextprotocol/ext-tasks/client';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { longTest } from '../../../../test/support/dose.ts';
import { importing } from '../../../../test/support/importing.ts';
import { serve } from '../../../../test/support/running-service.ts';
import { openTaskClient } from '../../../../test/support/task-client.ts';
import type { Wire } from '../../../../test/support/world.ts';

const rows = 2_000;
const wrongRows = 20;

/** Every hundredth row names no type that there is. */
function fileOf(name: string, length: number): string {
  const type = (row: number) => (row % (rows / wrongRows) === 7 ? 'nobody' : 'business');
  const lines = Array.from({ length }, (_, row) => `${type(row)},${name} ${row}`);
  return ['type,display_name', ...lines].join('\n');
}

const database = await createTestDatabase();
const first = await serve(database);
let last = first;
after(async () => {
  await last.stop();
  await database.drop();
});
const ana = await first.service.register('Acme');
const token = await first.service.mcpToken(ana);

const calling = (content: string) => ({
  name: 'run_write_action',
  arguments: { name: 'create_import', arguments: { kind: 'clients', content }, idempotency_key: randomUUID() },
});

test('an import tells how far it is, and its result names what failed', longTest, async () => {
  const { service } = first;
  const client = await openTaskClient(service.url, token);
  const begun = await client.say('tools/call', calling(fileOf('Baker', rows)));
  assert.deepEqual([begun.resultType, begun.status, begun.ttlMs], ['task', 'working', null]);
  assert.equal(begun.statusMessage, 'Waiting for its turn.');
  assert.ok(begun.pollIntervalMs >= 1_000);
  assert.ok(!('result' in begun) && !('content' in begun));
  const { taskId } = begun;
  const { id } = await newestImport(service);
  const seen: Wire[] = [];
  const progress = async () => void seen.push(await client.say('tasks/get', { taskId }));
  await importing(service).work(ana, id, { progress });
  assert.ok(seen.length > 2);
  const midway = seen.filter(({ status }) => status === 'working').map(({ statusMessage }) => statusMessage);
  assert.ok(
    midway.some((words) => /^[\d,]+ of 2,000 done \(\d+ %\), \d+ failed\.$/.test(words)),
    midway.join('\n'),
  );
  const done = await client.say('tasks/get', { taskId });
  assert.deepEqual(
    [done.resultType, done.status, done.statusMessage],
    ['complete', 'completed', 'Finished: 1,980 created, 20 failed.'],
  );
  const { structuredContent: told, isError } = done.result;
  assert.equal(isError, undefined);
  assert.deepEqual([told.id, told.state, told.failed, told.outcome], [id, 'completed', 20, done.statusMessage]);
  assert.deepEqual(told.next, ['get_import_errors']);
  const record = await importing(service).api(ana, 'GET', `/imports/${id}`);
  assert.deepEqual([done.createdAt, done.lastUpdatedAt], [record.created_at, record.updated_at]);
  // What is over stays as it is.
  assert.deepEqual(await client.say('tasks/cancel', { taskId }), { resultType: 'complete', ...metaOf(done) });
  assert.equal((await client.say('tasks/get', { taskId })).status, 'completed');
  await client.close();
});

test('an import ends midway when its client cancels it, and what came in stays', async () => {
  const { service } = first;
  const client = await openTaskClient(service.url, token);
  const { taskId } = await client.say('tools/call', calling(fileOf('Miller', rows)));
  const { id } = await newestImport(service);
  let isCancelled = false;
  const progress = async () => {
    const { statusMessage } = await client.say('tasks/get', { taskId });
    if (isCancelled || !/of 2,000 done/.test(statusMessage)) return;
    isCancelled = true;
    assert.equal((await client.say('tasks/cancel', { taskId })).resultType, 'complete');
  };
  await importing(service)
    .work(ana, id, { progress })
    .catch(() => undefined);
  assert.ok(isCancelled);
  const ended = await client.say('tasks/get', { taskId });
  assert.equal(ended.status, 'cancelled');
  assert.match(ended.statusMessage, /^Cancelled after [\d,]+ of 2,000\.$/);
  const record = await importing(service).api(ana, 'GET', `/imports/${id}`);
  assert.equal(record.state, 'cancelled');
  assert.ok(record.done > 0 && record.done < rows, String(record.done));
  const { data } = await importing(service).api(ana, 'GET', '/audit-log?action=cancel_import');
  assert.deepEqual(
    data.map(({ actor, door }: Wire) => [actor.type, door]),
    [['mcp_token', 'mcp']],
  );
  await client.close();
});

test('a file of documents that nobody wants any more is not made', async () => {
  const client = await openTaskClient(first.service.url, token);
  const given = { name: 'create_document_export', arguments: { type: ['invoice'] } };
  const { taskId } = await client.say('tools/call', { name: 'run_write_action', arguments: given });
  await client.say('tasks/cancel', { taskId });
  const { status, statusMessage } = await client.say('tasks/get', { taskId });
  assert.deepEqual([status, statusMessage], ['cancelled', 'Cancelled.']);
  await client.close();
});

test('the makers’ own requester finds its task again after a restart, on another node', async () => {
  const client = await openTaskClient(first.service.url, token);
  const { name, arguments: given } = calling(fileOf('Weaver', 50));
  const execution = await client.session.callTool(name, given);
  assert.ok(execution.kind === 'task');
  const reference = execution.serializeReference();
  await execution.detach();
  const { id } = await newestImport(first.service);
  await client.close();
  await first.stop();

  const second = await serve(database);
  last = second;
  await importing(second.service).work(ana, id);
  const again = await openTaskClient(second.service.url, token);
  const resumed = await again.session.resumeTask({ ...reference, endpointId: second.service.url });
  const { outcome } = await resumed.settle();
  const result: Wire = resultFromTaskOutcome(outcome);
  const { id: told, outcome: words } = result.structuredContent;
  assert.deepEqual([told, words], [id, 'Finished: 49 created, 1 failed.']);
  assert.deepEqual(
    again.exchanged.map(({ method }) => method),
    ['tasks/get'],
  );
  await again.close();
});

async function newestImport({ api }: typeof first.service): Promise<Wire> {
  const { body } = await api(ana.token, 'GET', '/imports?limit=1');
  return body.data[0];
}

function metaOf({ _meta }: Wire): object {
  return { _meta };
}
