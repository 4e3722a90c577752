import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Location, LocationAtVersion, locationRestored, lockLocation, readLocation, wireLocation } from './location.ts';

export const restoreLocation = operation({
  name: 'restore_location',
  summary: 'Restore an archived stock location.',
  http: 'POST /locations/{id}/restore',
  effect: 'write',
  permission: 'stock:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('archive_location'),
  input: LocationAtVersion,
  output: Location,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [locationRestored],
  async run(context, { id, version }) {
    const { db, organization, now, actor } = context;
    const current = await lockLocation(context, id, version);
    if (current.status === 'active') throw invalidStateTransition({ status: 'active', allowed: ['archive_location'] });
    context.before(wireLocation(current));
    db.later(sql`
      update locations set archived_at = null, version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    const restored = await readLocation(context, id);
    context.emit(locationRestored(restored));
    return restored;
  },
});
