import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMcpService } from '../../../test/support/mcp-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const { token } = await ana.mint();

async function read(of: string, uri: string): Promise<Wire> {
  return (await service.rpc(of, 'resources/read', { uri })).body;
}

test('every resource that is listed can be read under its own address, figures as JSON', async () => {
  const { body } = await service.rpc(token, 'resources/list');
  const uris = body.result.resources.map(({ uri }: Wire) => uri);
  for (const expected of ['daybook://overview', 'daybook://ai-activity', 'daybook://reports/profit-and-loss']) {
    assert.ok(uris.includes(expected), expected);
  }
  for (const { uri, mimeType } of body.result.resources) {
    const { result } = await read(token, uri);
    assert.deepEqual([result.contents[0].uri, result.contents[0].mimeType], [uri, mimeType]);
    if (mimeType !== 'application/json') continue;
    assert.equal(typeof JSON.parse(result.contents[0].text), 'object');
  }
});

test('a report is read for the period that its address names', async () => {
  const { body } = await service.rpc(token, 'resources/templates/list');
  assert.match(body.result.resourceTemplates[0].uriTemplate, /^daybook:\/\/reports\/\{name\}/);
  const { result } = await read(token, 'daybook://reports/profit-and-loss?from=2026-01-01&to=2026-03-31');
  assert.match(result.contents[0].text, /2026-01-01.*2026-03-31/);
  const wrong = await read(token, 'daybook://reports/profit-and-loss?from=yesterday');
  assert.equal(wrong.error.code, -32_602);
  assert.equal(wrong.error.data.code, 'validation_failed');
});

test('what a token may not read is neither listed nor there', async () => {
  const narrow = await ana.mint({ scopes: ['clients:read'] });
  const { body } = await service.rpc(narrow.token, 'resources/list');
  assert.deepEqual(
    body.result.resources.map(({ uri }: Wire) => uri),
    ['daybook://ai-activity'],
  );
  for (const uri of ['daybook://reports/profit-and-loss', 'daybook://reports/../overview', 'file:///etc/passwd', '']) {
    assert.equal((await read(narrow.token, uri)).error.code, -32_602, uri);
  }
});

test('prompts ask for what they need, and complete months, reports and clients that the caller may see', async () => {
  const missing = await service.rpc(token, 'prompts/get', { name: 'month_end_close', arguments: {} });
  assert.match(missing.body.error.message, /month/);
  const unknown = await service.rpc(token, 'prompts/get', { name: 'nonsense' });
  assert.equal(unknown.body.error.code, -32_602);
  await service.tool(token, 'create_client', { type: 'business', display_name: 'Zebra Print' });
  const values = async (of: string, name: string, argument: object) => {
    const { body } = await service.rpc(of, 'completion/complete', { ref: { type: 'ref/prompt', name }, argument });
    return body.result.completion.values;
  };
  const year = new Date().getFullYear();
  const months = await values(token, 'month_end_close', { name: 'month', value: String(year) });
  assert.ok(months.length > 0 && months.every((month: string) => month.startsWith(`${year}-`)));
  assert.ok((await values(token, 'explain_report', { name: 'report', value: 'prof' })).includes('profit-and-loss'));
  const client = { name: 'client', value: 'Zeb' };
  assert.deepEqual(await values(token, 'new_client_setup', client), ['Zebra Print']);
  const blind = await ana.mint({ scopes: ['sales:read'] });
  assert.deepEqual(await values(blind.token, 'new_client_setup', client), []);
  const rival = await service.owner('Rival');
  assert.deepEqual(await values((await rival.mint()).token, 'new_client_setup', client), []);
});
