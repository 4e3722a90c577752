import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { assetPooled, AssetWithParts, assetWrittenUp } from './asset.ts';
import { changeValue, changeValueInput } from './change-value.ts';

export const writeUpAsset = operation({
  name: 'write_up_asset',
  summary: 'Write up a fixed asset whose write-down no longer holds.',
  guidance: 'At most to the book value that its plan alone would have left.',
  http: 'POST /assets/{id}/write-up',
  effect: 'write',
  permission: 'ledger:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  undo: ({ input: { id, amount, date } }) => [{ operation: 'write_down_asset', input: { id, amount, date } }],
  input: changeValueInput,
  output: AssetWithParts,
  refuses: [assetPooled, invalidStateTransition, notFound, validationFailed, versionConflict],
  emits: [assetWrittenUp],
  run: (context, input) => changeValue(context, input, { kind: 'write_up', tell: assetWrittenUp }),
});
