import type { Operation } from '../../operation/operation.ts';
import { applyClientCredit } from './apply-client-credit.ts';
import { archivePaymentMethod } from './archive-payment-method.ts';
import { createPayment } from './create-payment.ts';
import { createPaymentMethod } from './create-payment-method.ts';
import { getClientBalances } from './get-client-balances.ts';
import { getPayment } from './get-payment.ts';
import { getPaymentMethod } from './get-payment-method.ts';
import { listPaymentMethods } from './list-payment-methods.ts';
import { listPayments } from './list-payments.ts';
import { paySale } from './pay-sale.ts';
import { recordSale } from './record-sale.ts';
import { restorePaymentMethod } from './restore-payment-method.ts';
import { updatePayment } from './update-payment.ts';
import { updatePaymentMethod } from './update-payment-method.ts';
import { voidPayment } from './void-payment.ts';

export { checks } from './checks/index.ts';
export const operations: readonly Operation[] = [
  recordSale,
  paySale,
  createPayment,
  listPayments,
  getPayment,
  updatePayment,
  applyClientCredit,
  voidPayment,
  getClientBalances,
  createPaymentMethod,
  listPaymentMethods,
  getPaymentMethod,
  updatePaymentMethod,
  archivePaymentMethod,
  restorePaymentMethod,
];

export { amountExceedsDue, methodArchived } from './payment.ts';
export { loadMethods, methodsOf, PaymentMethod, type PaymentMethodRecord } from './payment-method.ts';
export { paymentDay } from './plan-payment.ts';
export { methodOf } from './tender.ts';
export { seedMethods } from './seed-methods.ts';
