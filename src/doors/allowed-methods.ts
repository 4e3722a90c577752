import type { FastifyInstance } from 'fastify';
import { once } from '../core/once.ts';
import { nearestRoutes, type Route } from './nearest-routes.ts';

/** The order in which they are named, whatever that in which the routes were made. */
const order = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof order)[number];

type Tracked = {
  /** Methods that a path takes, for the `Allow` header of a 405. */
  readonly allowed: (path: string) => Method[];
  /** Routes that one that is not there was probably meant for. */
  readonly nearest: (wanted: Route) => string[];
};

/** Remembers every route. */
export function trackRoutes(server: FastifyInstance): Tracked {
  const routes: Route[] = [];
  server.addHook('onRoute', ({ url, method }) => {
    for (const one of [method].flat()) routes.push({ url, method: one });
  });
  // Not before somebody errs: a pattern for each of a thousand routes is a tenth of a start.
  const patterns = once(() => routes.map(({ url, method }) => ({ pattern: patternOf(url), method })));
  const allowed = (path: string) => {
    const offered = new Set(
      patterns()
        .filter(({ pattern }) => pattern.test(path))
        .map(({ method }) => method),
    );
    return order.filter((method) => offered.has(method));
  };
  return { allowed, nearest: (wanted) => nearestRoutes(routes, wanted) };
}

function patternOf(url: string): RegExp {
  return new RegExp(`^${url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:[A-Za-z_]+/g, '[^/]+')}$`);
}
