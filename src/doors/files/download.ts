import type { FastifyInstance } from 'fastify';
import { invalidStateTransition } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { run } from '../../operation/run.ts';
import { uuidFrom } from '../../wire/type-id.ts';
import { admit, apiVersionOf, originOf, type RestDeps } from '../rest.ts';
import type { ContentStore } from './content-store.ts';

type Found = {
  readonly name: string;
  readonly status: string;
  readonly content_type: string;
  readonly sha256: string;
  readonly size: number;
  readonly organization_id: string;
};

/**
 * `GET /api/files/{id}/content`: the bytes, as they came. Whatever they are, a browser saves them and runs nothing:
 * they are an attachment of the type that was found in them, in a sandbox, and nobody may guess at another type.
 */
export function registerDownload(server: FastifyInstance, deps: RestDeps & { readonly store: ContentStore }): void {
  const operation = getFileIn(deps.catalogue);
  server.get<{ Params: { id: string } }>('/api/files/:id/content', async (request, reply) => {
    reply.header('api-version', apiVersionOf(request));
    const actor = await admit(operation, request, reply, deps);
    const input = { ...(request.query as object), id: request.params.id };
    const { output } = await run(deps.runtime, operation, { actor, input, origin: originOf(request) });
    // The operation's own schema made it.
    const file = output as Found;
    if (file.status !== 'available') throw invalidStateTransition({ status: file.status, allowed: ['restore_file'] });
    const tag = `"${file.sha256}"`;
    reply.header('etag', tag);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    const organization = uuidFrom('org', file.organization_id) ?? '';
    const found = await deps.store.read({ organization, sha256: file.sha256 });
    if (found === undefined || found.size !== file.size) {
      found?.bytes.destroy();
      throw new Error(`the content of ${request.params.id} is not what was kept`);
    }
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`);
    reply.header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'");
    reply.header('cross-origin-resource-policy', 'same-origin');
    reply.header('content-length', found.size);
    reply.header('repr-digest', `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`);
    return reply.type(file.content_type).send(found.bytes);
  });
}

function getFileIn(catalogue: readonly Operation[]): Operation {
  const found = catalogue.find(({ name }) => name === 'get_file');
  if (found === undefined) throw new RangeError('nothing knows of files');
  return found;
}
