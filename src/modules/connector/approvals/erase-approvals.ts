import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';

/** Empties what was asked for with one of these texts, in lower case, in it. What waited cannot be approved. */
export function eraseApprovals({ db, organization, actor, now }: Context, texts: readonly string[]): void {
  const written = texts.map((text) => JSON.stringify(text).slice(1, -1));
  db.later(sql`
    update approvals set arguments = '{}', preview = '{}', result = null, problem = null, note = null,
      sealed_input = ''::bytea, state = case state when 'pending' then 'superseded' else state end,
      decided_at = case state when 'pending' then ${now}::timestamptz else decided_at end,
      decided_by = case state when 'pending' then ${JSON.stringify(actorStamp(actor))}::jsonb else decided_by end
    where organization_id = ${organization} and action <> 'erase_client'
      and exists (select from unnest(${written}::text[]) as text
        where position(text in lower(concat(arguments, preview, result, problem, note))) > 0)`);
}
