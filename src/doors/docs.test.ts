/** The reference that people browse, in a real browser. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { browserFlags, chromium, noteMissing } from '../../test/support/browser.ts';
import { startService } from '../../test/support/running-service.ts';
import { catalogue } from '../catalogue.ts';

const service = await startService();
type Visit = {
  /** The page as it stands when its scripts have run. */
  readonly dom: string;
  readonly complaints: readonly string[];
  /** Every address that the page itself asked for. */
  readonly asked: readonly string[];
};

const flags = [...browserFlags, '--enable-logging=stderr', '--v=0', '--virtual-time-budget=10000', '--dump-dom'];

async function visit(t: TestContext, url: string): Promise<Visit | undefined> {
  if (chromium === undefined) {
    noteMissing(t, 'The reference');
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'daybook-browser-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const traffic = join(folder, 'traffic.json');
  const places = [`--user-data-dir=${join(folder, 'profile')}`, `--log-net-log=${traffic}`];
  const process_ = spawn(chromium, [...flags, ...places, url], { timeout: 180_000 });
  let [dom, log] = ['', ''];
  process_.stdout.on('data', (chunk: Buffer) => (dom += chunk.toString()));
  process_.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  await once(process_, 'close');
  const complaints = log.split('\n').filter((line) => line.includes(':CONSOLE'));
  return { dom, complaints, asked: askedByPages(readFileSync(traffic, 'utf8')) };
}

type Traffic = {
  readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> };
  readonly events: readonly { readonly type: number; readonly params?: { initiator?: string; url?: string } }[];
};

/** The browser runs errands of its own, which no page has asked for. */
function askedByPages(text: string): string[] {
  const { constants, events } = JSON.parse(text) as Traffic;
  const started = constants.logEventTypes['URL_REQUEST_START_JOB'];
  return events.flatMap(({ type, params }) =>
    type === started && params?.initiator?.startsWith('http') === true ? [params.url ?? ''] : [],
  );
}

test('the reference opens in a browser, without a complaint and without asking anybody else', async (t) => {
  const seen = await visit(t, `${service.url}/api/docs`);
  if (seen === undefined) return;
  assert.deepEqual(seen.complaints, []);
  const tags = new Set(catalogue.map(({ http }) => /^\w+ \/([a-z-]+)/.exec(http)?.[1]));
  for (const tag of tags) assert.ok(seen.dom.includes(`id="operations-tag-${tag}"`), `${tag} is not shown`);
  assert.match(seen.dom, /Authorize/);
  const paths = seen.asked.map((url) => url.replace(service.url, ''));
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'begin.js'])
    assert.ok(paths.includes(`/api/docs/${file}`));
  assert.ok(paths.includes('/api/openapi.json'));
  assert.deepEqual(
    paths.filter((path) => !path.startsWith('/') && !path.startsWith('data:')),
    [],
  );
});

test('control: a page that does complain, or asks elsewhere, is seen to', async (t) => {
  const page = '<script>throw new Error("ouch")</script><img src="http://elsewhere.example/x.png">';
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  const address = server.address();
  const seen = await visit(t, `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`);
  if (seen === undefined) return;
  assert.match(seen.complaints.join('\n'), /ouch/);
  assert.ok(seen.asked.includes('http://elsewhere.example/x.png'));
});

test('scripts and styles of the reference come from the service alone, and its files are there', async () => {
  const page = await service.send({ method: 'GET', path: '/api/docs' });
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /default-src 'none'; script-src 'self'; /);
  assert.equal(/https?:|\*|unsafe-eval/.test(policy), false);
  assert.equal(/https?:\/\//.test(page.text), false);
  for (const [, path = ''] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const file = await service.send({ method: 'GET', path });
    assert.equal(file.status, 200, path);
    assert.match(String(file.headers['content-type']), path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/);
  }
});
