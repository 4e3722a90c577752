/** Injected models: odd texts, values and messages through the MCP door. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { actionOf } from '../../src/doors/mcp/action.ts';
import { withValue } from '../support/id-fields.ts';
import type { HttpAnswer } from '../support/running-service.ts';
import { tableSums } from '../support/table-sums.ts';
import { faultsOf, inTurn, openAttack } from './attack.ts';
import { oddTexts } from './odd-texts.ts';
import { placesOf } from './places.ts';

const { service, shop, rival, samples, each } = await openAttack();
const token = await service.mcpToken(shop.who, { preset: 'full' });
const found: string[] = [];
let sent = 0;

/** Sends a message and judges the answer: JSON-RPC, never an error of ours, nothing of another organisation. */
async function send(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
  sent += 1;
  const all = { accept: 'application/json', ...headers };
  const answer = await service.send({ method: 'POST', path: '/api/mcp/mcp', token, body, headers: all });
  const told = JSON.stringify(answer.body ?? answer.text);
  const asked = typeof body === 'string' ? body.slice(0, 300) : JSON.stringify(body).slice(0, 600);
  const about = `${asked}: ${told.slice(0, 600)}`;
  if (answer.status >= 500 || /"code":"internal"|"code":-32603/.test(told)) found.push(`broke on ${about}`);
  if (told.includes(rival.mark)) found.push(`told of another organisation on ${about}`);
  return answer;
}

function call(name: string, given: unknown): Promise<HttpAnswer> {
  return send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } });
}

const offered = catalogue.filter((operation) => actionOf(operation) !== undefined);
/** Every so many texts one, another for each call, so that each text is sent to some. */
const stride = 120;

test('odd texts in the arguments of a tool are refused or harmless', async (context) => {
  const calls = offered.flatMap((operation, first) => {
    const { input = {} } = samples.get(operation) ?? {};
    const places = placesOf(operation).filter(({ takesText }) => takesText);
    const texts = oddTexts.filter((_, index) => places.length > 0 && index % stride === first % stride);
    return texts.map((text, index) => {
      const { path = [] } = places[index % places.length] ?? {};
      return { operation, given: withValue(operation, input, { path, value: text }) };
    });
  });
  const before = await tableSums(service.owner, ['mcp_tokens', 'mcp_readings']);
  await each(calls, async ({ operation: { name, effect, mcp }, given }) => {
    const added = effect === 'read' ? {} : { dry_run: true };
    const { status, body, text } =
      mcp === 'tool'
        ? await call(name, { ...given, ...added })
        : await call(`run_${effect}_action`, { name, arguments: given, ...added });
    assert.equal(status, 200, `${name}: ${text}`);
    const { isError, structuredContent, content } = body.result;
    assert.ok(structuredContent && content.length > 0, text);
    if (isError === true) assert.equal(typeof structuredContent.code, 'string', text);
  });
  assert.deepEqual(found.splice(0).slice(0, 10), []);
  assert.deepEqual(await tableSums(service.owner, ['mcp_tokens', 'mcp_readings']), before);
  context.diagnostic(`${sent} requests`);
});

test('arguments of any other kind, size or depth are refused', async () => {
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const odd = ['null', '[]', '"text"', '1', 'true', '{"":""}', '{"id":{}}', '{"limit":"1e9"}', '{"dry_run":"yes"}'];
  odd.push('{"fields":"x"}', '{"idempotency_key":1}', '{"idempotency_key":""}', '{"limit":1e400}', '{"limit":-0.5}');
  odd.push('{"idempotency_key":"a\\nb","dry_run":true}', '{"toString":1}', '{"__proto__":{"a":1}}', '{"q":"\\ud800"}');
  odd.push(`{"q":"${'x'.repeat(100_000)}"}`, deep(40), deep(5_000), deep(50_000), `{"expand":["${'a.'.repeat(9)}"]}`);
  const tools = offered.filter(({ mcp }) => mcp === 'tool').map(({ name }) => name);
  const all = [
    ...tools,
    'run_read_action',
    'run_write_action',
    'run_destructive_action',
    'find_actions',
    '__proto__',
    '',
  ];
  const calls = all.flatMap((name, at) => inTurn(odd, { at, parts: 3 }).map((given) => ({ name, given })));
  const before = await tableSums(service.owner, ['mcp_tokens', 'mcp_readings', 'audit_log']);
  const message = (name: string, given: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${given}}}`;
  await each(calls, async ({ name, given }) => {
    await send(message(name, given));
    await send(message('run_read_action', `{"name":${JSON.stringify(name)},"arguments":${given}}`));
  });
  assert.deepEqual(found.splice(0).slice(0, 10), []);
  assert.deepEqual(await tableSums(service.owner, ['mcp_tokens', 'mcp_readings', 'audit_log']), before);
});

test('messages that are none are refused, and the next one is answered', async () => {
  const bodies = ['', '{', '[]', '[1]', 'null', '"x"', '1', '{}', '{"jsonrpc":"1.0","id":1,"method":"ping"}'];
  bodies.push('{"jsonrpc":"2.0","id":1}', '{"jsonrpc":"2.0","id":{},"method":"ping"}', '{"jsonrpc":"2.0","method":1}');
  bodies.push(
    '{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}',
  );
  bodies.push('{"jsonrpc":"2.0","id":1,"method":"__proto__"}', '{"jsonrpc":"2.0","id":null,"method":"tools/list"}');
  bodies.push(
    '{"__proto__":{"a":1},"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  );
  bodies.push(
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
  );
  bodies.push(`[${Array.from({ length: 100 }, () => '{"jsonrpc":"2.0","id":1,"method":"ping"}').join()}]`);
  const headers: Record<string, string>[] = [
    {},
    { 'mcp-protocol-version': 'x' },
    { 'mcp-protocol-version': '2026-07-28' },
    { accept: 'text/html' },
  ];
  headers.push({ 'mcp-method': 'tools/call' }, { 'mcp-session-id': 'x' }, { 'content-type': 'text/plain' });
  for (const body of bodies) for (const one of headers) await send(body, one);
  const { body } = await send({ jsonrpc: '2.0', id: 7, method: 'ping' });
  assert.deepEqual(body, { jsonrpc: '2.0', id: 7, result: {} });
  assert.deepEqual(found.splice(0).slice(0, 10), []);
});

test('control: an internal error told as a result would be noticed', () => {
  const text = '{"result":{"isError":true,"structuredContent":{"code":"internal"}}}';
  assert.match(text, /"code":"internal"|"code":-32603/);
  assert.equal(faultsOf({ status: 500, headers: {}, text, body: {} }, { operation: undefined, hidden: [] }).length, 1);
});
