import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { keepDocument } from '../kept-document.ts';
import { openly } from '../openly.ts';

const files = [
  { name: 'icon.svg', mimeType: 'image/svg+xml', sizes: ['any'] },
  { name: 'icon.png', mimeType: 'image/png', sizes: ['512x512'] },
] as const;

export function readIcon(name: (typeof files)[number]['name']): Buffer {
  return readFileSync(new URL(`../look/${name}`, import.meta.url));
}

/** The icon as clients show it beside the name: one that scales, and one for those that draw no SVG. */
export function iconsAt(publicUrl: string) {
  return files.map(({ name, mimeType, sizes }) => ({ src: `${publicUrl}/${name}`, mimeType, sizes: [...sizes] }));
}

export function registerIcons(server: FastifyInstance): void {
  for (const { name, mimeType } of files) {
    const icon = keepDocument(mimeType, readIcon(name));
    server.get(`/${name}`, (request, reply) => {
      // Drawn by itself, as an address that somebody opens, it runs nothing.
      openly(reply).header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
      return icon.send(request, reply.header('cache-control', 'public, max-age=86400'));
    });
  }
}
