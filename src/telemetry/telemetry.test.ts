import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, must, openCounter } from '../../test/faults/counter.ts';
import { startDaybook, stopDaybook } from '../../test/faults/daybook-process.ts';
import { openCollector, type Seen } from '../../test/support/collector.ts';
import { eventually, temporaryFolder } from '../../test/support/embedded-service.ts';
import { uuidFrom } from '../wire/type-id.ts';
import { readTraceparent } from './span.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
const unsampledId = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const words = 'Wilhelmina Ofterdinger';

test('a collector is told of requests, operations, flights and jobs, linked, and of nothing personal', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const collector = await openCollector();
  later(collector.close);
  const daybook = await startDaybook({
    folder,
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'X-Key=se%20cret',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_METRIC_EXPORT_INTERVAL: '300',
    },
  });
  later(() => stopDaybook(daybook, folder));
  const counter = await openCounter(daybook.url, { goods: 1 });
  const { token } = counter;
  const named = { type: 'individual', display_name: words };
  const headers = { traceparent: `00-${traceId}-${parentId}-01`, 'x-request-id': 'req_mine' };
  await must(daybook.url, 'POST /api/clients', named, { token, headers });
  await must(daybook.url, `GET /api/clients?q=${encodeURIComponent(words)}`, undefined, { token });
  const unsampled = { traceparent: `00-${unsampledId}-${parentId}-00` };
  await must(daybook.url, 'GET /api/clients', undefined, { token, headers: unsampled });
  assert.equal((await ask(daybook.url, 'POST /api/clients', { type: 'individual' }, { token })).status, 422);
  await must(daybook.url, 'POST /api/auth/password/forgot', { email: counter.email });

  const spans = await eventually(() => {
    const seen = collector.spans();
    for (const name of ['list_clients', 'forgot_password', 'POST /api/auth/password/forgot']) one(seen, { name });
    assert.ok(
      seen.some(({ name }) => name.startsWith('job ')),
      'no job yet',
    );
    return seen;
  });
  const request = one(spans, { name: 'POST /api/clients', traceId });
  assert.equal(request.parentSpanId, parentId);
  assert.deepEqual(request.told, {
    'http.request.method': 'POST',
    'http.route': '/api/clients',
    'http.response.status_code': 201,
    'daybook.request_id': 'req_mine',
  });
  const operation = one(spans, { name: 'create_client', traceId });
  assert.equal(operation.parentSpanId, request.spanId);
  assert.deepEqual(operation.told, {
    'daybook.operation': 'create_client',
    'daybook.calls': 1,
    'daybook.door': 'rest',
    'daybook.actor': 'user',
    'daybook.request_id': 'req_mine',
    'daybook.organization_id': uuidFrom('org', counter.organizationId),
  });
  const transaction = one(spans, { name: 'transaction', parentSpanId: operation.spanId });
  const flights = spans.filter(({ name, parentSpanId }) => name === 'flight' && parentSpanId === transaction.spanId);
  assert.ok(flights.length > 0 && flights.length <= 5, `${flights.length} flights`);
  assert.ok(flights.some(({ told }) => String(told['db.query.summary']).includes('insert clients')));
  for (const { startTimeUnixNano, endTimeUnixNano } of flights) {
    assert.ok(BigInt(startTimeUnixNano) >= BigInt(transaction.startTimeUnixNano));
    assert.ok(BigInt(endTimeUnixNano) <= BigInt(transaction.endTimeUnixNano));
  }
  const refused = spans.find(({ name, told }) => name === 'create_client' && told['daybook.code'] !== undefined);
  assert.deepEqual([refused?.told['daybook.code'], refused?.status], ['validation_failed', {}]);
  assert.deepEqual(
    spans.filter((span) => span.traceId === unsampledId),
    [],
  );
  // Only what something is done for: looking for work every second is not told.
  assert.deepEqual(
    spans.filter(({ name, parentSpanId }) => name === 'transaction' && parentSpanId === undefined),
    [],
  );

  await eventually(() => assertFigures(collector.metrics()));
  const { 'service.name': service, 'service.version': version } = collector.resource();
  assert.deepEqual([service, version], ['daybook', '0.1.0']);
  for (const { headers: sent } of collector.bodies) assert.equal(sent['x-key'], 'se cret');
  const all = JSON.stringify(collector.bodies.map(({ body }) => body));
  for (const secret of [words, encodeURIComponent(words), counter.email, token])
    assert.ok(!all.includes(secret), secret);
});

test('a collector that is away costs nobody anything, and where none is named nothing is sent', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const collector = await openCollector();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50' };
  await collector.close();
  const daybook = await startDaybook({ folder, settings });
  later(() => stopDaybook(daybook, folder));
  await openCounter(daybook.url, { goods: 1 });
  await eventually(() => assert.match(daybook.output(), /OTEL_EXPORTER_OTLP_ENDPOINT does not take what is sent/));
  assert.equal((await ask(daybook.url, 'GET /readyz')).status, 200);
  assert.equal((await stopDaybook(daybook, folder)).code, 0);
  assert.equal(collector.bodies.length, 0);
});

test('what is no trace context is no trace', () => {
  assert.deepEqual(readTraceparent(`00-${traceId}-${parentId}-01`), { traceId, spanId: parentId, isSampled: true });
  for (const odd of [
    undefined,
    '',
    `00-${'0'.repeat(32)}-${parentId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    traceId,
  ]) {
    assert.equal(readTraceparent(odd), undefined);
  }
});

function one(spans: readonly Seen[], wanted: Partial<Seen>): Seen {
  const found = spans.find((span) => Object.entries(wanted).every(([key, value]) => span[key as keyof Seen] === value));
  assert.ok(found !== undefined, `no span ${JSON.stringify(wanted)} among ${spans.map(({ name }) => name).join(', ')}`);
  return found;
}

function assertFigures(metrics: readonly { name: string; [data: string]: unknown }[]): void {
  const requests = metrics.findLast(({ name, sum }) => name === 'daybook_http_requests_total' && sum !== undefined);
  const seconds = metrics.findLast(({ name }) => name === 'daybook_http_request_seconds');
  const late = metrics.findLast(({ name, gauge }) => name === 'daybook_late_seconds' && gauge !== undefined);
  assert.ok(requests !== undefined && late !== undefined);
  const { dataPoints } = (seconds?.['histogram'] ?? { dataPoints: [] }) as { dataPoints: Bars[] };
  assert.ok(dataPoints.length > 0);
  for (const { bucketCounts, explicitBounds, count } of dataPoints) {
    assert.equal(bucketCounts.length, explicitBounds.length + 1);
    assert.equal(
      bucketCounts.reduce((sum, each) => sum + Number(each), 0),
      Number(count),
    );
  }
}

type Bars = { readonly bucketCounts: string[]; readonly explicitBounds: number[]; readonly count: string };
