import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/** Takes out of the events of a client, by their id on the wire, what another program calls them. */
export function forgetExternalId({ db, organization }: Context, client: string): void {
  db.later(sql`
    update call_events set events = forget_external_id(events, ${client})
    where organization_id = ${organization} and client_record_id = ${client}`);
}
