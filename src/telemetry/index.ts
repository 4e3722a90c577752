import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TelemetryConfig } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { JobHandler } from '../doors/jobs/job-loop.ts';
import { BusinessError } from '../operation/errors.ts';
import type { Runtime } from '../operation/run.ts';
import { openExporter } from './exporter.ts';
import type { Measured } from './otlp.ts';
import { openTracer, readTraceparent, type Span, spanKind, type Tracer } from './span.ts';
import { watchedDatabase } from './watched-database.ts';

/** Tells an OpenTelemetry collector what the service does. It names operations and organisations, nothing of them. */
export type Telemetry = {
  watchServer(server: FastifyInstance): void;
  watchDatabase(db: Database): Database;
  watchJobs(handlers: Readonly<Record<string, JobHandler>>): Readonly<Record<string, JobHandler>>;
  readonly watchCalls: NonNullable<Runtime['watch']>;
  measure(source: () => Promise<Measured[]>): void;
  /** Trace id for a log line. */
  readonly mark: () => object;
  close(): Promise<void>;
};

type Parts = { readonly config: TelemetryConfig; readonly version: string; readonly onFailure: (why: string) => void };

export function openTelemetry({ config, version, onFailure }: Parts): Telemetry {
  const resource = {
    'service.name': config.serviceName,
    'service.version': version,
    'service.instance.id': randomUUID(),
  };
  const exporter = openExporter({ config, resource, onFailure });
  const tracer = openTracer(exporter.add);
  return {
    watchServer: (server) => watchRequests(server, tracer),
    watchDatabase: (db) => watchedDatabase(db, tracer),
    watchJobs: (handlers) => watchedJobs(handlers, tracer),
    watchCalls: watchCallsBy(tracer),
    measure: exporter.measure,
    mark: () => {
      const span = tracer.current();
      return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
    },
    close: exporter.close,
  };
}

function watchRequests(server: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  server.addHook('onRequest', (request, _, done) => {
    const caller = readTraceparent(request.headers['traceparent']);
    // The caller began the trace and decided against sampling.
    if (caller?.isSampled === false) return done();
    const { method, routeOptions, id } = request;
    const route = routeOptions.url ?? 'none';
    const span = tracer.begin(`${method} ${route}`, {
      kind: spanKind.server,
      parent: caller,
      attributes: { 'http.request.method': method, 'http.route': route, 'daybook.request_id': id },
    });
    spans.set(request, span);
    tracer.within(span, done);
  });
  // The body comes in on the connection's behalf, which knows nothing of the request.
  server.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else tracer.within(span, done);
  });
  server.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    if (span === undefined) return;
    span.attributes['http.response.status_code'] = reply.statusCode;
    span.hasFailed = reply.statusCode >= 500;
    tracer.end(span);
  });
}

function watchCallsBy(tracer: Tracer): NonNullable<Runtime['watch']> {
  return (calls, work) => {
    const [first] = calls;
    const { actor, origin } = first?.request ?? {};
    const name = calls.length === 1 ? (first?.operation.name ?? 'nothing') : 'batch';
    const span = tracer.begin(name, {
      attributes: {
        'daybook.operation': name,
        'daybook.calls': calls.length,
        'daybook.door': origin?.door ?? '',
        'daybook.actor': actor?.kind ?? '',
        'daybook.request_id': origin?.requestId ?? '',
        ...(actor?.organization === undefined ? {} : { 'daybook.organization_id': actor.organization.id }),
      },
    });
    return tracer.during(span, work, (error) => {
      span.attributes['daybook.code'] = error instanceof BusinessError ? error.kind.code : 'internal';
      return !(error instanceof BusinessError) || error.kind.status >= 500;
    });
  };
}

function watchedJobs(handlers: Readonly<Record<string, JobHandler>>, tracer: Tracer): Record<string, JobHandler> {
  const watched = Object.entries(handlers).map(([kind, handler]): [string, JobHandler] => [
    kind,
    (job, progress) => {
      const { id, organizationId, attempts } = job;
      const span = tracer.begin(`job ${kind}`, {
        kind: spanKind.consumer,
        attributes: {
          'daybook.job': id,
          'daybook.attempt': attempts,
          ...(organizationId === null ? {} : { 'daybook.organization_id': organizationId }),
        },
      });
      return tracer.during(span, () => handler(job, progress));
    },
  ]);
  return Object.fromEntries(watched);
}
