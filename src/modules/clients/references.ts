import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { clientCycle } from './client.ts';
import type { Pair } from './client-merge.ts';

const levelsMax = 10;

/** Refuses groups that are not there, and keeps the others from being deleted until this client is in them. */
export async function lockGroups(context: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const groups = await context.db.many<{ id: string }>(sql`
    select id from client_groups
    where organization_id = ${context.organization} and id = any(${ids}::uuid[]) for key share`);
  const found = new Set(groups.map(({ id }) => id));
  const errors = ids.flatMap((id, index) => (found.has(id) ? [] : [missing(`/group_ids/${index}`, 'group')]));
  if (errors.length > 0) throw notFound({ errors });
}

/**
 * Refuses a parent that is not there or is below the client. It locks its way up, row by row: a chain read without
 * locks could close to a ring between two changes at the same moment. Two that meet half way deadlock, and one starts
 * again.
 */
export async function lockAncestors(context: Context, id: string, parentId: string | null): Promise<void> {
  let above = parentId;
  for (let level = 0; above !== null; level += 1) {
    if (above === id || level === levelsMax) throw clientCycle();
    const ancestor: { parent_id: string | null } | undefined = await context.db.maybe(sql`
      select parent_id from clients where organization_id = ${context.organization} and id = ${above} for share`);
    if (ancestor === undefined) throw notFound({ errors: [missing('/parent_id', 'client')] });
    above = ancestor.parent_id;
  }
}

/** True where one client is above another, at any level. */
export async function isAncestor({ db, organization }: Context, { from, into }: Pair): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    with recursive above (id, level) as (
      select ${into.parent_id}::uuid, 1
      union all
      select c.parent_id, above.level + 1 from above
      join clients c on c.organization_id = ${organization} and c.id = above.id
      where above.level <= ${levelsMax}
    )
    select exists (select from above where id = ${from.id}) as found`);
  return found;
}

function missing(pointer: string, what: string) {
  return { pointer, code: 'not_found', message: `The ${what} was not found.` };
}
