/** `daybook login` and `daybook call` as people type them, as real processes against a real service. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startService } from '../../test/support/running-service.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const service = await startService();
const owner = await service.register('Olga');
const folder = mkdtempSync(join(tmpdir(), 'daybook-cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const made = async (scopes: readonly string[]): Promise<{ readonly id: string; readonly key: string }> =>
  (await service.api(owner.token, 'POST', '/api-keys', { name: 'Terminal', scopes })).body;
const { key } = await made(['clients:read', 'clients:write', 'documents:read']);

type Ended = { readonly code: number | null; readonly out: string; readonly err: string };
type With = { readonly input?: string; readonly env?: Readonly<Record<string, string>> };

async function daybook(args: readonly string[], { input = '', env = {} }: With = {}): Promise<Ended> {
  const known = { PATH: process.env['PATH'], XDG_CONFIG_HOME: folder, ...env };
  const child = spawn(process.execPath, [main, ...args], { env: known, cwd: folder });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

const kept = join(folder, 'daybook', 'sign-in.json');

test('before signing in a call says how, and ends with 3', async () => {
  const { code, err } = await daybook(['call', 'list_clients'], { env: { DAYBOOK_URL: service.url } });
  assert.deepEqual([code, /daybook login/.test(err)], [3, true], err);
});

test('what is no key, or none that the service knows, is not kept', async () => {
  const odd = await daybook(['login', '--url', service.url], { input: 'nonsense\n' });
  assert.deepEqual([odd.code, /begins with key_live_/.test(odd.err)], [2, true], odd.err);
  const gone = await made(['clients:read']);
  await service.api(owner.token, 'DELETE', `/api-keys/${gone.id}`);
  const refused = await daybook(['login', '--url', service.url], { input: gone.key });
  assert.deepEqual([refused.code, /revoked/.test(refused.err)], [3, true], refused.err);
  assert.equal(existsSync(kept), false);
});

test('a key from stdin is kept for this user alone, and later commands use it', async () => {
  const { code, out, err } = await daybook(['login', '--url', service.url], { input: `${key}\n` });
  assert.equal(code, 0, err);
  assert.match(out, /Signed in to Olga at .* for Olga, until \d{4}-/);
  assert.ok(!out.includes(key));
  assert.equal(JSON.parse(readFileSync(kept, 'utf8')).key, key);
  assert.equal(statSync(kept).mode & 0o777, 0o600);
});

test('an operation is called with fields of every kind, and answers for people or as JSON', async () => {
  const fields = ['--type', 'business', '--display-name', 'Blue Door Books', '--tags', 'shop', '--tags', 'books'];
  const nested = ['--payment_terms', '{"type": "days_after_issue", "value": 30}', '--metadata.source', 'cli'];
  const { code, out, err } = await daybook(['call', 'create_client', ...fields, ...nested, '--json']);
  assert.equal(code, 0, err);
  const client = JSON.parse(out);
  assert.deepEqual(
    [client.display_name, client.tags, client.payment_terms.value, client.metadata, client.created_by.type],
    ['Blue Door Books', ['shop', 'books'], 30, { source: 'cli' }, 'api_key'],
  );
  const read = await daybook(['call', 'get_client', '--id', client.id]);
  assert.match(read.out, /^display_name: Blue Door Books$/m);
  const list = await daybook(['call', 'list_clients', '--limit', '5']);
  assert.match(list.out, /^id +number .*\nclient_/);
});

test('input comes as JSON from stdin or a file, and the line has the last word', async () => {
  const input = JSON.stringify({ type: 'individual', display_name: 'From stdin' });
  const piped = await daybook(['call', 'create_client', '-', '--display_name', 'From the line', '--json'], { input });
  assert.equal(JSON.parse(piped.out).display_name, 'From the line');
  writeFileSync(join(folder, 'client.json'), input);
  const read = await daybook(['call', 'create_client', '--input', 'client.json', '--dry-run', '--json']);
  assert.equal(JSON.parse(read.out).display_name, 'From stdin');
  const twice = ['call', 'create_client', '--input', 'client.json', '--idempotency-key', 'once', '--json'];
  const ids = [await daybook(twice), await daybook(twice)].map(({ out }) => JSON.parse(out).id);
  assert.equal(ids[0], ids[1]);
});

test('every page of a list is printed, a record a line', async () => {
  const { out } = await daybook(['call', 'list_clients', '--limit', '1', '--all', '--json']);
  const lines = out.trim().split('\n');
  assert.equal(lines.length, 3);
  for (const line of lines) assert.match(JSON.parse(line).id, /^client_/);
});

test('a refusal says the field, what to write and the request, and ends with 1', async () => {
  const { code, out, err } = await daybook(['call', 'create_client', '--type', 'business', '--email', 'nonsense']);
  assert.deepEqual([code, out], [1, '']);
  assert.match(err, /^validation_failed: .*\n {2}\/\w+: .*\n/);
  assert.match(err, /Request req_/);
  const scope = await daybook(['call', 'list_sales']);
  assert.deepEqual([scope.code, scope.err.startsWith('insufficient_scope: ')], [1, true], scope.err);
});

test('what is typed wrong is told with what was meant, sends nothing, and ends with 2', async () => {
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['create_clients'], /Did you mean create_client\?/],
    [['create_client', '--display_nam', 'X'], /no field --display_nam\. Did you mean --display_name\?/],
    [['list_clients', '--limit', 'many'], /--limit takes a number/],
    [['create_client', '-'], /stdin is not JSON/],
    [['get_client'], /needs `id`/],
    [['create_client', 'Blue'], /"Blue" stands alone/],
  ];
  for (const [args, says] of cases) {
    const { code, err } = await daybook(['call', ...args]);
    assert.deepEqual([code, says.test(err)], [2, true], err);
  }
});

test('nobody at the address ends with 4', async () => {
  const { code, err } = await daybook(['call', 'list_clients'], {
    env: { DAYBOOK_URL: 'http://127.0.0.1:9', DAYBOOK_API_KEY: key },
  });
  assert.deepEqual([code, err.startsWith('Nothing answers at http://127.0.0.1:9')], [4, true], err);
});

test('a key that is kept for one service is not sent to another', async () => {
  const { code } = await daybook(['call', 'list_clients'], { env: { DAYBOOK_URL: `${service.url}/` } });
  assert.equal(code, 3);
});

test('help and completion come from what the service describes', async () => {
  const all = await daybook(['call']);
  assert.match(all.out, /^ {2}create_client +Create a client/m);
  const one = await daybook(['call', 'create_client', '--help']);
  assert.match(one.out, /POST \/clients[^]*--type {2}\(.*individual.*required/);
  const complete = async (...typed: string[]) => (await daybook(['completion', '--', ...typed])).out.trim().split('\n');
  assert.deepEqual(await complete('comp'), ['completion']);
  assert.ok((await complete('call', 'list_cli')).includes('list_clients'));
  assert.ok((await complete('call', 'create_client', '--disp')).includes('--display_name'));
  assert.deepEqual(await complete('call', 'create_client', '--type', 'bus'), ['business']);
  for (const shell of ['bash', 'zsh', 'fish']) assert.match((await daybook(['completion', shell])).out, /daybook/);
});

test('after logging out nothing is kept', async () => {
  assert.equal((await daybook(['logout'])).code, 0);
  assert.equal(existsSync(kept), false);
  assert.equal((await daybook(['call', 'list_clients'], { env: { DAYBOOK_URL: service.url } })).code, 3);
});
