import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';

/** Empties practices with one of these texts, in lower case, in them. Their tokens are told that they are over. */
export function erasePractices({ db, organization }: Context, texts: readonly string[]): void {
  const written = texts.map((text) => JSON.stringify(text).slice(1, -1));
  db.later(sql`
    update practices set state = case state when 'running' then 'expired' else state end,
      writes_made = jsonb_array_length(writes), writes = '[]'
    where organization_id = ${organization} and writes <> '[]'
      and exists (select from unnest(${written}::text[]) as text where position(text in lower(writes::text)) > 0)`);
}
