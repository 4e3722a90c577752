import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/** Takes out of the events of a client, by their id on the wire, what another program calls them. */
export function forgetExternalId({ db, organization }: Context, client: string): void {
  db.later(sql`
    update events set data = data || '{"external_id": null}'
    where organization_id = ${organization} and type like 'client.%' and data ->> 'id' = ${client}
      and data ->> 'external_id' is not null`);
}
