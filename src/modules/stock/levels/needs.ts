import { forbidden, insufficientScope } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';

/** Refuses what an operation does only sometimes to whoever may do the rest of it. */
export function needs({ actor }: Context, permission: string): void {
  if (actor.permissions.has(permission)) return;
  throw (actor.kind === 'mcp_token' ? insufficientScope : forbidden)({ needs: permission });
}
