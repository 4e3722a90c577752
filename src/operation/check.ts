import { type Sql, sql } from '../db/sql.ts';

/** Something that is true of sound books, whatever happened to the service. */
export type Check = {
  /** Such as `entries_balance`. */
  readonly name: string;
  /** The invariant that holds if the query finds nothing wrong. */
  readonly invariant: string;
  /**
   * A row for each thing that it looks at: `name`, as people know it or `kind:uuid`, and whether it is `wrong`. It adds
   * up whole tables, so it says so in sets, and reads each once.
   */
  readonly query: (organization: string) => Sql;
  /** One row with `extent`: how far it looks, in a sentence, where that is not everything; null where it is. */
  readonly extent?: (organization: string) => Sql;
};

/**
 * Numbers without a gap but those that were left out on purpose: each series runs on from its first, and as many
 * records bear one as numbers were taken. `kind` is the series; `numbers` are those of the records, in a column
 * `number`.
 */
export function gapless(organization: string, kind: string, numbers: Sql): Sql {
  return sql`
    with numbered as (
      select series, nullif(substr(number, length(series) + 1), '')::bigint as taken
      from (select number, rtrim(number, '0123456789') as series from (${numbers}) as record) as split
    ), runs as (
      select series, count(*) as how_many, min(taken) as first, max(taken) as last,
        max(taken) - min(taken) + 1 - numbers_missing_from(${organization}, ${kind}, series, min(taken), max(taken))
          as expected
      from numbered group by series
    ), counted as (
      select coalesce(sum(next_number - 1), 0)::bigint - numbers_left_out(${organization}, ${kind}) as taken
      from numbering_counters
      where organization_id = ${organization} and record_type = ${kind}
    )
    select series || first || ' to ' || series || last || ': ' || how_many || ' of ' || expected as name,
      how_many <> expected as wrong from runs
    union all
    select taken || ' numbers were taken, and ' || held || ' records bear one', taken <> held
    from counted, (select coalesce(sum(how_many), 0)::bigint as held from runs) as records`;
}
