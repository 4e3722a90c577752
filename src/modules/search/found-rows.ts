import { and, join, nothing, type Sql, sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import type { Searchable, SearchedField, Sought } from '../../operation/searchable.ts';
import { prefixes } from '../../wire/index.ts';
import { uuidFrom } from '../../wire/type-id.ts';
import { searchedClients } from '../clients/index.ts';
import type { SearchedType } from './kinds.ts';
import type { Typed } from './sought.ts';

export type FoundRow = {
  readonly type: SearchedType;
  readonly id: string;
  readonly is_near: boolean;
  readonly title: string | null;
  readonly subtitle: string | null;
  readonly date: string | null;
  readonly amount: bigint | null;
  readonly currency: string | null;
  readonly is_archived: boolean;
  /** Texts by the names of their fields. */
  readonly fields: readonly (readonly [name: SearchedField, text: string | null])[];
};

/** Greater than any text that goes on from what stands before it. */
const last = '\u{10FFFF}';
const nearClientsMax = 20;
/** Candidates by date: enough for a word in one record of a hundred, and for a rarer one sorting is fast. */
const recentMax = 1_000;

/**
 * The best of each kind in one statement: whole numbers and codes, names that begin so, the newest that have all the
 * words, and only where there are none of these, the newest in which a mistake would explain it. Each of them is read
 * from an index, and no more of it than a hundredth of the records beside the newest thousand.
 */
export function foundRows(
  context: Context,
  kinds: readonly Searchable[],
  { typed, most }: { readonly typed: Typed; readonly most: number },
): Promise<FoundRow[]> {
  const { actor, db } = context;
  const seesClients = actor.permissions.has(searchedClients.permission);
  const nearClients = seesClients && typed.hasNearWords !== undefined ? sql`select id from near_clients` : undefined;
  const sought: Sought = { ...typed, nearClients };
  const selects = kinds.map((kind) => sql`(${selectOf(context, kind, { typed, sought, most })})`);
  // All of it has an index. PostgreSQL takes one of many rare words for a common one, and would read whole tables.
  db.later(sql`set local enable_seqscan = off`);
  const first = nearClients === undefined ? nothing : sql`with near_clients as (${nearClientsOf(context, typed)})`;
  return db.many<FoundRow>(sql`${first} select * from (${join(selects, sql` union all `)}) as found
    order by created_at desc, id desc`);
}

type Asked = { readonly typed: Typed; readonly sought: Sought; readonly most: number };

function selectOf(context: Context, kind: Searchable, asked: Asked): Sql {
  const { type, table, shown, created } = kind;
  const texts = kind.fields(asked.sought).map(([name, text]) => sql`jsonb_build_array(${name}::text, ${text})`);
  const own = ownRows(context, kind);
  return sql`
    with recent as (${recentOf(own, kind, asked)}), hits as (${hitsOf(own, kind, asked)}),
      near as (${nearOf(own, kind, asked)})
    select ${type}::text as type, ${table}.id, hit.is_near, ${created} as created_at, ${shown.title} as title,
      ${shown.subtitle} as subtitle, ${shown.date}::date as date, ${shown.amount}::bigint as amount,
      ${shown.currency}::text as currency, ${shown.archived} as is_archived,
      jsonb_build_array(${join(texts, sql`, `)}) as fields
    from (select found, false as is_near from hits union select found, true from near) as hit
      join ${table} on ${table}.id = hit.found
    where ${own}`;
}

function ownRows({ organization }: Context, { table, where = sql`true` }: Searchable): Sql {
  return sql`${table}.organization_id = ${organization} and ${where}`;
}

function hitsOf(own: Sql, kind: Searchable, { typed, sought, most }: Asked): Sql {
  const { table, type, isExactly, beginsWith, words, created } = kind;
  const id = uuidFrom(prefixes[type], typed.text.toLowerCase());
  const begins = beginsWith?.(sought);
  const branches = [
    ...(id === undefined ? [] : [sql`id = ${id}`]),
    ...(isExactly === undefined ? [] : [isExactly(sought)]),
  ].map((condition) => sql`(select id as found from ${table} where ${and([own, condition])} limit ${most})`);
  if (begins !== undefined && begins.start !== '') {
    const { column, start } = begins;
    branches.push(sql`(select id as found from ${table}
      where ${own} and ${column} >= ${start} and ${column} < ${start + last} order by ${column} limit ${most})`);
  }
  if (words !== undefined) {
    branches.push(sql`(select found from recent)`);
    branches.push(sql`(select id as found from ${table}
      where (select count(*) from recent) < ${most} and ${own} and ${sought.hasWords(words)}
      order by ${notByIndex(created)} desc, id desc limit ${most})`);
  }
  return join(branches, sql` union `);
}

/** Of the newest records those that have all the words: enough of them, where the words are in many records. */
function recentOf(own: Sql, { table, words, created }: Searchable, { sought, most }: Asked): Sql {
  if (words === undefined) return sql`select null::uuid as found where false`;
  return sql`select newest.id as found from (
      select id, ${words} as words from ${table} where ${own} order by ${created} desc, id desc limit ${recentMax}
    ) as newest where ${sought.hasWords(sql`newest.words`)} limit ${most}`;
}

/**
 * The same order, which no index has. PostgreSQL takes beginnings of words to be in one record of 200 at least, and
 * so, for a few of the newest, walks all records by age to find the one that has a rare word: 120 ms of 20,000.
 */
function notByIndex(created: Sql): Sql {
  return sql`(${created} + interval '0')`;
}

function nearOf(own: Sql, kind: Searchable, { typed, sought, most }: Asked): Sql {
  const { table, forgives, words, client, created } = kind;
  const ways = [
    ...(forgives && words !== undefined && typed.hasNearWords !== undefined ? [typed.hasNearWords(words)] : []),
    ...(client !== undefined && sought.nearClients !== undefined ? [sql`${client} in (${sought.nearClients})`] : []),
  ];
  const [way = sql`false`] = ways;
  return sql`select id as found from ${table} where not exists (select from hits) and ${own} and ${way}
    order by ${notByIndex(created)} desc, id desc limit ${most}`;
}

function nearClientsOf(context: Context, { hasNearWords }: Typed): Sql {
  const { table, words = sql`null`, created } = searchedClients;
  return sql`select id from ${table} where ${ownRows(context, searchedClients)}
    and ${hasNearWords?.(words) ?? sql`false`} order by ${notByIndex(created)} desc, id desc limit ${nearClientsMax}`;
}
