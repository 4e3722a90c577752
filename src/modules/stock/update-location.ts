import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { changedAddress, sent } from '../../wire/index.ts';
import {
  dropDefault,
  Location,
  locationCodeTaken,
  locationExternalIdTaken,
  LocationPatch,
  locationUpdated,
  lockLocation,
  readLocation,
  wireLocation,
} from './location.ts';

export const updateLocation = operation({
  name: 'update_location',
  summary: 'Update a stock location, or make it the default.',
  http: 'PATCH /locations/{id}',
  effect: 'write',
  permission: 'stock:manage',
  mcp: 'action',
  undo: undoneByEarlierValues('update_location'),
  input: LocationPatch,
  output: Location,
  refuses: [notFound, versionConflict, invalidStateTransition, locationCodeTaken, locationExternalIdTaken],
  emits: [locationUpdated],
  async run(context, { id, version, address, ...patch }) {
    const { db, organization, now, actor } = context;
    if (patch.is_default === true) dropDefault(context, id);
    const current = await lockLocation(context, id, version);
    if (patch.is_default === true && current.status === 'archived') {
      throw invalidStateTransition({ status: 'archived', allowed: ['restore_location'] });
    }
    context.before(wireLocation(current));
    const next: Location = {
      ...current,
      ...sent(patch),
      address: changedAddress(current.address, address),
    };
    db.later(sql`
      update locations set name = ${next.name}, code = ${next.code}, type = ${next.type},
        address = ${next.address && JSON.stringify(next.address)}, is_default = ${next.is_default},
        external_id = ${next.external_id}, metadata = ${JSON.stringify(next.metadata)},
        custom_fields = ${JSON.stringify(next.custom_fields)}, tags = ${next.tags}, version = version + 1,
        updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    const changed = await readLocation(context, id);
    context.emit(locationUpdated(changed));
    return changed;
  },
});
