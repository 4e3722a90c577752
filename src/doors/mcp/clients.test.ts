/** The makers' own clients, in both eras. They hold every answer against the protocol's schemas. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createMcpService } from '../../../test/support/mcp-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const { token } = await ana.mint();
const address = new URL(`${service.url}/api/mcp/mcp`);
const requestInit = { headers: { authorization: `Bearer ${token}` } };
const info = { name: 'test', version: '1' };

type AnyClient = {
  listTools: () => Promise<{ tools: { name: string }[] }>;
  callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<object>;
  listResources: () => Promise<{ resources: { uri: string }[] }>;
  readResource: (asked: { uri: string }) => Promise<{ contents: object[] }>;
  listPrompts: () => Promise<{ prompts: { name: string }[] }>;
  getPrompt: (asked: { name: string; arguments: Record<string, string> }) => Promise<{ messages: object[] }>;
  complete: (asked: {
    ref: { type: 'ref/prompt'; name: string };
    argument: { name: string; value: string };
  }) => Promise<{ completion: { values: string[] } }>;
};

/** Everyday use of a server: discovery, a read, a write and an unknown name. */
async function useAll(client: AnyClient): Promise<void> {
  const { tools } = await client.listTools();
  assert.ok(tools.some(({ name }) => name === 'create_client'));
  const bakery = { type: 'business', display_name: `Bakery ${randomUUID()}` };
  const made: Wire = await client.callTool({ name: 'create_client', arguments: bakery });
  assert.equal(made.structuredContent.display_name, bakery.display_name);
  const wrong: Wire = await client.callTool({ name: 'create_client', arguments: { type: 1 } });
  assert.equal(wrong.isError, true);
  await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }), /Unknown tool/);
  const { resources } = await client.listResources();
  for (const { uri } of resources) assert.equal((await client.readResource({ uri })).contents.length, 1, uri);
  await assert.rejects(client.readResource({ uri: 'daybook://nowhere' }), /not found/i);
  const { prompts } = await client.listPrompts();
  assert.deepEqual(
    prompts.map(({ name }) => name),
    ['month_end_close', 'chase_overdue_invoices', 'explain_report', 'restock', 'new_client_setup'],
  );
  const prompt = await client.getPrompt({ name: 'month_end_close', arguments: { month: '2026-03' } });
  assert.match(JSON.stringify(prompt.messages), /close of 2026-03/);
  const ref = { type: 'ref/prompt', name: 'chase_overdue_invoices' } as const;
  const { completion } = await client.complete({ ref, argument: { name: 'tone', value: 'fi' } });
  assert.deepEqual(completion.values, ['firm', 'final']);
}

test('the client of version 2 works in the handshake era', async () => {
  const client = new Client(info);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
  assert.match(client.getInstructions() ?? '', /"Acme"/);
  await useAll(client);
  await client.close();
});

test('the client of version 2 finds the newest revision by itself and works in it', async () => {
  const client = new Client(info, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
  assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
  assert.match(client.getInstructions() ?? '', /"Acme"/);
  await useAll(client);
  await client.close();
});

test('the client of version 1 works', async () => {
  const client = new ClientV1(info);
  await client.connect(new TransportV1(address, { requestInit }));
  assert.match(client.getInstructions() ?? '', /"Acme"/);
  await useAll(client);
  await client.close();
});

test('a client learns from a refused token that it has to log in', async () => {
  const client = new Client(info);
  const transport = new StreamableHTTPClientTransport(address, {
    requestInit: { headers: { authorization: 'Bearer svc_x' } },
  });
  await assert.rejects(client.connect(transport), /401|unauthorized/i);
});
