import type { Operation } from '../../operation/operation.ts';
import { calculateSale } from './calculate-sale.ts';
import { confirmSale } from './confirm-sale.ts';
import { createSale } from './create-sale.ts';
import { deleteSale } from './delete-sale.ts';
import { getSale } from './get-sale.ts';
import { listSales } from './list-sales.ts';
import { updateSale } from './update-sale.ts';
import { voidSale } from './void-sale.ts';

export { checks } from './checks/index.ts';
export const operations: readonly Operation[] = [
  createSale,
  calculateSale,
  listSales,
  getSale,
  updateSale,
  deleteSale,
  confirmSale,
  voidSale,
];

export { amountCondition, amountFilter } from './amount-filter.ts';
export { createDraft } from './create-sale.ts';
export { confirmDraft, confirmPlanned, writeConfirmed } from './confirm.ts';
export { loadConfirmation, missing } from './load-sale.ts';
export { withIds } from './names.ts';
export { needPermission } from './need-permission.ts';
export { applyPaid, lockForPayment, lockOwed, owedBy, type Payable, saleIdsByNumber } from './payable.ts';
export { planSale } from './plan-sale.ts';
export { amountFrom, fault } from './price-sale.ts';
export * from './sale.ts';
export { duesOf } from './schedule.ts';
export { saleInput, type SaleInput } from './sale-input.ts';
export { saleRecord, statusOf } from './sale-record.ts';
export type { SaleRow } from './sale-row.ts';
export { loadSales, lockSale, type StoredSale } from './store.ts';
export { hasWords, wordsOf } from './words.ts';
