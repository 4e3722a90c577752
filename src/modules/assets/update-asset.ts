import { z } from 'zod';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { Id, Name, sent, Text, Version } from '../../wire/index.ts';
import { DimensionValueIds, valuesOfRecord } from '../dimensions/index.ts';
import { Asset, assetClasses, assetRecord, assetUpdated, wireAsset } from './asset.ts';
import { lockAsset, readAsset, touchAssets } from './asset-store.ts';

export const updateAsset = operation({
  name: 'update_asset',
  summary: 'Update the name, class, serial number, location or dimensions of a fixed asset.',
  guidance: 'To change its cost or its plan, void it and create it anew, or use write_down_asset.',
  http: 'PATCH /assets/{id}',
  effect: 'write',
  permission: 'ledger:write',
  mcp: 'action',
  undo: undoneByEarlierValues('update_asset'),
  input: z.strictObject({
    id: Id('asset'),
    name: Name.optional(),
    class: z.enum(assetClasses).optional(),
    serial_number: Text(100).nullable().optional(),
    location: Text(255).nullable().optional(),
    dimension_value_ids: DimensionValueIds.optional().describe('Of what is posted from now on.'),
    version: Version.optional(),
  }),
  output: Asset,
  refuses: [invalidStateTransition, notFound, validationFailed, versionConflict],
  emits: [assetUpdated],
  async run(context, { id, version, ...asked }) {
    const { row } = await lockAsset(context, id, version);
    if (row.voided_at !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
    context.before(wireAsset(assetRecord(context, row)));
    const { acquired_on: day, dimension_value_ids: kept } = row;
    const values = await valuesOfRecord(context, asked, { day, kept });
    touchAssets(context, [id], sent({ ...asked, dimension_value_ids: values }));
    const record = assetRecord(context, await readAsset(context, id));
    context.emit(assetUpdated(record));
    return record;
  },
});
