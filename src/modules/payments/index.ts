import { z } from 'zod';
import type { Operation } from '../../operation/operation.ts';
import { getClientWith } from '../clients/index.ts';
import { applyClientCredit } from './credit/apply-client-credit.ts';
import { BalanceIn, loadBalances } from './credit/client-balances.ts';
import { completeRefund } from './refunds/complete-refund.ts';
import { createPayment } from './create-payment.ts';
import { createPaymentMethod } from './methods/create-payment-method.ts';
import { createTransfer } from './transfers/create-transfer.ts';
import { grantDiscount } from './discounts/grant-discount.ts';
import { reverseDiscount } from './discounts/reverse-discount.ts';
import { failRefund } from './refunds/fail-refund.ts';
import { getClientBalances } from './credit/get-client-balances.ts';
import { getRefund } from './refunds/get-refund.ts';
import { getPayment } from './get-payment.ts';
import { getTransfer } from './transfers/get-transfer.ts';
import { listPayments } from './list-payments.ts';
import { listAllocations } from './allocations/list-allocations.ts';
import { listRefunds } from './refunds/list-refunds.ts';
import { listTransfers } from './transfers/list-transfers.ts';
import { paySale } from './sales/pay-sale.ts';
import {
  archivePaymentMethod,
  getPaymentMethod,
  listPaymentMethods,
  restorePaymentMethod,
} from './methods/payment-method.ts';
import { recordSale } from './sales/record-sale.ts';
import { refundClient } from './refunds/refund-client.ts';
import { refundPayment } from './refunds/refund-payment.ts';
import { returnSale } from './sales/return-sale.ts';
import { reverseAllocation } from './allocations/reverse-allocation.ts';
import { reverseWriteOff } from './sales/reverse-write-off.ts';
import { updatePayment } from './update-payment.ts';
import { updatePaymentMethod } from './methods/update-payment-method.ts';
import { updateTransfer } from './transfers/update-transfer.ts';
import { voidPayment } from './void-payment.ts';
import { voidRefund } from './refunds/void-refund.ts';
import { voidSale } from './sales/void-sale.ts';
import { voidTransfer } from './transfers/void-transfer.ts';
import { writeOffSale } from './sales/write-off-sale.ts';

export { refundPayment } from './refunds/refund-payment.ts';
export { voidRefund } from './refunds/void-refund.ts';
export { checks } from './checks/index.ts';
export { earlyDiscountInput, type EarlyDiscounts, earlyDiscountsOn, noDiscounts } from './discounts/early-discounts.ts';
export { paymentAllocated } from './payment.ts';
export { type Freed, freeSettled, settleWith } from './sales/move-settled.ts';
/** A client is shown with what only payments know. */
const balances = { schema: z.array(BalanceIn), permission: 'payments:read', load: loadBalances };

export const operations: readonly Operation[] = [
  recordSale,
  paySale,
  voidSale,
  returnSale,
  writeOffSale,
  reverseWriteOff,
  grantDiscount,
  reverseDiscount,
  createPayment,
  listPayments,
  getPayment,
  updatePayment,
  applyClientCredit,
  voidPayment,
  refundPayment,
  refundClient,
  listAllocations,
  reverseAllocation,
  listRefunds,
  getRefund,
  completeRefund,
  failRefund,
  voidRefund,
  createTransfer,
  listTransfers,
  getTransfer,
  updateTransfer,
  voidTransfer,
  getClientWith(balances),
  getClientBalances,
  createPaymentMethod,
  listPaymentMethods,
  getPaymentMethod,
  updatePaymentMethod,
  archivePaymentMethod,
  restorePaymentMethod,
];

export { paymentsOfSale } from './sales/payments-of-sale.ts';
export { amountExceedsCredit, amountExceedsDue, methodArchived, refundsRemain } from './payment.ts';
export { methodsOf, PaymentMethod, paymentMethods, type PaymentMethodRecord } from './methods/payment-method.ts';
export { paymentRefunded, Refund, refundExceedsRefundable } from './refunds/refund.ts';
export { RefundGiven, takeGoodsBack } from './sales/return-sale.ts';
export { allocationDate, allocationDay } from './allocations/allocation-day.ts';
export { paymentDay } from './plan-payment.ts';
export { lockReceived, paidBackOf, type Received } from './received.ts';
export { landingOn } from './methods/landing-on.ts';
export { methodOf } from './methods/tender.ts';
export { createPayment } from './create-payment.ts';
export { grantDiscount } from './discounts/grant-discount.ts';
export { reverseDiscount } from './discounts/reverse-discount.ts';
export { reverseWriteOff } from './sales/reverse-write-off.ts';
export { writeOffSale } from './sales/write-off-sale.ts';
export { voidPayment } from './void-payment.ts';
export { createTransfer } from './transfers/create-transfer.ts';
export { voidTransfer } from './transfers/void-transfer.ts';
export { searchedPayments } from './searched-payments.ts';
export { seedMethods } from './methods/seed-methods.ts';
