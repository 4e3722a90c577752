import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { unavailable } from '../operation/errors.ts';
import type { Load } from './load.ts';
import type { OpenPress } from './press.ts';

/** Who asks whether the service is ready wants to know before they give up. */
const readyWithinMs = 2_000;

type Watched = { readonly db: Database; readonly press: Pick<OpenPress, 'counts'>; readonly load: Load };

/**
 * `/healthz`: the process answers. `/readyz`: the database answers too. `/metrics`: Prometheus. Answers what reads the
 * figures, for whoever wants them elsewhere.
 */
export function registerOperational(server: FastifyInstance, { db, press, load }: Watched): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureRequests(server, registry);
  measureConnections(db, registry);
  measurePress(press, registry);
  measureLoad(load, registry);
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async () => {
    const answered = db.transaction({ readOnly: true }, (connection) => connection.one(sql`select true as ready`));
    const late = sleep(readyWithinMs, undefined, { ref: false }).then(() => Promise.reject(unavailable()));
    await Promise.race([answered, late]);
    return { status: 'ready' };
  });
  server.get('/metrics', async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  return registry;
}

function measureRequests(server: FastifyInstance, registry: Registry): void {
  const labelNames = ['method', 'route', 'status'] as const;
  const seconds = new Histogram({
    name: 'daybook_http_request_seconds',
    help: 'Time to answer a request, by route.',
    labelNames,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const total = new Counter({
    name: 'daybook_http_requests_total',
    help: 'Requests answered, by route.',
    labelNames,
    registers: [registry],
  });
  server.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const labels = { method, route: routeOptions.url ?? 'none', status: String(reply.statusCode) };
    seconds.observe(labels, reply.elapsedTime / 1_000);
    total.inc(labels);
  });
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

function measurePress(press: Watched['press'], registry: Registry): void {
  const documents = new Gauge({
    name: 'daybook_render_documents',
    help: 'Documents that are being set, and that wait for a render process.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      const { busy, waiting } = press.counts() ?? { busy: 0, waiting: 0 };
      documents.set({ state: 'busy' }, busy);
      documents.set({ state: 'waiting' }, waiting);
    },
  });
}

function measureLoad(load: Load, registry: Registry): void {
  const registers = [registry];
  const gauge = (name: string, help: string, value: () => number): Gauge => {
    const made: Gauge = new Gauge({ name, help, registers, collect: () => made.set(value()) });
    return made;
  };
  gauge('daybook_requests_under_way', 'Calls that are being answered.', () => load.counts().underWay);
  gauge('daybook_requests_waiting', 'Calls that wait for their turn to be worked at.', () => load.counts().waiting);
  gauge(
    'daybook_places',
    'Calls that may be worked at at one time, as the process is busy.',
    () => load.counts().places,
  );
  gauge('daybook_late_seconds', 'How late the process is at what it does, smoothed.', () => load.lateMs() / 1_000);
  const sentAway: Counter = new Counter({
    name: 'daybook_requests_sent_away_total',
    help: 'Calls that were answered with `overloaded` before they were looked at.',
    registers,
    collect: () => {
      sentAway.reset();
      sentAway.inc(load.sentAway());
    },
  });
}
