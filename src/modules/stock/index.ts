import type { Operation } from '../../operation/operation.ts';
import { applyStockCount } from './apply-stock-count.ts';
import { archiveLocation } from './archive-location.ts';
import { cancelStockTransfer } from './cancel-stock-transfer.ts';
import { changeCostingMethod } from './change-costing-method.ts';
import { createLocation } from './create-location.ts';
import { createStockCount } from './create-stock-count.ts';
import { createStockMovement } from './create-stock-movement.ts';
import { getVariantAvailability } from './get-variant-availability.ts';
import { createStockReservation } from './create-stock-reservation.ts';
import { createStockTransfer } from './create-stock-transfer.ts';
import { discardStockCount } from './discard-stock-count.ts';
import { expireStockReservations } from './expire-stock-reservations.ts';
import { getStockCount } from './get-stock-count.ts';
import { getStockMovement } from './get-stock-movement.ts';
import { getStockReservation } from './get-stock-reservation.ts';
import { getStockTransfer } from './get-stock-transfer.ts';
import { listReorderSuggestions } from './list-reorder-suggestions.ts';
import { listStockAlerts } from './list-stock-alerts.ts';
import { listStockCounts } from './list-stock-counts.ts';
import { listStockLayers } from './list-stock-layers.ts';
import { listStockLevels } from './list-stock-levels.ts';
import { listStockMovements } from './list-stock-movements.ts';
import { listStockReservations } from './list-stock-reservations.ts';
import { listStockTransfers } from './list-stock-transfers.ts';
import { openStockCount } from './open-stock-count.ts';
import { getLocation, listLocations, restoreLocation } from './location.ts';
import { receiveStockTransfer } from './receive-stock-transfer.ts';
import { releaseStockReservation } from './release-stock-reservation.ts';
import { sendStockTransfer } from './send-stock-transfer.ts';
import { setStockThresholds } from './set-stock-thresholds.ts';
import { submitStockCount } from './submit-stock-count.ts';
import { updateLocation } from './update-location.ts';
import { updateStockCount } from './update-stock-count.ts';
import { updateStockTransfer } from './update-stock-transfer.ts';

export { type BilledGoods, type GoodsLock, lockGoods, mainLocation, receiveGoods } from './bill-goods.ts';
export { checks } from './checks/index.ts';
export const operations: readonly Operation[] = [
  createLocation,
  getLocation,
  listLocations,
  updateLocation,
  archiveLocation,
  restoreLocation,
  listStockLevels,
  getVariantAvailability,
  setStockThresholds,
  listReorderSuggestions,
  listStockLayers,
  listStockAlerts,
  createStockMovement,
  getStockMovement,
  listStockMovements,
  createStockCount,
  getStockCount,
  listStockCounts,
  openStockCount,
  updateStockCount,
  submitStockCount,
  applyStockCount,
  discardStockCount,
  createStockReservation,
  listStockReservations,
  getStockReservation,
  releaseStockReservation,
  expireStockReservations,
  createStockTransfer,
  listStockTransfers,
  getStockTransfer,
  updateStockTransfer,
  sendStockTransfer,
  receiveStockTransfer,
  cancelStockTransfer,
  changeCostingMethod,
];

export { expiryJob } from './expiry-job.ts';
export { expiryOf } from './expiry.ts';
export { endHolds, heldFor, type Hold, holdsOf, holdStock, letGo, type LockedHolds, lockHolds } from './holds.ts';
export { insufficientStock } from './insufficient-stock.ts';
export { type IssuedStock, issueStock } from './issue-stock.ts';
export { Location, locationNotActive, locations } from './location.ts';
export { holdEvents } from './reservation.ts';
export { type GoodsBack, goodsLeft, type PartBack, returnParts, undoReturn } from './return-part.ts';
export { returnStock } from './return-stock.ts';
export { seedLocation } from './seed-location.ts';
export { sendBackGoods } from './send-back-goods.ts';
export { stockEvents } from './stock-events.ts';
export { lockStock, type StockLock } from './stock-lock.ts';
export { writeMovements } from './write-movements.ts';
