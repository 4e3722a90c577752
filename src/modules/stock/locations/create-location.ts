import { operation } from '../../../operation/operation.ts';
import { undoneByArchiving } from '../../../operation/undo.ts';
import {
  dropDefault,
  Location,
  locationCodeTaken,
  locationExternalIdTaken,
  locations,
  NewLocation,
} from './location.ts';

export const createLocation = operation({
  name: 'create_location',
  summary: 'Create a stock location, such as a shop or a warehouse.',
  http: 'POST /locations',
  effect: 'write',
  permission: 'stock:manage',
  mcp: 'action',
  creates: true,
  undo: undoneByArchiving('location'),
  input: NewLocation,
  output: Location,
  refuses: [locationCodeTaken, locationExternalIdTaken],
  emits: [locations.events.created],
  run(context, input) {
    const id = context.newId();
    if (input.is_default) dropDefault(context, id);
    return locations.create(context, id, input);
  },
});
