import { lacking } from '../../../operation/lacking.ts';
import type { Context } from '../../../operation/operation.ts';

/** Refuses what an operation does only sometimes to whoever may do the rest of it. */
export function needs({ actor }: Context, permission: string): void {
  if (actor.permissions.has(permission)) return;
  throw lacking(actor, permission);
}
