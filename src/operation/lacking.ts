import { type Actor, isRestProgram } from './actor.ts';
import { type BusinessError, forbidden, insufficientScope } from './errors.ts';

/** The refusal for a missing permission: of a person by their roles, of a token or key by its scopes. */
export function lacking({ kind }: Pick<Actor, 'kind'>, needs: string): BusinessError {
  return (kind === 'mcp_token' || isRestProgram(kind) ? insufficientScope : forbidden)({ needs });
}
