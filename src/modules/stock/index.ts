import type { Operation } from '../../operation/operation.ts';
import { applyStockCount } from './counts/apply-stock-count.ts';
import { archiveLocation } from './locations/archive-location.ts';
import { cancelStockTransfer } from './transfers/cancel-stock-transfer.ts';
import { changeCostingMethod } from './layers/change-costing-method.ts';
import { createLocation } from './locations/create-location.ts';
import { createStockCount } from './counts/create-stock-count.ts';
import { createStockMovement } from './movements/create-stock-movement.ts';
import { getVariantAvailability } from './levels/get-variant-availability.ts';
import { lookupVariant } from './levels/lookup-variant.ts';
import { createStockReservation } from './reservations/create-stock-reservation.ts';
import { createStockTransfer } from './transfers/create-stock-transfer.ts';
import { discardStockCount } from './counts/discard-stock-count.ts';
import { expireStockReservations } from './reservations/expire-stock-reservations.ts';
import { getStockCount } from './counts/get-stock-count.ts';
import { getStockMovement } from './movements/get-stock-movement.ts';
import { getStockReservation } from './reservations/get-stock-reservation.ts';
import { getStockTransfer } from './transfers/get-stock-transfer.ts';
import { listReorderSuggestions } from './reordering/list-reorder-suggestions.ts';
import { listStockAlerts } from './reordering/list-stock-alerts.ts';
import { listStockCounts } from './counts/list-stock-counts.ts';
import { listStockLayers } from './layers/list-stock-layers.ts';
import { listStockLevels } from './levels/list-stock-levels.ts';
import { listStockMovements } from './movements/list-stock-movements.ts';
import { listStockReservations } from './reservations/list-stock-reservations.ts';
import { listStockTransfers } from './transfers/list-stock-transfers.ts';
import { openStockCount } from './counts/open-stock-count.ts';
import { getLocation, listLocations, restoreLocation } from './locations/location.ts';
import { receiveStockTransfer } from './transfers/receive-stock-transfer.ts';
import { releaseStockReservation } from './reservations/release-stock-reservation.ts';
import { sendStockTransfer } from './transfers/send-stock-transfer.ts';
import { setStockThresholds } from './reordering/set-stock-thresholds.ts';
import { submitStockCount } from './counts/submit-stock-count.ts';
import { updateLocation } from './locations/update-location.ts';
import { updateStockCount } from './counts/update-stock-count.ts';
import { updateStockTransfer } from './transfers/update-stock-transfer.ts';

export { type BilledGoods, type GoodsLock, lockGoods, mainLocation, receiveGoods } from './goods/bill-goods.ts';
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
  lookupVariant,
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

export { expiryJob } from './reservations/expiry-job.ts';
export { expiryOf } from './reservations/expiry.ts';
export {
  endHolds,
  heldFor,
  type Hold,
  holdsOf,
  holdStock,
  letGo,
  type LockedHolds,
  lockHolds,
} from './reservations/holds.ts';
export { insufficientStock } from './levels/insufficient-stock.ts';
export { type CameBack, goodsCameBack } from './goods/goods-came-back.ts';
export { type IssuedStock, issueStock, type LineCost } from './goods/issue-stock.ts';
export { Location, locationNotActive, locations } from './locations/location.ts';
export { holdEvents } from './reservations/reservation.ts';
export { type GoodsBack, goodsLeft, type PartBack, returnParts, undoReturn } from './goods/return-part.ts';
export { returnStock } from './goods/return-stock.ts';
export { seedLocation } from './locations/seed-location.ts';
export { sendBackGoods } from './goods/send-back-goods.ts';
export { stockEvents } from './stock-events.ts';
export { locationFor, lockStock, type Place, type StockLock } from './levels/stock-lock.ts';
export { writeMovements } from './movements/write-movements.ts';
