import type { FastifyReply, FastifyRequest } from 'fastify';
import { uuidFrom } from '../../wire/type-id.ts';
import type { ContentStore } from '../../storage/content-store.ts';

/** Bytes that are kept, and what they are called. */
export type Kept = {
  readonly organization_id: string;
  readonly sha256: string;
  readonly size: number;
  readonly name: string;
  readonly content_type: string;
};

/**
 * Answers bytes as they were kept. Whatever they are, a browser saves them and runs nothing: they are an attachment of
 * the type that was found in them, in a sandbox, and nobody may guess at another type.
 */
export async function sendContent(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  store: ContentStore,
  { organization_id, sha256, size, name, content_type }: Kept,
): Promise<FastifyReply> {
  const tag = `"${sha256}"`;
  reply.header('etag', tag);
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  const found = await store.read({ organization: uuidFrom('org', organization_id) ?? organization_id, sha256 });
  if (found === undefined || found.size !== size) {
    found?.bytes.destroy();
    throw new Error(`what was kept as ${sha256} is not there as it was kept`);
  }
  reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  reply.header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'");
  reply.header('cross-origin-resource-policy', 'same-origin');
  reply.header('content-length', size);
  reply.header('repr-digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`);
  return reply.type(content_type).send(found.bytes);
}
