import { forbidden, insufficientScope } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';

/** For what an operation does only sometimes; what it always does is its own permission. */
export function needPermission({ actor }: Context, permission: string): void {
  if (actor.permissions.has(permission)) return;
  throw (actor.kind === 'mcp_token' ? insufficientScope : forbidden)({ needs: permission });
}
