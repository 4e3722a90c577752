import type { FastifyReply, FastifyRequest } from 'fastify';
import { type McpCredential, type McpCredentials } from '../../modules/connector/index.ts';
import type { Actor } from '../../operation/actor.ts';
import { BusinessError, unauthenticated } from '../../operation/errors.ts';
import type { Limits } from '../limits.ts';
import { networkOf } from '../../operation/network.ts';
import { header, originOf } from '../rest.ts';

export const mcpPath = '/api/mcp/mcp';
const mcpScope = 'svc:mcp';

export type Admission = {
  readonly credentials: McpCredentials;
  readonly limits: Limits;
  readonly publicUrl: string;
};

/**
 * Finds out who calls, by `Authorization: Bearer` or `X-MCP-Token`, and counts the call. Whoever is refused learns
 * where to get a credential.
 */
export async function admitMcp(request: FastifyRequest, reply: FastifyReply, parts: Admission): Promise<McpCredential> {
  const { credentials, limits, publicUrl } = parts;
  const presented = presentedBy(request);
  const origin = { ...originOf(request), door: 'mcp' } as const;
  const credential = await credentials.admit(presented, origin).catch(async (error: unknown) => {
    if (!(error instanceof BusinessError)) throw error;
    await limits.count('address', networkOf(request.ip), 1, reply);
    const isUnknown = error.kind.code === unauthenticated.code;
    if (isUnknown) reply.header('www-authenticate', challenge(publicUrl, presented !== undefined));
    throw error;
  });
  await chargeTo(credential.actor, limits, reply)(1);
  return credential;
}

/** Counts against the organisation and the token. */
export function chargeTo(actor: Actor, limits: Limits, reply: FastifyReply): (cost: number) => Promise<void> {
  return async (cost) => {
    if (actor.organization !== undefined) await limits.count('organization', actor.organization.id, cost, reply);
    await limits.count('credential', actor.credentialId, cost, reply);
  };
}

function presentedBy(request: FastifyRequest): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(header(request, 'authorization') ?? '')?.[1];
  return bearer ?? header(request, 'x-mcp-token')?.trim();
}

/** RFC 6750 and RFC 9728: no error where no credential came, and where to read how to get one. */
function challenge(publicUrl: string, invalid: boolean): string {
  const metadata = `${publicUrl}/.well-known/oauth-protected-resource${mcpPath}`;
  const error = invalid ? 'error="invalid_token", error_description="The token is unknown, expired or revoked", ' : '';
  return `Bearer ${error}resource_metadata="${metadata}", scope="${mcpScope}"`;
}
