import type { Load } from './expand.ts';
import { lacking } from './lacking.ts';

/** A load for `expand` that refuses whoever may not read such records by themselves: no right opens other records. */
export function seenWith(permission: string, load: Load): Load {
  return async (context, ids) => {
    const { actor } = context;
    if (actor.permissions.has(permission)) return load(context, ids);
    throw lacking(actor, permission);
  };
}
