import type { Check } from '../../../operation/check.ts';
import { countNumbers } from './count-numbers.ts';
import { inventoryControl } from './inventory-control.ts';
import { layerChanges } from './layer-changes.ts';
import { stockHeld } from './stock-held.ts';
import { stockLayers } from './stock-layers.ts';
import { stockLevels } from './stock-levels.ts';
import { stockPools } from './stock-pools.ts';
import { transferNumbers } from './transfer-numbers.ts';
import { underWay } from './under-way.ts';

export const checks: readonly Check[] = [
  inventoryControl,
  stockPools,
  stockLevels,
  stockLayers,
  layerChanges,
  stockHeld,
  underWay,
  countNumbers,
  transferNumbers,
];
