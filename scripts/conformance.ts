/**
 * Runs the protocol's own conformance suite, and the inspector's strict check of the tool list, against the service:
 * `npm run conformance -- [inspector] [authorization] [tasks] [revision …]`. The suite cannot send a credential, so
 * that it talks to a proxy that adds one; nor can it sign in, so that this does it in its place.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as forward, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, openVisitor, registerClient, terms } from '../test/support/oauth.ts';
import { serve } from '../src/commands/start.ts';
import { readConfig } from '../src/config.ts';

const baseline = fileURLToPath(new URL('../test/conformance/baseline.yml', import.meta.url));
const olderBaseline = fileURLToPath(new URL('../test/conformance/baseline-2025-06-18.yml', import.meta.url));
const runs: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': ['--requirements', '2025-11-25', '--expected-failures', baseline],
  '2026-07-28': ['--requirements', '2026-07-28'],
  '2025-06-18': ['--spec-version', '2025-06-18', '--expected-failures', olderBaseline],
};

const inspector = '@modelcontextprotocol/inspector@2.12.0';
const person = {
  email: 'suite@example.com',
  password: 'a passphrase for the suite',
  name: 'Suite',
  organization: { name: 'Conformance', country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' },
};

const asked = process.argv.slice(2);
const wanted = (name: string) => asked.length === 0 || asked.includes(name);
const failed: string[] = [];

/** The suite leaves extensions out of what a revision requires, so they are asked for by name. */
const tasksScenarios = [
  'tasks-lifecycle',
  'tasks-capability-negotiation',
  'tasks-wire-fields',
  'tasks-request-state-removal',
  'tasks-mrtr-input',
  'tasks-request-headers',
  'tasks-dispatch-and-envelope',
  'tasks-status-notifications',
  'tasks-required-task-error',
  'tasks-mrtr-composition',
];

if (wanted('inspector')) {
  await withService({}, async (url) => {
    console.log('\n# inspector\n');
    if (!(await inspect(url))) failed.push('inspector');
  });
}
if (wanted('authorization')) {
  console.log('\n# authorization\n');
  if ((await runAuthorization()) !== 0) failed.push('authorization');
}
await withService({ MCP_CONFORMANCE_FIXTURES: '1' }, async (url, folder) => {
  for (const [revision, options] of Object.entries(runs)) {
    if (!wanted(revision)) continue;
    console.log(`\n# ${revision}\n`);
    const args = ['server', '--url', url, '-o', join(folder, revision), ...options];
    if ((await runSuite(args)) !== 0) failed.push(revision);
  }
  if (wanted('tasks')) {
    console.log('\n# tasks\n');
    for (const scenario of tasksScenarios) {
      const args = ['server', '--url', url, '-o', join(folder, scenario), '--scenario', scenario];
      if ((await runSuite(args)) !== 0) failed.push(scenario);
    }
  }
});
console.log(failed.length === 0 ? '\nEvery run is as expected.' : `\nNot as expected: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Brings up a service on a folder of its own, reached through a proxy that adds a token. */
async function withService(extra: object, work: (url: string, folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-conformance-'));
  const settings = { PORT: '0', DAYBOOK_DATA: folder, DAYBOOK_RATE_LIMIT: 'off', LOG_LEVEL: 'error' };
  const running = await serve(readConfig({ ...settings, ...extra }));
  const proxy = await openProxy(Number(new URL(running.url).port), await newToken(running.url));
  try {
    await work(`http://localhost:${(proxy.address() as AddressInfo).port}/api/mcp/mcp`, folder);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The suite prints the address that a browser has to go to, and waits for it to come back from there. */
async function runAuthorization(): Promise<number> {
  const [port, callbackPort] = [await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'daybook-conformance-'));
  const settings = { PORT: String(port), DAYBOOK_DATA: folder, DAYBOOK_RATE_LIMIT: 'off', LOG_LEVEL: 'error' };
  const running = await serve(readConfig(settings));
  const { url } = running;
  try {
    await post(`${url}/api/auth/register`, person);
    const client = await registerClient({ url }, { redirect_uris: [`http://127.0.0.1:${callbackPort}/callback`] });
    const about = ['--url', `${url}/api/mcp`, '--client-id', client.id, '--resource', `${url}/api/mcp/mcp`];
    return await runSuite(
      ['authorization', ...about, '--port', String(callbackPort), '-o', folder],
      async (address) => {
        const visitor = openVisitor({ url });
        const { email, password } = person;
        const page = await visitor.submit(await visitor.get(address), 'sign_in', { email, password });
        const { left } = await visitor.submit(page, 'decide', terms);
        if (left !== undefined) await fetch(left);
      },
    );
  } finally {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A token of the first user, who may do everything. */
async function newToken(at: string): Promise<string> {
  const { access_token: access } = await post(`${at}/api/auth/register`, person);
  const made = await post(
    `${at}/api/mcp/tokens`,
    { name: 'Suite', preset: 'full' },
    { authorization: `Bearer ${String(access)}` },
  );
  return String(made['token']);
}

async function post(at: string, body: object, headers: object = {}): Promise<Record<string, unknown>> {
  const sent = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
  const answer = await fetch(at, sent);
  if (!answer.ok) throw new Error(`${at} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** Passes everything on as it came, Host and Origin too, with the token added. */
async function openProxy(port: number, credential: string): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${credential}` };
    const onward = forward(
      { host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return server;
}

/** Runs the suite under this Node, since it needs a newer one than may be first in the path. */
async function runSuite(args: readonly string[], visit?: (address: string) => Promise<void>): Promise<number> {
  const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
  const child = spawn(process.execPath, [join(manifest, '..', 'dist', 'index.js'), ...args], {
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    said += text;
    const address = /^http\S+response_type=code\S+$/m.exec(said)?.[0];
    if (address === undefined || visit === undefined) return;
    said = '';
    void visit(address).catch((error: unknown) => console.error(error));
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** The inspector reports what some maker's models would not take, on its error stream: nothing may come. */
async function inspect(url: string): Promise<boolean> {
  const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  const call = ['--cli', url, '--transport', 'http', '--method', 'tools/list', '--strict'];
  const child = spawn('npm', ['exec', '--yes', '--silent', `--package=${inspector}`, '--', 'mcp-inspector', ...call], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PATH: path },
  });
  let reported = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (reported += text));
  const [code] = (await once(child, 'exit')) as [number | null];
  console.log(reported === '' ? 'The inspector reports nothing.' : reported);
  return code === 0 && reported === '';
}
