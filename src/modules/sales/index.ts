import type { Operation } from '../../operation/operation.ts';
import { calculateSale } from './calculate-sale.ts';
import { confirmSale } from './confirm-sale.ts';
import { createSale } from './create-sale.ts';
import { deleteSale } from './delete-sale.ts';
import { duplicateSale } from './duplicate-sale.ts';
import { getSale } from './get-sale.ts';
import { listSales } from './list-sales.ts';
import { updateSale } from './update-sale.ts';

export { checks } from './checks/index.ts';
export const operations: readonly Operation[] = [
  createSale,
  calculateSale,
  listSales,
  getSale,
  updateSale,
  deleteSale,
  duplicateSale,
  confirmSale,
];

export { documentStands } from './billed.ts';
export { createDraft, makeConfirmed, makeDraft } from './create-sale.ts';
export { redateSale } from './due-from.ts';
export { deleteDraft } from './delete-sale.ts';
export { changeDraft } from './update-sale.ts';
export {
  isSettled,
  keptLinesBy,
  keptSaleBy,
  type KeptSettlement,
  settledRecord,
  type Settledness,
  settlementBy,
  settlementOf,
} from './sale-in-sql.ts';
export { confirmDraft, type Confirming, confirmPlanned, writeConfirmed } from './confirm.ts';
export { withoutClientTerms } from './client-terms.ts';
export { keptSale, type KeptLineRow, type KeptSaleRow, lineRowFrom, saleRowFrom } from './kept-sale.ts';
export { loadConfirmation, loadSale } from './load-sale.ts';
export { withIds } from './names.ts';
export {
  applyPaid,
  lockForPayment,
  lockOwed,
  owedBy,
  type OwedIn,
  type PaidChange,
  type Payable,
  reliefOf,
  saleIdsByNumber,
} from './payable.ts';
export { needOverrides, type Override, overrideInput } from './override.ts';
export { planReturn } from './plan-return.ts';
export { planSale } from './plan-sale.ts';
export { checkFloor, priceBelowFloor } from './price-floor.ts';
export { amountFrom } from './price-sale.ts';
export { returnInput, type ReturnInput, ReturnReason } from './return-input.ts';
export { confirmingRefusals, draftingRefusals } from './refusals.ts';
export * from './sale.ts';
export { SaleLine } from './sale-line.ts';
export { duesOf } from './schedule.ts';
export { priceInput, saleInput, type SaleInput } from './sale-input.ts';
export { keepBefore as keepSaleBefore, saleRecord } from './sale-record.ts';
export { dueOf, payableOf, statusOf } from './settled.ts';
export type { SaleRow } from './sale-row.ts';
export { asDrafted, termsOf } from './stored-input.ts';
export { termsOfToday } from './terms-of-today.ts';
export { loadSales, lockSale, lockSaleBy, type StoredSale } from './store.ts';
export { costedReturn, returnedBefore, returnPostings, writeReturn } from './write-return.ts';
export { checkUnused, takeReturnBack, takeSaleBack } from './take-back.ts';
export { searchedSales } from './searched-sales.ts';
export { untaxedWarnings } from './untaxed-lines.ts';
