import { and, join, nothing, plannedOnce, type Sql, sql } from '../../db/sql.ts';
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
/** Of these, so many tell how common a word is. */
const sampled = 200;

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
  const found = sql`${first} select * from (${join(selects, sql` union all `)}) as found
    order by created_at desc, id desc`;
  // So any plan will do, and to make one takes longer than the search.
  const rows = db.many<FoundRow>(plannedOnce(found));
  // A batch goes on in this transaction, and a list may be faster without an index.
  db.later(sql`set local enable_seqscan to default`);
  return rows;
}

type Asked = { readonly typed: Typed; readonly sought: Sought; readonly most: number };

function selectOf(context: Context, kind: Searchable, asked: Asked): Sql {
  const { type, table, shown, created } = kind;
  const texts = kind.fields(asked.sought).map(([name, text]) => sql`jsonb_build_array(${name}::text, ${text})`);
  const own = ownRows(context, kind);
  return sql`
    with newest as (${newestOf(own, kind)}), recent as (${recentOf(kind, asked)}),
      hits as (${hitsOf(own, kind, asked)}), near as (${nearOf(own, kind, asked)})
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

function hitsOf(own: Sql, kind: Searchable, asked: Asked): Sql {
  const { typed, sought, most } = asked;
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
      where (select count(*) from recent) < ${most} and ${own} and ${hasRareWords(words, asked)}
      order by ${notByIndex(created)} desc, id desc limit ${most})`);
  }
  return join(branches, sql` union `);
}

function newestOf(own: Sql, { table, words, created }: Searchable): Sql {
  if (words === undefined) return sql`select null::uuid as id where false`;
  return sql`select id, ${words} as words from ${table} where ${own}
    order by ${created} desc, id desc limit ${recentMax}`;
}

/** Of the newest records those that have all the words: enough of them, where the words are in many records. */
function recentOf({ words }: Searchable, { sought, most }: Asked): Sql {
  if (words === undefined) return sql`select id as found from newest`;
  return sql`select newest.id as found from newest where ${sought.hasWords(sql`newest.words`)} limit ${most}`;
}

/**
 * All the words, of which the index is asked for those that are rare. It lists every record for a word that is in all
 * of them, which took 90 ms of a million, to leave out next to none; that word is looked for in what the others find.
 */
function hasRareWords(words: Sql, { typed: { beginnings }, sought }: Asked): Sql {
  if (beginnings.length < 2) return sought.hasWords(words);
  // As a function, since an operator would go to the index.
  return sql`${words} @@ (${rareWords(beginnings)})
    and ts_match_vq(${words}, ${beginnings.join(' & ')}::tsquery)`;
}

/** Those that no more than half of the newest records have, or all where there are none. */
export function rareWords(beginnings: readonly string[]): Sql {
  return sql`select coalesce(
      string_agg(word, ' & ') filter (where share <= 0.5), string_agg(word, ' & '))::tsquery
    from unnest(${beginnings}::text[]) as word cross join lateral (
      select avg(ts_match_vq(words, word::tsquery)::int) as share
      from (select words from newest limit ${sampled}) as sample) as known`;
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
