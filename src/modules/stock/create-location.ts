import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import {
  dropDefault,
  Location,
  locationCodeTaken,
  locationCreated,
  locationExternalIdTaken,
  NewLocation,
  readLocation,
} from './location.ts';

export const createLocation = operation({
  name: 'create_location',
  summary: 'Create a stock location, such as a shop or a warehouse.',
  http: 'POST /locations',
  effect: 'write',
  permission: 'stock:manage',
  mcp: 'action',
  creates: true,
  undo: undoneBy('archive_location'),
  input: NewLocation,
  output: Location,
  refuses: [locationCodeTaken, locationExternalIdTaken],
  emits: [locationCreated],
  async run(context, input) {
    const { db, organization, now } = context;
    const id = context.newId();
    const stamp = JSON.stringify(actorStamp(context.actor));
    if (input.is_default) dropDefault(context, id);
    db.later(sql`
      insert into locations (organization_id, id, name, code, type, address, is_default, external_id, metadata,
        custom_fields, tags, created_at, updated_at, created_by, updated_by)
      values (${organization}, ${id}, ${input.name}, ${input.code}, ${input.type},
        ${input.address ? JSON.stringify(input.address) : null}, ${input.is_default}, ${input.external_id ?? null},
        ${JSON.stringify(input.metadata ?? {})}, ${JSON.stringify(input.custom_fields ?? {})}, ${input.tags ?? []},
        ${now}, ${now}, ${stamp}, ${stamp})`);
    const created = await readLocation(context, id);
    context.emit(locationCreated(created));
    return created;
  },
});
