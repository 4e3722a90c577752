import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { builtConsole } from '../../test/support/console-build.ts';
import { startService } from '../../test/support/running-service.ts';

const service = await startService({ rateLimit: true }, { consoleFolder: builtConsole() });
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  service.send({ method: 'GET', path, headers });
const visit = (path: string) => get(path, { accept: 'text/html,application/xhtml+xml' });

const page = await visit('/sales/any');
const [, script = ''] = /src="(\/static\/[^"]+\.js)"/.exec(page.text) ?? [];

test('whatever a browser visits is the console, which lets nothing of elsewhere run', async () => {
  assert.equal(page.status, 200);
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; script-src 'self'; /);
  assert.equal(page.headers['cache-control'], 'no-cache');
  assert.doesNotMatch(page.text, /<script(?![^>]*src=)/, 'no script stands in the page');
});

test('every screen can be visited and loaded again: no file of the console has its address', async () => {
  const unlimited = await startService({}, { consoleFolder: builtConsole() });
  const accept = 'text/html,application/xhtml+xml';
  const routes = [...readFileSync('console/src/app/routes.ts', 'utf8').matchAll(/path: '([^']+)'/g)];
  const lost: string[] = [];
  for (const [, path = ''] of routes) {
    const { status } = await unlimited.send({
      method: 'GET',
      path: path.replaceAll(/:\w+/g, 'any'),
      headers: { accept },
    });
    if (status === 404) lost.push(path);
  }
  assert.deepEqual(lost, []);
  assert.ok(routes.length > 80, `${routes.length} screens`);
});

test('a program that calls a place that there is not gets a problem', async () => {
  for (const answer of [await get('/sales/any'), await visit('/api/nothing'), await visit('/static/nothing.js')]) {
    assert.deepEqual([answer.status, answer.body.code], [404, 'not_found']);
  }
});

test('its files stay in the browser, and are not counted against the address that a shop shares', async () => {
  for (let n = 0; n < 130; n += 1) {
    const file = await get(script);
    assert.deepEqual([file.status, file.headers['ratelimit']], [200, undefined]);
    assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable');
  }
  const control = await get('/static/nothing.js');
  assert.notEqual(control.headers['ratelimit'], undefined, 'what is none is counted');
});
