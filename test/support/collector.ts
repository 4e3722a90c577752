import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Wire } from './world.ts';

/** A span as it came in, its attributes by name. */
export type Seen = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number };
  readonly told: Readonly<Record<string, string | number | boolean>>;
};

/** An OpenTelemetry collector: it takes OTLP over HTTP as JSON, and keeps all of it. */
export async function openCollector() {
  const bodies: { path: string; headers: Wire; body: Wire }[] = [];
  const server = createServer((request, response) => {
    void take(request, response);
  });
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    bodies.push({ path: request.url ?? '', headers: request.headers, body: await json(request) });
    response.setHeader('content-type', 'application/json').end('{}');
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const sent = (path: string) => bodies.filter((each) => each.path === path).map(({ body }) => body);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: (): Seen[] =>
      sent('/v1/traces')
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }: Wire) => scopeSpans)
        .flatMap(({ spans }: Wire) => spans)
        .map((span: Wire) => ({ ...span, told: toldBy(span.attributes) })),
    metrics: (): Wire[] =>
      sent('/v1/metrics')
        .flatMap(({ resourceMetrics }) => resourceMetrics)
        .flatMap(({ scopeMetrics }: Wire) => scopeMetrics)
        .flatMap(({ metrics }: Wire) => metrics),
    resource: () => toldBy(sent('/v1/traces')[0]?.resourceSpans[0].resource.attributes ?? []),
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function toldBy(attributes: readonly Wire[]): Record<string, string | number | boolean> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.boolValue ?? Number(value.intValue)]),
  );
}
