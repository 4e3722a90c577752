import type { Operation } from '../../operation/operation.ts';
import { createAsset } from './create-asset.ts';
import { disposeAsset } from './dispose-asset.ts';
import { getAsset } from './get-asset.ts';
import { getAssetRegister } from './get-asset-register.ts';
import { listAssets } from './list-assets.ts';
import { reinstateAsset } from './reinstate-asset.ts';
import { runDepreciation } from './run-depreciation.ts';
import { updateAsset } from './update-asset.ts';
import { voidAsset } from './void-asset.ts';
import { writeDownAsset } from './write-down-asset.ts';
import { writeUpAsset } from './write-up-asset.ts';

export { assetsAmong } from './assets-among.ts';
export { checks } from './checks/index.ts';
export { openWork } from './open-work.ts';
export { hasOpenDepreciation } from './has-open-depreciation.ts';

export const operations: readonly Operation[] = [
  listAssets,
  getAsset,
  createAsset,
  updateAsset,
  runDepreciation,
  writeDownAsset,
  writeUpAsset,
  disposeAsset,
  reinstateAsset,
  voidAsset,
  getAssetRegister,
];
