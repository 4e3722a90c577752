import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import {
  Location,
  locationArchived,
  LocationAtVersion,
  locationIsDefault,
  locationStocked,
  lockLocation,
  readLocation,
  wireLocation,
} from './location.ts';

export const archiveLocation = operation({
  name: 'archive_location',
  summary: 'Archive a stock location that holds no stock.',
  http: 'POST /locations/{id}/archive',
  effect: 'write',
  permission: 'stock:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('restore_location'),
  input: LocationAtVersion,
  output: Location,
  refuses: [notFound, versionConflict, invalidStateTransition, locationStocked, locationIsDefault],
  emits: [locationArchived],
  async run(context, { id, version }) {
    const { db, organization, now, actor } = context;
    // Stock moves under a key share of its location: this waits for what is moving, and keeps the rest out.
    db.later(sql`select id from locations where organization_id = ${organization} and id = ${id} for update`);
    const current = await lockLocation(context, id, version);
    if (current.status === 'archived')
      throw invalidStateTransition({ status: 'archived', allowed: ['restore_location'] });
    if (current.is_default) throw locationIsDefault();
    const { stocked } = await db.one<{ stocked: boolean }>(sql`
      select exists (select from stock_levels
        where organization_id = ${organization} and location_id = ${id}
          and (on_hand <> 0 or reserved <> 0 or in_transit <> 0)
      ) as stocked`);
    if (stocked) throw locationStocked();
    context.before(wireLocation(current));
    db.later(sql`
      update locations set archived_at = ${now}, version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    const archived = await readLocation(context, id);
    context.emit(locationArchived(archived));
    return archived;
  },
});
