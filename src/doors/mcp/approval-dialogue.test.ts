/** A client that can show its user a page leads them to the approval, and what it answers decides nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpService } from '../../../test/support/mcp-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const { token } = await ana.mint();
const version = '2026-07-28';
const inBrowser = { elicitation: { url: {} } };

type Asking = {
  readonly capabilities?: object;
  readonly state?: string;
  readonly by?: string;
  readonly extra?: object;
};

/** One `tools/call` of revision 2026-07-28, which says with each message what its client can do. */
async function call(given: object, { capabilities = inBrowser, state, by = token, extra }: Asking = {}): Promise<Wire> {
  const name = 'run_destructive_action';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const headers = { 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': name };
  const answered =
    state === undefined ? {} : { requestState: state, inputResponses: { approval: { action: 'accept' } } };
  const params = { name, arguments: given, _meta, ...answered, ...extra };
  const { body } = await service.rpc(by, 'tools/call', params, {
    headers: { ...headers, accept: 'application/json, text/event-stream' },
  });
  return body.result ?? body;
}

async function deletion(): Promise<{ readonly id: string; readonly given: Wire }> {
  const { id } = await ana.rest('POST', '/clients', { type: 'business', display_name: `Mill ${crypto.randomUUID()}` });
  return { id, given: { name: 'delete_client', arguments: { id } } };
}

const isThere = (id: string) =>
  ana.rest('GET', `/clients/${id}`).then(
    () => true,
    () => false,
  );
const approvalIn = ({ inputRequests }: Wire): string => /appr_\w+/.exec(inputRequests.approval.params.url)?.[0] ?? '';

test('a write that waits asks for its page to be shown, and answers when it has been approved there', async () => {
  const { id, given } = await deletion();
  const asked = await call(given);
  assert.equal(asked.resultType, 'input_required');
  const { method, params } = asked.inputRequests.approval;
  assert.deepEqual([method, params.mode], ['elicitation/create', 'url']);
  assert.match(params.url, /\/approvals\/appr_/);
  assert.match(params.message, /needs your approval/);
  // The client says that its user accepted. Nobody has decided.
  const early = await call(given, { state: asked.requestState });
  assert.deepEqual([early.isError, early.structuredContent.approval_status], [true, 'pending']);
  assert.equal(await isThere(id), true);
  await ana.rest('POST', `/approvals/${approvalIn(asked)}/approve`);
  assert.equal(await isThere(id), false);
  const late = await call(given, { state: asked.requestState });
  assert.equal(late.isError, undefined, JSON.stringify(late));
  assert.equal(late.structuredContent.id, id);
});

test('what a person rejected stays so, whatever the client answers', async () => {
  const { id, given } = await deletion();
  const asked = await call(given);
  await ana.rest('POST', `/approvals/${approvalIn(asked)}/reject`, { note: 'Keep it' });
  const { structuredContent: told } = await call(given, { state: asked.requestState });
  assert.deepEqual([told.code, told.approval_status, told.note], ['approval_required', 'rejected', 'Keep it']);
  assert.equal(await isThere(id), true);
});

test('a client that cannot show pages, or only forms, gets the link as before', async () => {
  for (const capabilities of [{}, { elicitation: {} }, { elicitation: { form: {} } }, { sampling: {} }]) {
    const { given } = await deletion();
    const { structuredContent: told } = await call(given, { capabilities });
    assert.equal(told.code, 'approval_required', JSON.stringify(capabilities));
    assert.match(told.approval_url, /\/approvals\/appr_/);
  }
});

test('no argument, state or answer that a client makes up stands for a person', async () => {
  const { id, given } = await deletion();
  const asked = await call(given);
  const done = await deletion();
  const other = await call(done.given);
  await ana.rest('POST', `/approvals/${approvalIn(other)}/approve`);
  const { token: stranger } = await ana.mint({ name: 'Another' });
  const [, mac] = asked.requestState.split('.');
  const attempts: Readonly<Record<string, Promise<Wire>>> = {
    'a state of its own': call(given, { state: 'approved' }),
    'the state of an approved write': call(given, { state: other.requestState }),
    'the id of an approved write': call(given, { state: `${approvalIn(other)}.${mac}` }),
    'the state of another token': call(done.given, { state: other.requestState, by: stranger }),
    'an answer without a state': call(given, { extra: { inputResponses: { approval: { action: 'accept' } } } }),
    'arguments that say so': call({ ...given, arguments: { ...given.arguments, approved: true, confirm: true } }),
  };
  for (const [how, attempt] of Object.entries(attempts)) {
    const answer = await attempt;
    const held = answer.error?.code === -32_602 || answer.isError === true || answer.resultType === 'input_required';
    assert.ok(held, `${how}: ${JSON.stringify(answer)}`);
    assert.equal(await isThere(id), true, how);
  }
  // Control: its own, after its own approval.
  await ana.rest('POST', `/approvals/${approvalIn(asked)}/approve`);
  assert.equal((await call(given, { state: asked.requestState })).structuredContent.id, id);
});

test('the makers’ own client shows the page and goes on by itself', async () => {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: inBrowser, versionNegotiation: { mode: 'auto' } },
  );
  const shown: string[] = [];
  client.setRequestHandler('elicitation/create', async ({ params }: Wire) => {
    shown.push(params.url);
    await ana.rest('POST', `/approvals/${/appr_\w+/.exec(params.url)?.[0]}/approve`);
    return { action: 'accept' };
  });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/api/mcp/mcp`), { requestInit }));
  const { id, given } = await deletion();
  const done: Wire = await client.callTool({ name: 'run_destructive_action', arguments: given });
  assert.equal(shown.length, 1);
  assert.equal(done.structuredContent.id, id);
  assert.equal(await isThere(id), false);
  await client.close();
});
