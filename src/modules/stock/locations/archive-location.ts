import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Id, Version } from '../../../wire/index.ts';
import { Location, locationIsDefault, locations, locationStocked } from './location.ts';

export const archiveLocation = operation({
  name: 'archive_location',
  summary: 'Archive a stock location that holds no stock.',
  http: 'POST /locations/{id}/archive',
  effect: 'write',
  permission: 'stock:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('restore_location'),
  input: z.strictObject({ id: Id('location'), version: Version.optional() }),
  output: Location,
  refuses: [notFound, versionConflict, invalidStateTransition, locationStocked, locationIsDefault],
  emits: [locations.events.archived],
  async run(context, { id, version }) {
    const { db, organization } = context;
    // Stock moves under a key share of its location: this waits for what is moving, and keeps the rest out.
    db.later(sql`select id from locations where organization_id = ${organization} and id = ${id} for update`);
    const current = await locations.lock(context, id, version);
    if (current.is_default) throw locationIsDefault();
    const { stocked } = await db.one<{ stocked: boolean }>(sql`
      select exists (select from stock_levels
        where organization_id = ${organization} and location_id = ${id}
          and (on_hand <> 0 or reserved <> 0 or in_transit <> 0)
      ) as stocked`);
    if (stocked) throw locationStocked();
    return locations.archive(context, current);
  },
});
