/** How programs find the connector, and what those install that start local programs: with the makers' own clients. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { createMcpService } from '../../../test/support/mcp-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const { token } = await ana.mint();
const info = { name: 'test', version: '1' };
const bridgeFile = resolve('bin/mcp-bridge.js');
const folder = mkdtempSync(join(tmpdir(), 'daybook-bundle-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Addresses are those of the public URL, under which nobody serves here. */
const here = (url: string) => url.replace('http://127.0.0.1:4400', service.url);

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${service.url}${path}`, { headers });

test('from the address of the service alone a client finds the connector, and signs in there', async () => {
  const catalog: Wire = await (await get('/.well-known/ai-catalog.json')).json();
  const [entry] = catalog.entries;
  assert.equal(entry.type, 'application/mcp-server-card+json');
  const answer = await fetch(here(entry.url), { headers: { accept: entry.type } });
  assert.equal(answer.headers.get('content-type')?.split(';')[0], entry.type);
  const card: Wire = await answer.json();
  assert.match(card.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  assert.ok(card.description.length <= 100);
  const [remote] = card.remotes;
  const client = new Client(info, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(here(remote.url)), { requestInit }));
  assert.ok(remote.supportedProtocolVersions.includes(client.getNegotiatedProtocolVersion()));
  const { version, title } = client.getServerVersion() ?? {};
  assert.deepEqual([card.version, card.title], [version, title], 'the card says what the server says');
  assert.deepEqual(client.getServerVersion()?.icons, card.icons);
  for (const { src, mimeType } of card.icons) {
    const icon = await fetch(here(src));
    assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, mimeType], src);
    assert.equal(icon.headers.get('access-control-allow-origin'), '*');
    const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata();
    assert.equal(width, height);
  }
  const { _meta } = (await client.listTools()) as Wire;
  assert.ok(!JSON.stringify(_meta ?? {}).includes('icon'), 'not beside every answer');
  await client.close();
});

test('pages of other sites may read the documents, and what is known is not sent again', async () => {
  for (const path of ['/.well-known/ai-catalog.json', '/api/mcp/mcp/server-card']) {
    const answer = await get(path, { origin: 'https://elsewhere.example' });
    assert.equal(answer.headers.get('access-control-allow-origin'), '*', path);
    const etag = answer.headers.get('etag') ?? '';
    assert.equal((await get(path, { 'if-none-match': `"other", ${etag}` })).status, 304, path);
    assert.equal((await get(path, { 'if-none-match': '"other"' })).status, 200, path);
    assert.equal((await fetch(`${service.url}${path}`, { method: 'OPTIONS' })).status, 204, path);
    assert.ok(!(await answer.text()).includes(token), 'nothing secret');
  }
});

test('the file for the registry is of this version, and of the address at which the connector is', () => {
  const read = (file: string): Wire => JSON.parse(readFileSync(file, 'utf8'));
  const { version, remotes, description } = read('server.json');
  assert.equal(version, read('package.json').version);
  assert.equal(remotes[0].url, 'https://{host}/api/mcp/mcp');
  assert.ok(description.length <= 100);
});

const settings = (url = service.url) => ({ DAYBOOK_URL: url, DAYBOOK_MCP_TOKEN: token });

type AnyClient = {
  listTools: () => Promise<{ tools: { name: string }[] }>;
  callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<object>;
};

async function makeClient(client: AnyClient, name: string): Promise<void> {
  const { tools } = await client.listTools();
  assert.ok(tools.some((tool) => tool.name === 'create_client'));
  const made: Wire = await client.callTool({
    name: 'create_client',
    arguments: { type: 'business', display_name: name },
  });
  assert.equal(made.structuredContent.display_name, name);
  const all = await Promise.all(
    Array.from({ length: 5 }, () => client.callTool({ name: 'list_clients', arguments: { q: name } })),
  );
  for (const one of all) assert.equal((one as Wire).structuredContent.data.length, 1);
}

test('an app that starts local programs works through the bridge, in both eras', async () => {
  const program = { command: process.execPath, args: [bridgeFile], env: settings() };
  const older = new ClientV1(info);
  await older.connect(new StdioV1(program));
  await makeClient(older, 'Bäckerei 日本');
  await older.close();
  const newest = new Client(info, { versionNegotiation: { mode: 'auto' } });
  await newest.connect(new StdioClientTransport(program));
  assert.equal(newest.getNegotiatedProtocolVersion(), '2026-07-28');
  await makeClient(newest, 'Newest');
  await newest.close();
});

test('a task begun through the bridge is read and ended through it', async () => {
  const message = (id: number, method: string, params: object) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': info,
      'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
    };
    return `${JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } })}\n`;
  };
  const file = { kind: 'clients', content: 'type,display_name\nbusiness,Bridged\n' };
  const given = { name: 'create_import', arguments: file, idempotency_key: randomUUID() };
  const call = message(1, 'tools/call', { name: 'run_write_action', arguments: given });
  const [begun] = (await bridged(call, settings())).lines;
  const { taskId } = begun.result;
  const [seen] = (await bridged(message(2, 'tasks/get', { taskId }), settings())).lines;
  assert.equal(seen.result?.status, 'working', JSON.stringify(seen));
  await bridged(message(3, 'tasks/cancel', { taskId }), settings());
  const [ended] = (await bridged(message(4, 'tasks/get', { taskId }), settings())).lines;
  assert.equal(ended.result.status, 'cancelled');
});

test('`daybook mcp` is that bridge', async () => {
  const client = new ClientV1(info);
  const args = [resolve('src/main.ts'), 'mcp'];
  await client.connect(new StdioV1({ command: process.execPath, args, env: settings() }));
  assert.ok((await client.listTools()).tools.length > 10);
  await client.close();
});

test('the bundle for Claude Desktop asks for a token alone, and runs as it is', async () => {
  const answer = await get('/api/mcp/daybook.mcpb');
  assert.match(answer.headers.get('content-disposition') ?? '', /daybook\.mcpb/);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array()));
  assert.deepEqual(Object.keys(manifest.user_config), ['token']);
  assert.equal(manifest.user_config.token.sensitive, true);
  const { width, format } = await sharp(files[manifest.icon]).metadata();
  assert.deepEqual([width, format], [512, 'png']);
  // As the program that installs it fills in what stands between braces.
  const filled = (value: string) => here(value).replace('${__dirname}', folder).replace('${user_config.token}', token);
  const { args, env } = manifest.server.mcp_config;
  const client = new ClientV1(info);
  await client.connect(
    new StdioV1({
      command: process.execPath,
      args: args.map(filled),
      env: Object.fromEntries(
        Object.entries(env as Record<string, string>).map(([key, value]) => [key, filled(value)]),
      ),
    }),
  );
  await makeClient(client, 'Bundled');
  await client.close();
});

type Ended = { readonly code: number | null; readonly lines: Wire[]; readonly err: string };

async function bridged(input: string, env: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, [bridgeFile], { env });
  child.stdin.end(input);
  const ended = new Promise<number | null>((done) => child.on('close', done));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const lines = out.split('\n').filter((line) => line !== '');
  return { code: await ended, lines: lines.map((line) => JSON.parse(line)), err };
}

const asked = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' })}\n`;

test('what goes wrong is told to the app in its own protocol, and to a person in words', async () => {
  const without = await bridged('', {});
  assert.deepEqual([without.code, without.lines], [2, []]);
  assert.match(without.err, /svc_.*\/connect/);
  const nobody = await bridged(asked(1), settings('http://127.0.0.1:9'));
  assert.match(nobody.lines[0].error.message, /127\.0\.0\.1:9 cannot be reached/);
  const wrong = await bridged(asked(2), { ...settings(), DAYBOOK_MCP_TOKEN: 'svc_wrong' });
  assert.deepEqual([wrong.lines[0].id, wrong.lines[0].error !== undefined], [2, true]);
  const garbled = await bridged(`{"jsonrpc"\n\n${asked(3)}`, settings());
  assert.deepEqual(new Set(garbled.lines.map(({ id }) => id)), new Set([3, null]));
  assert.equal(garbled.lines.find(({ id }) => id === null)?.error.code, -32_700);
});
