import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { changedAddress, sent } from '../../../wire/index.ts';
import { valuesOfRecord } from '../../dimensions/index.ts';
import {
  dropDefault,
  Location,
  locationCodeTaken,
  locationExternalIdTaken,
  LocationPatch,
  locations,
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
  refuses: [
    notFound,
    validationFailed,
    versionConflict,
    invalidStateTransition,
    locationCodeTaken,
    locationExternalIdTaken,
  ],
  emits: [locations.events.updated],
  async run(context, { id, version, address, ...patch }) {
    if (patch.is_default === true) dropDefault(context, id);
    const current = await locations.lock(context, id, version);
    if (patch.is_default === true && current.status === 'archived') {
      throw invalidStateTransition({ status: 'archived', allowed: ['restore_location'] });
    }
    const values = await valuesOfRecord(context, patch, { kept: current.dimension_value_ids });
    return locations.update(context, current, {
      ...current,
      ...sent({ ...patch, dimension_value_ids: values }),
      address: changedAddress(current.address, address),
    });
  },
});
