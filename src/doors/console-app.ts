import { globSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../operation/errors.ts';
import { type KeptDocument, keepDocument } from './kept-document.ts';

/** `npm ci` builds the console here: as far above `src/doors` as above `dist/doors`. */
export const consoleFolder = fileURLToPath(new URL('../../dist/console', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Scripts, styles and calls of this origin, and nothing else from anywhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export type ConsoleApp = {
  /** The page that every screen is shown in. */
  readonly send: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
};

type Served = {
  /** Undefined where it is not served. */
  readonly folder: string | undefined;
  readonly publicUrl: string;
};

/** Undefined where it was not built, as after an installation without what builds it. */
export function registerConsoleApp(server: FastifyInstance, { folder, publicUrl }: Served): ConsoleApp | undefined {
  if (folder === undefined) return undefined;
  const names = globSync('static/*', { cwd: folder });
  if (names.length === 0) return undefined;
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  const markup = readFileSync(`${folder}/index.html`, 'utf8').replaceAll('"./', `"${base}/`);
  const page = keepDocument('text/html; charset=utf-8', markup);
  const files = new Map(names.map((name) => [name.slice('static/'.length), fileOf(folder, name)]));
  const app: ConsoleApp = {
    send: (request, reply) => {
      reply.header('content-security-policy', policy).header('cache-control', 'no-cache');
      return page.send(request, reply.header('x-frame-options', 'DENY'));
    },
  };
  server.get<{ Params: { name: string } }>('/static/:name', { config: { isKept: true } }, (request, reply) => {
    const file = files.get(request.params.name);
    if (file === undefined) throw notFound({ hint: 'Load the page again: it names the files of this version.' });
    // The name tells what is in it.
    return file.send(request, reply.header('cache-control', 'public, max-age=31536000, immutable'));
  });
  // The console knows its screens and says where there is none; a program gets its 404.
  server.get('/*', (request, reply) => (isVisit(request) ? app.send(request, reply) : reply.callNotFound()));
  return app;
}

/** Somebody opens a page, as only browsers ask for one. */
function isVisit({ url, headers }: FastifyRequest): boolean {
  return !url.startsWith('/api/') && headers.accept?.includes('text/html') === true;
}

function fileOf(folder: string, name: string): KeptDocument {
  return keepDocument(types[extname(name)] ?? 'application/octet-stream', readFileSync(`${folder}/${name}`));
}
