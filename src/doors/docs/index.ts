import type { FastifyInstance } from 'fastify';
import { once } from '../../core/once.ts';
import type { Operation } from '../../operation/operation.ts';
import { type KeptDocument, keepDocument } from '../kept-document.ts';
import { openApi, openApiBetweenCalls } from '../openapi.ts';
import { tagOf, tagsOf } from '../openapi-tags.ts';
import { pagePolicy } from '../signed-in/frame.ts';
import { areaPage } from './area-page.ts';
import { indexPage } from './index-page.ts';
import { docsStyle } from './style.ts';

const jsonType = 'application/json; charset=utf-8';
const pageType = 'text/html; charset=utf-8';
/** For so long nobody asks again; then the tag says whether there is anything new. */
const cached = 'public, max-age=60';

/**
 * `GET /api/openapi.json` and, of one area alone, `GET /api/openapi/{area}.json`; `GET /api/docs` to browse, a page for
 * each area. A viewer that reads the whole document took a minute of a phone's time and needed styles in place; these
 * pages need no script.
 */
export function registerDocs(server: FastifyInstance, catalogue: readonly Operation[], publicUrl: string): void {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  const policy = pagePolicy({ style: docsStyle });
  const serve = (path: string, document: () => Promise<KeptDocument> | KeptDocument, headers = {}) =>
    server.get(path, async (request, reply) =>
      (await document()).send(request, reply.headers({ 'cache-control': cached, ...headers })),
    );
  const page = { 'content-security-policy': policy };
  const areas = tagsOf(catalogue);
  serve(
    '/api/openapi.json',
    once(async () => keepDocument(jsonType, JSON.stringify(await openApiBetweenCalls(catalogue, publicUrl)))),
  );
  serve(
    '/api/docs',
    once(() => keepDocument(pageType, indexPage({ areas, catalogue, base }))),
    page,
  );
  for (const area of areas) {
    const inside = catalogue.filter((operation) => tagOf(operation) === area.name);
    const document = once(() => openApi(inside, publicUrl));
    serve(
      `/api/openapi/${area.name}.json`,
      once(() => keepDocument(jsonType, JSON.stringify(document()))),
    );
    serve(
      `/api/docs/${area.name}`,
      once(() => keepDocument(pageType, areaPage({ area, document: document(), base }))),
      page,
    );
  }
}
