import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByArchiving } from '../../../operation/undo.ts';
import { valuesOfRecord } from '../../dimensions/index.ts';
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
  refuses: [notFound, validationFailed, locationCodeTaken, locationExternalIdTaken],
  emits: [locations.events.created],
  async run(context, input) {
    const values = await valuesOfRecord(context, input);
    const id = context.newId();
    if (input.is_default) dropDefault(context, id);
    return locations.create(context, id, { ...input, dimension_value_ids: values ?? [] });
  },
});
