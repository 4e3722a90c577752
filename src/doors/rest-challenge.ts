/** The REST API as a resource of OAuth: its address is what tokens are for. */
export const restPath = '/api';
export const restMetadataPath = `/.well-known/oauth-protected-resource${restPath}`;

/** The connector is another resource, whose door says for itself where its tokens come from. */
const ofConnector = /^\/api\/mcp\/(?:mcp|v1)(?:\/|$)/;

type Refused = { readonly status: number; readonly code: string; readonly [remedy: string]: unknown };

type Asked = { readonly publicUrl: string; readonly path: string; readonly isPresented: boolean };

/** `WWW-Authenticate` for a refusal of REST (RFC 6750, RFC 9728); undefined where a credential would not help. */
export function restChallenge(
  { status, code, ...remedy }: Refused,
  { publicUrl, path, isPresented }: Asked,
): string | undefined {
  if (ofConnector.test(path)) return status === 401 ? 'Bearer' : undefined;
  const metadata = `resource_metadata="${publicUrl}${restMetadataPath}"`;
  const { needs } = remedy;
  if (code === 'insufficient_scope' && typeof needs === 'string') {
    return `Bearer error="insufficient_scope", scope="${needs}", ${metadata}`;
  }
  if (status !== 401) return undefined;
  // RFC 6750: no error where no credential came.
  return isPresented && code === 'unauthenticated' ? `Bearer error="invalid_token", ${metadata}` : `Bearer ${metadata}`;
}
