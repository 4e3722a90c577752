import type { Check } from '../../../operation/check.ts';
import { countNumbers } from './count-numbers.ts';
import { inventoryControl } from './inventory-control.ts';
import { layerChanges } from './layer-changes.ts';
import { stockLayers } from './stock-layers.ts';
import { stockLevels } from './stock-levels.ts';
import { stockPools } from './stock-pools.ts';

export const checks: readonly Check[] = [
  inventoryControl,
  stockPools,
  stockLevels,
  stockLayers,
  layerChanges,
  countNumbers,
];
