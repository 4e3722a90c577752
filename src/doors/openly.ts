import type { FastifyReply, FastifyRequest } from 'fastify';

/** Lets pages of any site read what anybody may read. */
export function openly(reply: FastifyReply): FastifyReply {
  return reply.header('access-control-allow-origin', '*');
}

export function preflight(method: 'GET' | 'POST') {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = request.headers['access-control-request-headers'];
    if (typeof asked === 'string') reply.header('access-control-allow-headers', asked);
    return openly(reply.code(204))
      .header('access-control-allow-methods', method)
      .header('access-control-max-age', 600)
      .send();
  };
}
