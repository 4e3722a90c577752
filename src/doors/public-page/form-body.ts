import type { FastifyInstance, FastifyRequest } from 'fastify';

const formMaxBytes = 16_384;

/** Lets the pages of a scope take forms as browsers send them. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formMaxBytes },
    (_, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}
