import type { Scope } from '../db/database.ts';
import { typeIdFrom } from '../wire/type-id.ts';
import type { Actor } from './actor.ts';

/** Row-level security scope. Every transaction that acts for somebody is opened with it. */
export function scopeOf({ organization, userId: user, memberId: member, scope }: Actor): Scope {
  const own = { organization: organization?.id, user };
  return scope === undefined ? own : { ...own, narrow: { scope, member, author: typeIdFrom('user', user) } };
}
