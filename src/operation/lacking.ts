import type { Actor } from './actor.ts';
import { type BusinessError, forbidden, insufficientScope } from './errors.ts';

const scoped: ReadonlySet<Actor['kind']> = new Set(['mcp_token', 'api_key']);

/** The refusal for a missing permission: of a person by their roles, of a token or key by its scopes. */
export function lacking({ kind }: Pick<Actor, 'kind'>, needs: string): BusinessError {
  return (scoped.has(kind) ? insufficientScope : forbidden)({ needs });
}
