import { z } from 'zod';
import type { Operation } from '../../operation/operation.ts';
import { getClientWith } from '../clients/index.ts';
import { applyClientCredit } from './apply-client-credit.ts';
import { BalanceIn, loadBalances } from './client-balances.ts';
import { completeRefund } from './complete-refund.ts';
import { createPayment } from './create-payment.ts';
import { createPaymentMethod } from './create-payment-method.ts';
import { createTransfer } from './create-transfer.ts';
import { failRefund } from './fail-refund.ts';
import { getClientBalances } from './get-client-balances.ts';
import { getRefund } from './get-refund.ts';
import { getPayment } from './get-payment.ts';
import { getTransfer } from './get-transfer.ts';
import { listPayments } from './list-payments.ts';
import { listAllocations } from './list-allocations.ts';
import { listRefunds } from './list-refunds.ts';
import { listTransfers } from './list-transfers.ts';
import { paySale } from './pay-sale.ts';
import { archivePaymentMethod, getPaymentMethod, listPaymentMethods, restorePaymentMethod } from './payment-method.ts';
import { recordSale } from './record-sale.ts';
import { refundClient } from './refund-client.ts';
import { refundPayment } from './refund-payment.ts';
import { returnSale } from './return-sale.ts';
import { reverseAllocation } from './reverse-allocation.ts';
import { reverseWriteOff } from './reverse-write-off.ts';
import { updatePayment } from './update-payment.ts';
import { updatePaymentMethod } from './update-payment-method.ts';
import { updateTransfer } from './update-transfer.ts';
import { voidPayment } from './void-payment.ts';
import { voidRefund } from './void-refund.ts';
import { voidSale } from './void-sale.ts';
import { voidTransfer } from './void-transfer.ts';
import { writeOffSale } from './write-off-sale.ts';

export { checks } from './checks/index.ts';
export { paymentAllocated } from './payment.ts';
export { type Freed, freeSettled, settleWith } from './move-settled.ts';
/** A client is shown with what only payments know. */
const balances = { schema: z.array(BalanceIn), permission: 'payments:read', load: loadBalances };

export const operations: readonly Operation[] = [
  recordSale,
  paySale,
  voidSale,
  returnSale,
  writeOffSale,
  reverseWriteOff,
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

export { paymentsOfSale } from './payments-of-sale.ts';
export { amountExceedsCredit, amountExceedsDue, methodArchived } from './payment.ts';
export { methodsOf, PaymentMethod, paymentMethods, type PaymentMethodRecord } from './payment-method.ts';
export { paymentRefunded, Refund, refundExceedsRefundable } from './refund.ts';
export { RefundGiven, takeGoodsBack } from './return-sale.ts';
export { allocationDate, allocationDay } from './allocation-day.ts';
export { paymentDay } from './plan-payment.ts';
export { lockReceived, paidBackOf, type Received } from './received.ts';
export { methodOf } from './tender.ts';
export { searchedPayments } from './searched-payments.ts';
export { seedMethods } from './seed-methods.ts';
