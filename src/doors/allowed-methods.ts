import type { FastifyInstance } from 'fastify';

/** Remembers every route, and answers which methods a path takes: for the `Allow` header of a 405. */
export function trackRoutes(server: FastifyInstance): (path: string) => string[] {
  const routes: { pattern: RegExp; method: string }[] = [];
  server.addHook('onRoute', ({ url, method }) => {
    const escaped = url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:[A-Za-z_]+/g, '[^/]+');
    for (const one of [method].flat()) routes.push({ pattern: new RegExp(`^${escaped}$`), method: one });
  });
  return (path) => [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
}
