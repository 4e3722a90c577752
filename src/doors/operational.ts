import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { once } from '../core/once.ts';
import type { Database } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { notFound, unauthenticated, unavailable } from '../operation/errors.ts';
import type { HeavyWork } from '../operation/heavy-work.ts';
import { isEventStream } from './http.ts';
import type { Load } from './load.ts';
import type { OpenDocumentRenderer } from './document-renderer.ts';

/** A probe must be answered before its own timeout. */
const readyWithinMs = 2_000;
/** Figures that are younger are handed out again: making them takes tens of milliseconds of everybody's time. */
const figuresFreshMs = 1_000;
/** Of a metric by route. What comes after that many is counted as `other`. */
const routeSeriesMax = 1_000;

type Watched = {
  readonly db: Database;
  readonly renderer: Pick<OpenDocumentRenderer, 'counts'>;
  readonly load: Load;
  readonly heavy: Pick<HeavyWork, 'waiting'>;
  readonly isFull: () => boolean;
  readonly config: Pick<Config, 'metricsToken'>;
};

/**
 * `/healthz`: the process answers. `/readyz`: the database answers too. `/metrics`: Prometheus, for who has the token.
 * Answers what reads the figures, for whoever wants them elsewhere.
 */
export function registerOperational(server: FastifyInstance, watched: Watched): Registry {
  const { db, renderer, load, config } = watched;
  const registry = new Registry();
  for (const metric of processMetrics()) registry.registerMetric(metric);
  measureRequests(server, registry);
  measureConnections(db, registry);
  measureRenderer(renderer, registry);
  measureLoad(load, registry);
  measureRoom(watched, registry);
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async () => {
    const answered = db.transaction({ readOnly: true }, (connection) => connection.one(sql`select true as ready`));
    const late = sleep(readyWithinMs, undefined, { ref: false }).then(() => Promise.reject(unavailable()));
    await Promise.race([answered, late]);
    return { status: 'ready' };
  });
  const figures = sharedFigures(registry);
  server.get('/metrics', async (request, reply) => {
    admitReader(request, config.metricsToken);
    return reply.type(registry.contentType).send(await figures());
  });
  return registry;
}

/** Made once: what watches a process, such as its collections of garbage, goes on until the process ends. */
const processMetrics = once(() => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // The types have the figures in place of the metrics.
  return registry.getMetricsAsArray() as unknown as readonly Metric[];
});

/** An address is no proof: behind a proxy every call comes from this machine. */
function admitReader({ headers }: FastifyRequest, token: string | undefined): void {
  if (token === undefined) {
    throw notFound({
      detail: 'Metrics are not served.',
      hint: 'The operator sets DAYBOOK_METRICS_TOKEN and configures Prometheus to send it.',
    });
  }
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const [expected, presented] = [token, given].map((text) => createHash('sha256').update(text).digest());
  if (expected !== undefined && presented !== undefined && timingSafeEqual(expected, presented)) return;
  throw unauthenticated({ hint: 'Send `Authorization: Bearer` with the value of DAYBOOK_METRICS_TOKEN.' });
}

/** Readers at one time share what one of them made. */
function sharedFigures(registry: Registry): () => Promise<string> {
  let made: { readonly text: Promise<string>; readonly atMs: number } | undefined;
  return () => {
    const nowMs = performance.now();
    if (made === undefined || nowMs - made.atMs > figuresFreshMs) made = { text: registry.metrics(), atMs: nowMs };
    return made.text;
  };
}

function measureRequests(server: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'daybook_http_request_seconds',
    help: 'Time to answer a request, by the first part of its route.',
    labelNames: ['area'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const total = new Counter({
    name: 'daybook_http_requests_total',
    help: 'Requests answered, by route.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  });
  const bounded = boundSeries(routeSeriesMax);
  server.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const route = routeOptions.url ?? 'none';
    if (!isEventStream(reply)) seconds.observe({ area: areaOf(route) }, reply.elapsedTime / 1_000);
    const status = String(reply.statusCode);
    total.inc(bounded(`${method} ${route} ${status}`) ? { method, route, status } : { ...otherRoute, status });
  });
}

const otherRoute = { method: 'other', route: 'other' } as const;

/** `/api/sales/:id` → `/api/sales`, of which there are as many as resources. */
function areaOf(route: string): string {
  return /^\/api\/[^/:]+|^\/[^/:]*/.exec(route)?.[0] ?? route;
}

/** True for the first `max` series. */
export function boundSeries(max: number): (series: string) => boolean {
  const known = new Set<string>();
  return (series) => {
    if (known.size < max) known.add(series);
    return known.has(series);
  };
}

function measureConnections(db: Database, registry: Registry): void {
  const connections = new Gauge({
    name: 'daybook_database_connections',
    help: 'Connections of the pool, by state; `waiting` counts callers without one.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      const { waiting, idle, total } = db.connections();
      connections.set({ state: 'waiting' }, waiting);
      connections.set({ state: 'idle' }, idle);
      connections.set({ state: 'used' }, total - idle);
    },
  });
}

function measureRenderer(renderer: Watched['renderer'], registry: Registry): void {
  const documents = new Gauge({
    name: 'daybook_render_documents',
    help: 'Documents being rendered, and waiting for a render process.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      const { busy, waiting } = renderer.counts() ?? { busy: 0, waiting: 0 };
      documents.set({ state: 'busy' }, busy);
      documents.set({ state: 'waiting' }, waiting);
    },
  });
}

function measureRoom({ heavy, isFull }: Watched, registry: Registry): void {
  const waiting: Gauge = new Gauge({
    name: 'daybook_heavy_work_waiting',
    help: 'Files waiting to be parsed or created.',
    registers: [registry],
    collect: () => waiting.set(heavy.waiting()),
  });
  const full: Gauge = new Gauge({
    name: 'daybook_storage_full',
    help: '1 while writes are refused because the disk is nearly full.',
    registers: [registry],
    collect: () => full.set(isFull() ? 1 : 0),
  });
}

function measureLoad(load: Load, registry: Registry): void {
  const registers = [registry];
  const gauge = (name: string, help: string, value: () => number): Gauge => {
    const made: Gauge = new Gauge({ name, help, registers, collect: () => made.set(value()) });
    return made;
  };
  gauge('daybook_requests_under_way', 'Calls in progress.', () => load.counts().underWay);
  gauge('daybook_requests_waiting', 'Calls waiting in the queue.', () => load.counts().waiting);
  gauge('daybook_places', 'Current limit of concurrent calls, adapted to load.', () => load.counts().places);
  gauge('daybook_late_seconds', 'Event loop delay, smoothed.', () => load.lateMs() / 1_000);
  const sentAway: Counter = new Counter({
    name: 'daybook_requests_sent_away_total',
    help: 'Calls refused with `overloaded` before processing.',
    registers,
    collect: () => {
      sentAway.reset();
      sentAway.inc(load.sentAway());
    },
  });
}
