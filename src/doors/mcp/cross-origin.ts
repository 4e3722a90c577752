import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { header } from '../rest.ts';

const allowedHeaders = [
  'Authorization',
  'X-MCP-Token',
  'X-MCP-Toolsets',
  'X-MCP-Conversation',
  'Content-Type',
  'Accept',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
  'Last-Event-ID',
  'X-Request-Id',
].join(', ');
const exposedHeaders = 'WWW-Authenticate, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy';
const preflightSeconds = 600;

/** Lets a page whose origin was checked read the answer, the challenge of a 401 above all. No cookie opens anything. */
export function allowCrossOrigin(request: FastifyRequest, reply: FastifyReply): void {
  const origin = header(request, 'origin');
  reply.header('vary', 'Origin');
  if (origin === undefined) return;
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-expose-headers', exposedHeaders);
}

type Guard = (host: string | undefined, origin: string | undefined) => void;

export function registerPreflight(plugin: FastifyInstance, path: string, checkOrigin: Guard): void {
  plugin.options(path, async (request, reply) => {
    checkOrigin(request.headers.host, header(request, 'origin'));
    allowCrossOrigin(request, reply);
    reply.header('access-control-allow-methods', 'POST');
    reply.header('access-control-allow-headers', allowedHeaders);
    reply.header('access-control-max-age', preflightSeconds);
    return reply.code(204).send();
  });
}
