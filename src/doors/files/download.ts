import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../operation/actor.ts';
import { invalidStateTransition } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { run } from '../../operation/run.ts';
import { admit, apiVersionOf, originOf, type RestDeps } from '../rest.ts';
import type { ContentStore } from '../../storage/content-store.ts';
import { type Kept, sendContent } from './send-content.ts';

type FileFound = Kept & { readonly status: string };
/** An archive of the organisation, or a zip of documents. */
type ExportFound = {
  readonly status: string;
  readonly sha256: string | null;
  readonly size: number | null;
  readonly created_at: string;
};

/** Location of bytes and the operation that decides on access to them. */
type DownloadContext = {
  readonly path: string;
  readonly operation: string;
  readonly keptAs: (output: unknown, actor: Actor) => Kept;
};

const places: readonly DownloadContext[] = [
  {
    path: '/api/files/:id/content',
    operation: 'get_file',
    keptAs: (output) => {
      // The operation's own schema made it.
      const file = output as FileFound;
      if (file.status !== 'available') throw invalidStateTransition({ status: file.status, allowed: ['restore_file'] });
      return file;
    },
  },
  {
    path: '/api/document-exports/:id/content',
    operation: 'get_document_export',
    keptAs: (output, { organization }) => {
      // The same.
      return zipKept('documents', output as ExportFound, organization?.id);
    },
  },
  {
    path: '/api/exports/:id/content',
    operation: 'get_export',
    keptAs: (output, { organization }) => zipKept('organization', output as ExportFound, organization?.id),
  },
];

function zipKept(what: string, { status, sha256, size, created_at: created }: ExportFound, organization = ''): Kept {
  if (sha256 === null || size === null) throw invalidStateTransition({ status, allowed: [] });
  const name = `${what}-${created.slice(0, 10)}.zip`;
  return { organization_id: organization, sha256, size, name, content_type: 'application/zip' };
}

/** `GET /api/files/{id}/content`, and the same of document exports and exports: the bytes, as they were kept. */
export function registerDownloads(server: FastifyInstance, deps: RestDeps & { readonly store: ContentStore }): void {
  for (const place of places) {
    const operation = operationIn(deps.catalogue, place.operation);
    server.get<{ Params: { id: string } }>(place.path, async (request, reply) => {
      reply.header('api-version', apiVersionOf(request));
      const actor = await admit(operation, request, reply, deps);
      const input = { ...(request.query as object), id: request.params.id };
      const { output } = await run(deps.runtime, operation, { actor, input, origin: originOf(request) });
      return sendContent({ request, reply }, deps.store, place.keptAs(output, actor));
    });
  }
}

function operationIn(catalogue: readonly Operation[], name: string): Operation {
  const found = catalogue.find((operation) => operation.name === name);
  if (found === undefined) throw new RangeError(`there is no operation ${name}`);
  return found;
}
