/** Access to the metrics, and their cost to other calls. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from '../config.ts';
import { metricsToken } from '../../test/support/metrics-token.ts';
import { startService } from '../../test/support/running-service.ts';
import { boundSeries } from './operational.ts';

const service = await startService();
const read = (headers: Record<string, string>) => service.send({ method: 'GET', path: '/metrics', headers });
const watcher = { authorization: `Bearer ${metricsToken}` };

test('metrics are for whoever has their token, wherever they come from', async () => {
  assert.equal((await read(watcher)).status, 200, 'the control');
  const ana = await service.register('Ana');
  const wrong = [{}, { authorization: `Bearer ${metricsToken}x` }, { authorization: `Bearer ${ana.token}` }];
  for (const headers of [...wrong, { authorization: metricsToken }, { 'x-forwarded-for': '127.0.0.1' }]) {
    const { status, body, text } = await read(headers);
    assert.deepEqual([status, body.code], [401, 'unauthenticated'], JSON.stringify(headers));
    assert.equal(text.includes('daybook_http'), false);
  }
});

test('where no token is set nobody reads metrics, and the answer says how they would', async () => {
  const closed = await startService({ metricsToken: undefined });
  for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: 'Bearer undefined' }, watcher]) {
    const { status, body } = await closed.send({ method: 'GET', path: '/metrics', headers });
    assert.equal(status, 404);
    assert.match(body.hint, /DAYBOOK_METRICS_TOKEN/);
  }
});

test('readers at one time are given what was made once', async () => {
  const texts = await Promise.all(Array.from({ length: 12 }, async () => (await read(watcher)).text));
  // Each of them would have counted the ones before.
  const counted = texts.map((text) => /daybook_http_requests_total\{[^}]*metrics[^}]*200[^}]*\} (\d+)/.exec(text)?.[1]);
  const made = new Set(counted).size;
  assert.ok(made <= 2, `${made} of 12, a second having ended at most once`);
});

test('metrics grow with what the service is made of, and not with what callers make up', async () => {
  const seriesOf = async () => (await read(watcher)).text.split('\n').filter((line) => line.includes('_http_')).length;
  for (let index = 0; index < 40; index += 1) {
    await service.send({ method: 'GET', path: `/made/up/${index}?q=${index}` });
    await service.send({ method: 'GET', path: `/api/clients/cli_${index}` });
  }
  assert.ok((await seriesOf()) < 200, `${await seriesOf()}`);
  const bounded = boundSeries(2);
  assert.deepEqual(
    ['a', 'b', 'a', 'c', 'b', 'd'].map((series) => bounded(series)),
    [true, true, true, false, true, false],
  );
});

test('a token that could be guessed stops the start, and is not repeated', () => {
  for (const value of ['short', 'with spaces in it all over', 'x'.repeat(201)]) {
    assert.throws(
      () => readConfig({ DAYBOOK_METRICS_TOKEN: value }),
      (error) => error instanceof ConfigError && !error.message.includes(value),
    );
  }
  assert.equal(readConfig({}).metricsToken, undefined);
});
