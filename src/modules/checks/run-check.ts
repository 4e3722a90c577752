import type { Db } from '../../db/database.ts';
import { type Sql, sql } from '../../db/sql.ts';
import type { Check } from '../../operation/check.ts';
import { recordId } from '../ledger/index.ts';

/** Largest number of records named by a check; the count is of all. */
const foundMax = 20;

/** A check adds up whole tables, which takes longer than anything that somebody waits for. */
const patienceMs = 60_000;

export type Verdict = {
  readonly name: string;
  readonly promise: string;
  readonly ok: boolean;
  /** Numbers of things checked, and of those at fault. */
  readonly checked: number;
  readonly wrong: number;
  /** The first of those that are wrong. */
  readonly found: string[];
  /** Part that was checked; absent for everything. */
  readonly extent?: string | undefined;
};

type Row = { readonly checked: number; readonly wrong: number; readonly found: string[] };

/** One statement: what a check looks at, how much of that is wrong, and which records. */
export function verdictQuery(check: Check, organization: string): Sql {
  return sql`
    select count(*)::int as checked, count(*) filter (where wrong)::int as wrong,
      coalesce((array_agg(name) filter (where wrong))[1:${foundMax}::int], '{}') as found
    from (${check.query(organization)}) as looked`;
}

export async function runCheck(db: Db, organization: string, check: Check): Promise<Verdict> {
  const { name, invariant: promise } = check;
  const [row] = await db.slowly<Row>(verdictQuery(check, organization), patienceMs);
  if (row === undefined) throw new Error(`${name} has no verdict`);
  const extent = await extentOf(db, organization, check);
  const limited = extent === null ? {} : { extent };
  return { name, promise, ok: row.wrong === 0, ...row, found: row.found.map(asKnown).toSorted(), ...limited };
}

async function extentOf(db: Db, organization: string, { extent }: Check): Promise<string | null> {
  if (extent === undefined) return null;
  const [row] = await db.slowly<{ extent: string | null }>(extent(organization), patienceMs);
  return row?.extent ?? null;
}

/** The id of a record that has no number is named as it is on the wire. */
function asKnown(name: string): string {
  const [, kind, uuid] = /^([a-z_]+):([0-9a-f-]{36})$/.exec(name) ?? [];
  return kind === undefined || uuid === undefined ? name : recordId(kind, uuid);
}
