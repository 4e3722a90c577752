import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
  const page = { 'content-security-policy': policy };
  const areas = tagsOf(catalogue);
  const insides = Map.groupBy(catalogue, tagOf);
  const [jsonByFile, pageByArea] = [new Map<string, Document>(), new Map<string, Document>()];
  for (const area of areas) {
    const document = once(() => openApi(insides.get(area.name) ?? [], publicUrl));
    const json = once(() => keepDocument(jsonType, JSON.stringify(document())));
    const html = once(() => keepDocument(pageType, areaPage({ area, document: document(), base })));
    jsonByFile.set(`${area.name}.json`, json);
    pageByArea.set(area.name, html);
  }
  const whole = once(async () =>
    keepDocument(jsonType, JSON.stringify(await openApiBetweenCalls(catalogue, publicUrl))),
  );
  const index = once(() => keepDocument(pageType, indexPage({ areas, catalogue, base })));

  const send = async (request: FastifyRequest, reply: FastifyReply, { document, headers }: Served) => {
    if (document === undefined) return reply.callNotFound();
    return (await document()).send(request, reply.headers({ 'cache-control': cached, ...headers }));
  };
  server.get('/api/openapi.json', (request, reply) => send(request, reply, { document: whole }));
  server.get('/api/docs', (request, reply) => send(request, reply, { document: index, headers: page }));
  // One route for all areas: a route of its own for each was a tenth of a start.
  server.get<{ Params: { file: string } }>('/api/openapi/:file', (request, reply) =>
    send(request, reply, { document: jsonByFile.get(request.params.file) }),
  );
  server.get<{ Params: { area: string } }>('/api/docs/:area', (request, reply) =>
    send(request, reply, { document: pageByArea.get(request.params.area), headers: page }),
  );
}

type Document = () => Promise<KeptDocument> | KeptDocument;

type Served = {
  readonly document: Document | undefined;
  readonly headers?: Readonly<Record<string, string>>;
};
