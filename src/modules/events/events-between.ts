import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import type { PublishedEvent } from './publish-events.ts';

type Between = {
  readonly since: string;
  readonly until: string;
  readonly types: readonly string[];
  readonly max: number;
};

/** Events of some types within a time, the first ones first. */
export function eventsBetween({ db, organization }: Context, between: Between): Promise<PublishedEvent[]> {
  const { since, until, types, max } = between;
  return db.many<PublishedEvent>(sql`
    select event_id as id, type, sequence from published_events
    where organization_id = ${organization} and occurred_at >= ${since} and occurred_at <= ${until}
      and type = any(${types}::text[])
    order by sequence limit ${max}`);
}
