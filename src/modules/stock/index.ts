import type { Operation } from '../../operation/operation.ts';
import { archiveLocation } from './archive-location.ts';
import { changeCostingMethod } from './change-costing-method.ts';
import { createLocation } from './create-location.ts';
import { createStockCount } from './create-stock-count.ts';
import { createStockMovement } from './create-stock-movement.ts';
import { getLocation } from './get-location.ts';
import { getStockCount } from './get-stock-count.ts';
import { getStockMovement } from './get-stock-movement.ts';
import { listLocations } from './list-locations.ts';
import { listStockAlerts } from './list-stock-alerts.ts';
import { listStockCounts } from './list-stock-counts.ts';
import { listStockLayers } from './list-stock-layers.ts';
import { listStockLevels } from './list-stock-levels.ts';
import { listStockMovements } from './list-stock-movements.ts';
import { restoreLocation } from './restore-location.ts';
import { updateLocation } from './update-location.ts';

export { checks } from './checks/index.ts';
export const operations: readonly Operation[] = [
  createLocation,
  getLocation,
  listLocations,
  updateLocation,
  archiveLocation,
  restoreLocation,
  listStockLevels,
  listStockLayers,
  listStockAlerts,
  createStockMovement,
  getStockMovement,
  listStockMovements,
  createStockCount,
  getStockCount,
  listStockCounts,
  changeCostingMethod,
];

export { insufficientStock } from './insufficient-stock.ts';
export { type IssuedStock, issueStock } from './issue-stock.ts';
export { locationNotActive } from './location.ts';
export { returnStock } from './return-stock.ts';
export { seedLocation } from './seed-location.ts';
export { stockEvents } from './stock-events.ts';
export { lockStock, type StockLock } from './stock-lock.ts';
export { writeMovements } from './write-movements.ts';
