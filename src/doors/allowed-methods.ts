import type { FastifyInstance } from 'fastify';

/** The order in which they are named, whatever that in which the routes were made. */
const order = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof order)[number];

/** Remembers every route, and answers which methods a path takes: for the `Allow` header of a 405. */
export function trackRoutes(server: FastifyInstance): (path: string) => Method[] {
  const routes: { pattern: RegExp; method: string }[] = [];
  server.addHook('onRoute', ({ url, method }) => {
    const escaped = url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:[A-Za-z_]+/g, '[^/]+');
    for (const one of [method].flat()) routes.push({ pattern: new RegExp(`^${escaped}$`), method: one });
  });
  return (path) => {
    const offered = new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    return order.filter((method) => offered.has(method));
  };
}
