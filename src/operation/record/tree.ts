import { z } from 'zod';
import { identifier, type Sql, sql } from '../../db/sql.ts';
import { Id } from '../../wire/index.ts';
import type { Refusal } from '../errors.ts';
import { fault, missing } from '../fault.ts';
import { filter } from '../filter.ts';
import { numberKey, textKey } from '../list.ts';
import type { Context } from '../operation.ts';
import type { RecordKind } from './record.ts';

type Branch = { readonly id: string; readonly parent_id: string | null; readonly ancestor_ids: readonly string[] };
type Place = { readonly parent_id: string | null; readonly ancestor_ids: string[] };

type TreeSpec = {
  /** The noun in messages, such as `category`. */
  readonly noun: string;
  readonly levelsMax: number;
  readonly tooDeep: Refusal;
  readonly cycle: Refusal;
};

/** Records below one another: each row has its `parent_id`, and in `ancestor_ids` the way to it from the root. */
export type Tree = {
  /** The way from the root to a new child of the parent, which is locked, so that it cannot move away meanwhile. */
  pathBelow(this: void, context: Context, parentId: string | null): Promise<string[]>;
  /**
   * Makes moves take turns, by locking every row of the organisation in the order of their ids: two moves that each
   * look right could otherwise close a circle together. They are rare.
   */
  lock(this: void, context: Context): Promise<void>;
  /** Moves a record with all that is below it, in a tree that is locked. Answers its place from then on. */
  move(this: void, context: Context, moved: Branch, parentId: string | null): Promise<Place>;
};

export function treeOf({ table, spec }: RecordKind, { noun, levelsMax, tooDeep, cycle }: TreeSpec): Tree {
  // As the records themselves are locked: what refers to one may be written while another moves.
  const lockClause = spec.lock === 'no key update' ? sql`for no key update` : sql`for update`;
  const pathBelow: Tree['pathBelow'] = async ({ db, organization }, parentId) => {
    if (parentId === null) return [];
    const parent = await db.maybe<{ readonly ancestor_ids: string[]; readonly archived: boolean }>(sql`
      select ancestor_ids, archived_at is not null as archived from ${table}
      where organization_id = ${organization} and id = ${parentId} ${lockClause}`);
    if (parent === undefined) throw missing('/parent_id', noun);
    if (parent.archived) throw fault('/parent_id', 'archived', `That ${noun} is archived.`);
    if (parent.ancestor_ids.length + 2 > levelsMax) throw tooDeep();
    return [...parent.ancestor_ids, parentId];
  };
  return {
    pathBelow,
    async lock({ db, organization }) {
      await db.run(sql`select id from ${table} where organization_id = ${organization} order by id ${lockClause}`);
    },
    async move(context, moved, parentId) {
      const { db, organization } = context;
      const path = await pathBelow(context, parentId);
      if (path.includes(moved.id)) throw cycle();
      // A parent cannot be its own child's child at any moment: both columns of the moved row change in one statement.
      db.later(sql`
        update ${table} set parent_id = case when id = ${moved.id} then ${parentId}::uuid else parent_id end,
          ancestor_ids = ${path}::uuid[] || ancestor_ids[${moved.ancestor_ids.length + 1}:]
        where organization_id = ${organization} and (id = ${moved.id} or ancestor_ids @> ${[moved.id]}::uuid[])`);
      return { parent_id: parentId, ancestor_ids: path };
    },
  };
}

/** The names from the root down to each row of the table, for what is gathered of it. */
export function namesFromRoot(tableName: string): Sql {
  const table = identifier(tableName);
  return sql`array(select above.name from ${table} above
      where above.organization_id = ${table}.organization_id and above.id = any(${table}.ancestor_ids)
      order by array_position(${table}.ancestor_ids, above.id)) || ${table}.name`;
}

/** The orders of a list that is a tree: from the root down unless another is asked for. */
export function treeSorts({ column }: RecordKind) {
  return {
    name: textKey(column('name_key')),
    position: numberKey(column('position')),
    level: numberKey(sql`cardinality(${column('ancestor_ids')})`),
    created_at: 'usual',
    updated_at: 'usual',
  } as const;
}

/** Filters by where a record is in its tree. */
export function treeFilters({ spec, column }: RecordKind) {
  return {
    parent_id: filter(Id(spec.name), (id) => sql`${column('parent_id')} = ${id}`),
    below_id: filter(Id(spec.name), (id) => sql`${column('ancestor_ids')} @> ${[id]}::uuid[]`),
    is_root: filter(z.boolean(), (wanted) => sql`(${column('parent_id')} is null) = ${wanted}`),
  };
}
