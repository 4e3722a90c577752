// Operations that also move money, such as record_sale and void_sale, lie in payments/sales: payments depend on sales.
import type { Operation } from '../../operation/operation.ts';
import { calculateSale } from './pricing/calculate-sale.ts';
import { confirmSale } from './confirming/confirm-sale.ts';
import { createSale } from './drafts/create-sale.ts';
import { deleteSale } from './drafts/delete-sale.ts';
import { duplicateSale } from './drafts/duplicate-sale.ts';
import { getSale } from './get-sale.ts';
import { listSales } from './list-sales.ts';
import { spreadSale } from './spreading/spread-sale.ts';
import { updateSale } from './drafts/update-sale.ts';

export { checks } from './checks/index.ts';
export { openWork } from './open-work.ts';
export const operations: readonly Operation[] = [
  createSale,
  calculateSale,
  listSales,
  getSale,
  updateSale,
  deleteSale,
  duplicateSale,
  confirmSale,
  spreadSale,
];

export { documentStands } from './settling/billed.ts';
export { createDraft, makeConfirmed, makeDraft, planDraft } from './drafts/create-sale.ts';
export { redateSale } from './settling/due-from.ts';
export { deleteDraft } from './drafts/delete-sale.ts';
export { changeDraft } from './drafts/update-sale.ts';
export { correctedInput } from './drafts/corrected-input.ts';
export {
  duesOfSales,
  isSettled,
  keptLinesBy,
  keptSaleBy,
  saleIs,
  type KeptSettlement,
  settledRecord,
  type Settledness,
  settledness,
  settlementBy,
  settlementOf,
} from './sale-in-sql.ts';
export { confirmDraft, type Confirming, confirmPlanned, writeConfirmed } from './confirming/confirm.ts';
export { withoutClientTerms } from './pricing/client-terms.ts';
export { keptSale, type KeptLineRow, type KeptSaleRow, lineRowFrom, saleRowFrom } from './kept-sale.ts';
export { loadConfirmation, loadSale } from './load-sale.ts';
export { withIds } from './drafts/names.ts';
export {
  applyPaid,
  lockForPayment,
  lockOwed,
  owedBy,
  type OwedIn,
  type PaidChange,
  type Payable,
  saleIdsByNumber,
} from './settling/payable.ts';
export { needOverrides, type Override, overrideInput } from './pricing/override.ts';
export { planReturn } from './returns/plan-return.ts';
export { planSale, type PlannedSale } from './drafts/plan-sale.ts';
export { checkFloor, priceBelowFloor } from './pricing/price-floor.ts';
export { amountFrom } from './pricing/amount-from.ts';
export { returnInput, type ReturnInput, ReturnReason } from './returns/return-input.ts';
export { confirmingRefusals, draftingRefusals } from './refusals.ts';
export * from './sale.ts';
export { SaleLine } from './sale-line.ts';
export { duesOf } from './settling/schedule.ts';
export {
  datedDiscounts,
  earlyDiscountGiven,
  earlyDiscountRecords,
  earlyDiscountsOf,
} from './settling/early-discounts.ts';
export { priceInput, saleInput, type SaleInput } from './drafts/sale-input.ts';
export { keepBefore as keepSaleBefore, saleRecord } from './sale-record.ts';
export { dueOf, payableOf, reliefOf, statusOf } from './settling/settled.ts';
export type { SaleRow, StoredEarlyDiscount } from './sale-row.ts';
export { asDrafted, termsOf } from './drafts/stored-input.ts';
export { termsOfToday } from './pricing/terms-of-today.ts';
export { loadSales, lockSale, lockSaleBy, readSale, type StoredSale } from './store.ts';
export { costedReturn, returnedBefore, returnPostings, writeReturn } from './returns/write-return.ts';
export { checkUnused, takeReturnBack, takeSaleBack } from './returns/take-back.ts';
export { searchedSales } from './searched-sales.ts';
export { lockBookedSale, writeSaleValues } from './reassigned-lines.ts';
export { incomeOfLine } from './spreading/income-of-line.ts';
export { untaxedWarnings } from './pricing/untaxed-lines.ts';
