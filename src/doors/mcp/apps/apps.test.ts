import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createMcpService } from '../../../../test/support/mcp-service.ts';
import type { Wire } from '../../../../test/support/world.ts';
import { tokenBudget } from '../measure.ts';
import { apps, appsExtension, appType } from './apps.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const address = new URL(`${service.url}/api/mcp/mcp`);
const info = { name: 'test', version: '1' };
const capabilities = { extensions: { [appsExtension]: { mimeTypes: [appType] } } };

type Lists = {
  readonly listTools: () => Promise<Wire>;
  readonly listResources: () => Promise<Wire>;
  readonly readResource: (asked: { uri: string }) => Promise<Wire>;
  readonly getServerCapabilities: () => Wire;
  readonly callTool: (asked: { name: string; arguments: Record<string, unknown> }) => Promise<Wire>;
  readonly close: () => Promise<void>;
};

/** Each with a token of its own, since older revisions tell of a client once for all its calls. */
async function requestInit() {
  const { token } = await ana.mint();
  return { requestInit: { headers: { authorization: `Bearer ${token}` } } };
}

const clients: Readonly<Record<string, (more: object) => Promise<Lists>>> = {
  'version 2 with a handshake': async (more) => {
    const client = new Client(info, more);
    await client.connect(new StreamableHTTPClientTransport(address, await requestInit()));
    return client;
  },
  'version 2 in the newest revision': async (more) => {
    const client = new Client(info, { ...more, versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(address, await requestInit()));
    assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
    return client;
  },
  'version 1': async (more) => {
    const client = new ClientV1(info, more);
    await client.connect(new TransportV1(address, await requestInit()));
    return client;
  },
};

for (const [version, open] of Object.entries(clients)) {
  test(`a client of ${version} that shows apps is told of them, and no other`, async () => {
    const shows = await open({ capabilities });
    const { tools } = await shows.listTools();
    const uris = new Set<string>(tools.map(({ _meta }: Wire) => _meta?.ui.resourceUri).filter(Boolean));
    assert.deepEqual(uris, new Set(apps.map(({ uri }) => uri)));
    assert.ok(tools.some(({ name }: Wire) => name === 'get_document'));
    const { resources } = await shows.listResources();
    for (const uri of uris) {
      const listed = resources.find((resource: Wire) => resource.uri === uri);
      const [content] = (await shows.readResource({ uri })).contents;
      assert.deepEqual([listed.mimeType, content.mimeType], [appType, appType]);
      assert.deepEqual(content._meta.ui.csp, {
        connectDomains: [],
        resourceDomains: [],
        frameDomains: [],
        baseUriDomains: [],
      });
      assert.match(content.text, /^<!doctype html>/);
    }
    assert.ok(appsExtension in shows.getServerCapabilities().extensions);
    await shows.close();

    const plain = await open({});
    const listed = await plain.listTools();
    assert.deepEqual(
      listed.tools.filter(({ _meta, name }: Wire) => _meta !== undefined || name === 'get_document'),
      [],
    );
    assert.doesNotMatch(JSON.stringify(await plain.listResources()), /ui:\/\//);
    assert.ok(!(appsExtension in (plain.getServerCapabilities().extensions ?? {})));
    await plain.close();
  });
}

test('an app is given the whole record of a write, which the model is told in short', async () => {
  const shows = await clients['version 2 in the newest revision']?.({ capabilities });
  const client = await ana.rest('POST', '/clients', { type: 'business', display_name: 'Shown' });
  const lines = [{ name: 'Work', quantity: '1', unit_price: '9', tax_rate_ids: [] }];
  const given = { type: 'invoice', client_id: client.id, lines, issue: true, idempotency_key: 'shown-1' };
  const made = await shows?.callTool({ name: 'create_document', arguments: given });
  assert.equal(made?.structuredContent.lines.length, 1);
  assert.ok(countTokens(made?.content[0].text) <= 150, made?.content[0].text);
  await shows?.close();
});

test('a client that shows other windows than these is told of none', async () => {
  const other = await clients['version 1']?.({
    capabilities: { extensions: { [appsExtension]: { mimeTypes: ['text/uri-list'] } } },
  });
  assert.doesNotMatch(JSON.stringify(await other?.listTools()), /ui:\/\//);
  await other?.close();
});

test('with apps the tool list still costs a model about what it costs without', async (t) => {
  const shows = await clients['version 2 in the newest revision']?.({ capabilities });
  const { tools } = (await shows?.listTools()) ?? {};
  const shown = tools.map(({ _meta, ...tool }: Wire) => tool);
  const [whole, forModels] = [tools, shown].map((list) => countTokens(JSON.stringify({ tools: list })));
  t.diagnostic(`${whole} tokens, ${forModels} of them for models`);
  assert.ok(whole !== undefined && whole <= tokenBudget * 1.05);
  await shows?.close();
});

test('an app holds nothing of anybody and leads nowhere, so any token reads it, and there are no others', async () => {
  const rival = await service.owner('Rival');
  const [mine, theirs] = [await ana.mint(), await rival.mint({ scopes: ['stock:read'], preset: 'read_only' })];
  const read = async ({ token }: Wire, uri: string) => (await service.rpc(token, 'resources/read', { uri })).text;
  for (const { uri, html } of apps) {
    assert.equal(await read(theirs, uri), await read(mine, uri));
    assert.deepEqual(
      [...html.matchAll(/\bhttps?:[^'"` ]*/g)].map(([found]) => found).filter((found) => found.length > 8),
      ['http://www.w3.org/2000/svg'],
    );
    assert.doesNotMatch(html, /\b(fetch|XMLHttpRequest|WebSocket|eval|innerHTML|localStorage|tools\/call)\b/);
    assert.doesNotMatch(html, /^(import|export) /m, 'it is one script');
    assert.match(html, /default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; base-uri 'none'/);
    assert.ok(html.length < 40_000, `${html.length} characters`);
  }
  for (const uri of ['ui://daybook/', 'ui://daybook/../report', 'ui://other/report', 'ui://daybook/report?x=1']) {
    const answer = JSON.parse(await read(mine, uri));
    assert.equal(answer.error.code, -32_602, uri);
  }
});
