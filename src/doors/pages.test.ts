/** The pages of a document, as browsers and models meet them. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { startService } from '../../test/support/running-service.ts';
import type { Wire } from '../../test/support/world.ts';

const service = await startService();
const ana = await service.register('Müller & Söhne');
const token = await service.mcpToken(ana);

async function issued(): Promise<Wire> {
  const { body: client } = await service.api(ana.token, 'POST', '/clients', { type: 'business', display_name: 'Bea' });
  const lines = [{ name: 'Advice', quantity: '1', unit_price: '100' }];
  const draft = { type: 'quote', client_id: client.id, lines };
  const { body: quote } = await service.api(ana.token, 'POST', '/documents', draft);
  const key = { 'idempotency-key': randomUUID() };
  return (await service.api(ana.token, 'POST', `/documents/${quote.id}/issue`, {}, key)).body;
}

const mcp = async (method: string, params: object): Promise<Wire> => {
  const body = { jsonrpc: '2.0', id: 1, method, params };
  const headers = { accept: 'application/json' };
  return (await service.send({ method: 'POST', path: '/api/mcp/mcp', token, body, headers })).body;
};

test('a browser saves them under a safe name, runs nothing, and is told when it has them already', async () => {
  const quote = await issued();
  const path = `/documents/${quote.id}/pdf`;
  const { status, headers } = await service.api(ana.token, 'GET', path);
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'application/pdf');
  assert.equal(headers['content-disposition'], `attachment; filename*=UTF-8''quote-${quote.number}.pdf`);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.match(String(headers['content-security-policy']), /sandbox; default-src 'none'/);
  const etag = String(headers['etag']);
  const digest = Buffer.from(etag.slice(1, -1), 'hex').toString('base64');
  assert.equal(headers['repr-digest'], `sha-256=:${digest}:`);
  const again = await service.api(ana.token, 'GET', path, undefined, { 'if-none-match': etag });
  assert.deepEqual([again.status, again.text], [304, '']);
});

test('a model is given their address, and reads them there by number or by id', async () => {
  const quote = await issued();
  const asked = { name: 'get_document_pdf', arguments: { id: quote.id } };
  const { content, structuredContent } = await service.tool(token, 'run_read_action', asked);
  assert.equal(structuredContent.uri, `daybook://documents/${quote.id}.pdf`);
  assert.equal(structuredContent.filename, `quote-${quote.number}.pdf`);
  assert.equal(content.find(({ type }: Wire) => type === 'resource_link').uri, structuredContent.uri);
  assert.ok(JSON.stringify(content).length < 1_000);
  const { result: templates } = await mcp('resources/templates/list', {});
  assert.ok(
    templates.resourceTemplates.some(({ uriTemplate }: Wire) => uriTemplate.startsWith('daybook://documents/')),
  );
  const digests = new Set<string>();
  for (const uri of [structuredContent.uri, `daybook://documents/${quote.number}.pdf`]) {
    const { result } = await mcp('resources/read', { uri });
    const [page] = result.contents;
    assert.deepEqual([page.uri, page.mimeType], [uri, 'application/pdf']);
    digests.add(createHash('sha256').update(Buffer.from(page.blob, 'base64')).digest('hex'));
  }
  const { headers } = await service.api(ana.token, 'GET', `/documents/${quote.id}/pdf`);
  assert.deepEqual(
    [...digests].map((digest) => `"${digest}"`),
    [headers['etag']],
  );
});

test('a model is given the address of a report as a PDF, with all that it asked for', async () => {
  const asked = { name: 'get_trial_balance', arguments: { from: '2026-01-01', to: '2026-03-31', format: 'pdf' } };
  const { structuredContent } = await service.tool(token, 'run_read_action', asked);
  assert.equal(structuredContent.uri, 'daybook://reports/trial-balance.pdf?from=2026-01-01&to=2026-03-31');
  assert.equal(structuredContent.filename, 'trial-balance-2026-01-01-2026-03-31.pdf');
  const { result } = await mcp('resources/read', { uri: structuredContent.uri });
  assert.equal(result.contents[0].mimeType, 'application/pdf');
  assert.match(Buffer.from(result.contents[0].blob, 'base64').toString('latin1', 0, 8), /^%PDF-1/);
});

test('what a token may not see or nobody wrote is not found', async () => {
  const quote = await issued();
  const rival = await service.mcpToken(await service.register('Rival'));
  const read = async (bearer: string, uri: string) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } };
    const headers = { accept: 'application/json' };
    return (await service.send({ method: 'POST', path: '/api/mcp/mcp', token: bearer, body, headers })).body;
  };
  for (const name of [quote.id, quote.number]) {
    assert.match((await read(rival, `daybook://documents/${name}.pdf`)).error.message, /not found/i, name);
  }
  for (const name of ['', '%', 'Q-0000', '../x', 'doc_01h455vb4pex5vsknk084sn02q']) {
    assert.match((await read(token, `daybook://documents/${name}.pdf`)).error.message, /not found/i, name);
  }
});
