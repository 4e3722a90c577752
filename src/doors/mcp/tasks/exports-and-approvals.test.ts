/** Exports, and what waits for a person, are tasks: the person decides on the page that is shown, and nobody else. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { resultFromTaskOutcome } from '@modelcontextprotocol/ext-tasks/client';
import { longTest } from '../../../../test/support/dose.ts';
import { eventually } from '../../../../test/support/embedded-service.ts';
import { startService } from '../../../../test/support/running-service.ts';
import { openTaskClient } from '../../../../test/support/task-client.ts';
import type { Wire } from '../../../../test/support/world.ts';

const service = await startService({ role: 'all' });
const ana = await service.register('Acme');
const token = await service.mcpToken(ana, { preset: 'standard' });
const approvalIn = (text: string): string => /appr_\w+/.exec(text)?.[0] ?? '';

const decide = async (approval: string, how: string, body: object = {}): Promise<Wire> => {
  const answer = await service.api(ana.token, 'POST', `/approvals/${approval}/${how}`, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

const asking = (name: string, given: Readonly<Record<string, string>> = {}) => ({
  name: 'run_destructive_action',
  arguments: { name, arguments: given },
});
const archiving = () => ({ ...asking('create_export'), name: 'run_write_action' });

async function newClient(): Promise<string> {
  const body = { type: 'business', display_name: `Mill ${randomUUID()}` };
  return (await service.api(ana.token, 'POST', '/clients', body)).body.id;
}

const opened = (pages: string[] = []) =>
  openTaskClient(service.url, token, { onPage: async ({ url }) => void pages.push(url) });

test(
  'an archive waits for its approval, goes on when a person gives it, and ends as the archive',
  longTest,
  async () => {
    const pages: string[] = [];
    const client = await openTaskClient(service.url, token, {
      onPage: async ({ url, message }) => {
        assert.match(message, /needs your approval/);
        pages.push(url);
        await decide(approvalIn(url), 'approve', { note: 'Go on' });
      },
    });
    const { name, arguments: given } = archiving();
    const execution = await client.session.callTool(name, given);
    const seen: Wire[] = [];
    const { outcome } = await execution.settle({
      onEvent: (event) => void (event.type === 'task' && seen.push(event.task)),
    });
    const { structuredContent: told }: Wire = resultFromTaskOutcome(outcome);
    assert.equal(pages.length, 1);
    assert.match(told.id, /^expt_/);
    assert.deepEqual([told.status, told.outcome, told.approval.note], ['completed', 'Finished.', 'Go on']);
    assert.equal(seen[0]?.status, 'input_required');
    assert.match(seen[0]?.statusMessage, /Waiting for a person to decide at http.*\/approvals\/appr_/);
    const { body } = await service.api(ana.token, 'GET', `/exports/${told.id}`);
    assert.deepEqual([body.status, body.created_by.name], ['completed', 'Acme through Claude, approved by Acme']);
    await client.close();
  },
);

test('a file of documents is made while the client waits, and its link expires when the task says', async () => {
  const client = await opened();
  const given = { name: 'create_document_export', arguments: { type: ['invoice'] } };
  const execution = await client.session.callTool('run_write_action', given);
  const { outcome } = await execution.settle();
  const { structuredContent: told }: Wire = resultFromTaskOutcome(outcome);
  assert.deepEqual([told.status, told.outcome], ['completed', 'Finished: 0 done.']);
  const { body } = await service.api(ana.token, 'GET', `/document-exports/${told.id}`);
  assert.equal(body.status, 'completed');
  const last = JSON.parse(client.exchanged.at(-1)?.answered ?? '').result;
  assert.equal(last.ttlMs, Date.parse(body.expires_at) - Date.parse(body.created_at));
  await client.close();
});

test('what a person rejects ends with their note, and what they approve with the answer of the write', async () => {
  const client = await opened();
  const [kept, gone] = [await newClient(), await newClient()];
  const begin = async (id: string) => client.say('tools/call', asking('delete_client', { id }));
  const [first, second] = [await begin(kept), await begin(gone)];
  assert.deepEqual([first.resultType, first.status], ['task', 'input_required']);
  assert.ok(first.ttlMs > 6 * 24 * 3_600_000 && !('inputRequests' in first));
  const asked = await client.say('tasks/get', { taskId: first.taskId });
  const { method, params } = asked.inputRequests.approval;
  assert.deepEqual([method, params.mode], ['elicitation/create', 'url']);
  await decide(approvalIn(params.url), 'reject', { note: 'Keep it' });
  const refused = await client.say('tasks/get', { taskId: first.taskId });
  const { isError, structuredContent: told } = refused.result;
  assert.deepEqual(
    [refused.status, isError, told.approval_status, told.note],
    ['completed', true, 'rejected', 'Keep it'],
  );
  const open = await client.say('tasks/get', { taskId: second.taskId });
  await decide(approvalIn(open.inputRequests.approval.params.url), 'approve');
  const done = await client.say('tasks/get', { taskId: second.taskId });
  assert.deepEqual(
    [done.status, done.result.isError, done.result.structuredContent.id],
    ['completed', undefined, gone],
  );
  assert.equal((await service.api(ana.token, 'GET', `/clients/${kept}`)).status, 200);
  assert.equal((await service.api(ana.token, 'GET', `/clients/${gone}`)).status, 404);
  await client.close();
});

test('no answer of a client stands for the person, and the page is asked for until they decided', async () => {
  const client = await opened();
  const id = await newClient();
  const { taskId } = await client.say('tools/call', asking('delete_client', { id }));
  const before = await client.say('tasks/get', { taskId });
  for (const answer of [
    { action: 'accept' },
    { action: 'accept', content: { approved: true } },
    { action: 'decline' },
  ]) {
    const ack = await client.say('tasks/update', { taskId, inputResponses: { approval: answer, other: answer } });
    assert.deepEqual(Object.keys(ack).toSorted(), ['_meta', 'resultType']);
    const now = await client.say('tasks/get', { taskId });
    assert.deepEqual([now.status, now.inputRequests], ['input_required', before.inputRequests]);
  }
  assert.equal((await service.api(ana.token, 'GET', `/clients/${id}`)).status, 200);
  await client.close();
});

test('a client withdraws what waits, and nobody approves it later', async () => {
  const client = await opened();
  const id = await newClient();
  const { name, arguments: given } = asking('delete_client', { id });
  const call = { name, arguments: { ...given, idempotency_key: randomUUID() } };
  const { taskId } = await client.say('tools/call', call);
  const { inputRequests } = await client.say('tasks/get', { taskId });
  const approval = approvalIn(inputRequests.approval.params.url);
  await client.say('tasks/cancel', { taskId });
  const ended = await client.say('tasks/get', { taskId });
  assert.deepEqual([ended.status, ended.statusMessage], ['cancelled', 'Withdrawn before anybody decided.']);
  const late = await service.api(ana.token, 'POST', `/approvals/${approval}/approve`, {});
  assert.equal(late.body.code, 'invalid_state_transition');
  const { body } = await service.api(ana.token, 'GET', `/approvals/${approval}`);
  assert.deepEqual(
    [body.status, body.decided_by.type, body.note],
    ['rejected', 'mcp_token', 'Withdrawn by the AI app that asked for it.'],
  );
  await eventually(async () => {
    const { body: events } = await service.api(ana.token, 'GET', '/events?type=approval.rejected');
    assert.ok(events.data.some(({ data }: Wire) => data.id === approval));
  });
  const { body: activity } = await service.api(ana.token, 'GET', '/mcp/activity?limit=1');
  assert.deepEqual(
    activity.data.map(({ action, undo }: Wire) => [action, undo.possible]),
    [['withdraw_write', false]],
  );
  const { structuredContent: again } = await client.say('tools/call', call);
  assert.deepEqual(
    [again.approval_status, again.detail],
    ['rejected', 'The request was withdrawn. Nothing was written.'],
  );
  // It is over: a second end changes nothing.
  assert.equal((await client.say('tasks/cancel', { taskId })).resultType, 'complete');
  await client.close();
});

test('a client that can show no page is told the address, which stands nowhere but in the answer', async () => {
  const client = await openTaskClient(service.url, token);
  const answer = await client.say('tools/call', asking('delete_client', { id: await newClient() }));
  assert.deepEqual([answer.resultType, answer.isError], ['complete', true]);
  assert.match(answer.structuredContent.approval_url, /\/approvals\/appr_/);
  await client.close();
});
