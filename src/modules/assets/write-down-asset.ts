import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { assetPooled, AssetWithParts, assetWrittenDown } from './asset.ts';
import { changeValue, changeValueInput } from './change-value.ts';

export const writeDownAsset = operation({
  name: 'write_down_asset',
  summary: 'Write down a fixed asset that has lost value beyond its depreciation.',
  guidance: 'What is left is depreciated over the rest of its life. For an asset that is gone, use dispose_asset.',
  http: 'POST /assets/{id}/write-down',
  effect: 'write',
  permission: 'ledger:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  undo: ({ input: { id, amount, date } }) => [{ operation: 'write_up_asset', input: { id, amount, date } }],
  input: changeValueInput,
  output: AssetWithParts,
  refuses: [assetPooled, invalidStateTransition, notFound, validationFailed, versionConflict],
  emits: [assetWrittenDown],
  run: (context, input) => changeValue(context, input, { kind: 'write_down', tell: assetWrittenDown }),
});
