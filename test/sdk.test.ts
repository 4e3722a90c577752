/** The client that others program with, against the service that it was made from. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { password, startService } from './support/running-service.ts';

// Part of the client is made from the catalogue, so that it is there, and as the catalogue is now, only from here on.
execFileSync(process.execPath, ['scripts/sdk.ts']);
const { Daybook, DaybookError } = await import('../sdk/src/index.ts');

const service = await startService();
const ana = await service.register('Ana');
const credentials = { email: ana.email, password };
const daybook = new Daybook({ url: service.url, credentials });

/** A way to the service that loses answers, and counts what it carried. */
function badLine(lose: (path: string, nth: number) => boolean) {
  const carried: { readonly path: string; readonly key: string | null; readonly status: number }[] = [];
  const send: typeof fetch = async (target, init) => {
    const response = await fetch(target, init);
    const path = new Request(target).url.slice(service.url.length).split('?')[0] ?? '';
    carried.push({ path, key: new Headers(init?.headers).get('idempotency-key'), status: response.status });
    if (lose(path, carried.length)) throw new TypeError('the line went dead');
    return response;
  };
  return { carried, send };
}

const person = (name: string) => ({ type: 'individual', display_name: name }) as const;

test('it signs in by itself, writes, and reads back', async () => {
  const { id } = await daybook.createClient(person('Grete Hermann'));
  const client = await daybook.getClient({ id });
  assert.equal(client.display_name, 'Grete Hermann');
  const changed = await daybook.updateClient({ id, version: client.version, phone: '+49 30 1234567' });
  assert.equal(changed.version, client.version + 1);
});

test('a list is its first page where it is awaited, and every record where it is iterated', async () => {
  const { send, carried } = badLine(() => false);
  const counted = new Daybook({ url: service.url, credentials, fetch: send });
  await counted.batch('clients', {
    mode: 'atomic',
    operations: Array.from({ length: 7 }, (_, nth) => ({ action: 'create', data: person(`Listed ${nth}`) })),
  });
  const page = await counted.listClients({ q: 'Listed', limit: 3, include: ['total_count'] });
  assert.deepEqual([page.data.length, page.total_count], [3, 7]);
  const before = carried.length;
  const names = new Set<string>();
  for await (const { display_name } of counted.listClients({ q: 'Listed', limit: 3 })) names.add(display_name);
  assert.equal(names.size, 7);
  assert.equal(carried.length - before, 3);
  assert.equal(
    (await counted.listClients({ q: 'Listed', created_at: { gte: '2020-01-01T00:00:00Z' } }).all()).length,
    7,
  );
});

test('a refusal is an error with its code, what is wrong, where, and what to write instead', async () => {
  const wrong = { ...person('x'), email: 'nowhere' };
  await assert.rejects(daybook.createClient(wrong), (error: unknown) => {
    assert.ok(error instanceof DaybookError);
    assert.deepEqual([error.status, error.code], [422, 'validation_failed']);
    assert.equal(error.problem.errors?.[0]?.pointer, '/email');
    assert.match(error.requestId ?? '', /^req_/);
    return true;
  });
});

test('a write whose answer was lost is sent again under its key, and happens once', async () => {
  const { send, carried } = badLine((path, nth) => path === '/api/clients' && nth < 4);
  const unlucky = new Daybook({ url: service.url, credentials, fetch: send });
  const { id } = await unlucky.createClient(person('Once Only'));
  const tries = carried.filter(({ path }) => path === '/api/clients');
  assert.equal(tries.length, 3);
  assert.equal(new Set(tries.map(({ key }) => key)).size, 1);
  const found = await daybook.listClients({ q: 'Once Only' });
  assert.deepEqual(
    found.data.map((client) => client.id),
    [id],
  );
});

test('what the service keeps no answer of is not sent again behind its caller', async () => {
  const { send, carried } = badLine((path) => path === '/api/mcp/tokens');
  const unlucky = new Daybook({ url: service.url, credentials, fetch: send });
  await assert.rejects(unlucky.createMcpToken({ name: 'Twice?' }), /the line went dead/);
  assert.equal(carried.filter(({ path }) => path === '/api/mcp/tokens').length, 1);
});

test('a preview keeps nothing, and a key of its own finds the first answer again', async () => {
  await daybook.createClient(person('Only Looked At'), { dryRun: true });
  assert.deepEqual((await daybook.listClients({ q: 'Only Looked At' })).data, []);
  const idempotencyKey = randomUUID();
  const [first, second] = [
    await daybook.createClient(person('Keyed'), { idempotencyKey }),
    await daybook.createClient(person('Keyed'), { idempotencyKey }),
  ];
  assert.equal(first.id, second.id);
});

test('calls at once share one renewal of the session, and its last refresh token is handed over', async () => {
  const kept: string[] = [];
  const { send, carried } = badLine(() => false);
  const signedIn = await service.register('Bea');
  const renewing = new Daybook({
    url: service.url,
    fetch: send,
    credentials: { refreshToken: signedIn.refreshToken, onTokens: (tokens) => void kept.push(tokens.refresh_token) },
  });
  const who = await Promise.all(Array.from({ length: 5 }, () => renewing.getMe()));
  assert.deepEqual([...new Set(who.map(({ user }) => user.email))], [signedIn.email]);
  assert.equal(carried.filter(({ path }) => path === '/api/auth/refresh').length, 1);
  assert.equal(kept.length, 1);
});

test('a session that was ended is begun anew where there is a password, and is over where there is none', async () => {
  await daybook.getMe();
  await daybook.logout();
  assert.equal((await daybook.getMe()).user.email, ana.email);
  const bare = new Daybook({ url: service.url, credentials: { accessToken: 'eyJhbGciOiJub25lIn0.e30.' } });
  await assert.rejects(bare.getMe(), { code: 'unauthenticated' });
});

test('files go up as a form and come back as they were; pages and tables are handed over as answered', async () => {
  const quote = await daybook.createDocument({
    type: 'quote',
    client_id: (await daybook.createClient(person('Paper'))).id,
    lines: [{ name: 'Tea', quantity: '1', unit_price: '3.50' }],
  });
  const pages = await daybook.getDocumentPdf({ id: quote.id });
  assert.equal(pages.headers.get('content-type'), 'application/pdf');
  const bytes = Buffer.from(await pages.arrayBuffer());
  const file = await daybook.createFile({ file: new File([bytes], 'quote.pdf', { type: 'application/pdf' }) });
  assert.equal(file.name, 'quote.pdf');
  const back = await daybook.send('GET /files/{id}/content', { id: file.id });
  assert.deepEqual(Buffer.from(await back.arrayBuffer()), bytes);
  const table = await daybook.send('GET /reports/revenue', { from: '2026-01-01', to: '2026-12-31', format: 'csv' });
  assert.match(table.headers.get('content-type') ?? '', /^text\/csv/);
});
