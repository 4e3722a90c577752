import type { FastifyInstance } from 'fastify';
import { once } from '../core/once.ts';

/** The order in which they are named, whatever that in which the routes were made. */
const order = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof order)[number];

/** Remembers every route, and answers which methods a path takes: for the `Allow` header of a 405. */
export function trackRoutes(server: FastifyInstance): (path: string) => Method[] {
  const routes: { url: string; method: string }[] = [];
  server.addHook('onRoute', ({ url, method }) => {
    for (const one of [method].flat()) routes.push({ url, method: one });
  });
  // Not before somebody errs: a pattern for each of a thousand routes is a tenth of a start.
  const patterns = once(() => routes.map(({ url, method }) => ({ pattern: patternOf(url), method })));
  return (path) => {
    const offered = new Set(
      patterns()
        .filter(({ pattern }) => pattern.test(path))
        .map(({ method }) => method),
    );
    return order.filter((method) => offered.has(method));
  };
}

function patternOf(url: string): RegExp {
  return new RegExp(`^${url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:[A-Za-z_]+/g, '[^/]+')}$`);
}
