import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import type { Operation } from '../operation/operation.ts';
import { openApi } from './openapi.ts';

const assets: Readonly<Record<string, string>> = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
};

/** Scripts and styles come from here alone; the viewer sets styles in place and shows data: images. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Daybook API reference</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<main id="reference"></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/begin.js"></script>
</body>
</html>
`;

const begin = `SwaggerUIBundle({
  url: '/api/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'none', filter: true,
  defaultModelsExpandDepth: -1, persistAuthorization: false, validatorUrl: null,
});
`;

/** `GET /api/openapi.json`, and `GET /api/docs` to browse and try it. */
export function registerDocs(server: FastifyInstance, catalogue: readonly Operation[], publicUrl: string): void {
  const resolve = createRequire(import.meta.url).resolve;
  const document = JSON.stringify(openApi(catalogue, publicUrl));
  server.get('/api/openapi.json', async (_, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=60').send(document),
  );
  server.get('/api/docs', async (_, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page),
  );
  server.get('/api/docs/begin.js', async (_, reply) => reply.type('text/javascript; charset=utf-8').send(begin));
  for (const [name, type] of Object.entries(assets)) {
    server.get(`/api/docs/${name}`, async (_, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=86400')
        .send(readFileSync(resolve(`swagger-ui-dist/${name}`))),
    );
  }
}
