import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, compress, type Encoding, variesBy } from './compression.ts';

/** A document that stays as it is: its bytes are kept, and compressed once for each encoding that is asked for. */
export type KeptDocument = {
  readonly send: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
};

type Form = 'plain' | Encoding;

export function keepDocument(type: string, content: string | Buffer): KeptDocument {
  const bytes = Buffer.from(content);
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  // Each form is bytes of its own, and has a strong tag of its own.
  const tagOf = (form: Form) => (form === 'plain' ? `"${digest}"` : `"${digest}-${form}"`);
  const compressed = new Map<Encoding, Promise<Buffer>>();
  const compressedBy = (encoding: Encoding): Promise<Buffer> => {
    const made = compressed.get(encoding) ?? compress(encoding, bytes, 'thorough');
    compressed.set(encoding, made);
    return made;
  };
  return {
    send: async (request, reply) => {
      const encoding = acceptedEncoding(request.headers['accept-encoding']);
      variesBy(reply, 'Accept-Encoding');
      reply.header('etag', tagOf(encoding ?? 'plain'));
      if (isKnown(digest, request.headers['if-none-match'])) return reply.code(304).send();
      reply.type(type);
      if (encoding === undefined) return reply.send(bytes);
      return reply.header('content-encoding', encoding).send(await compressedBy(encoding));
    },
  };
}

/** A client that has the document in any encoding has it. */
function isKnown(digest: string, given: string | undefined): boolean {
  const tags = (given ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.some((tag) => tag === '*' || tag === `"${digest}"` || tag.startsWith(`"${digest}-`));
}
