import type { Check } from '../../../operation/check.ts';
import { clientCreditControl } from './client-credit-control.ts';
import { oauthClientLifetimes } from './client-lifetimes.ts';
import { paymentNumbers } from './payment-numbers.ts';
import { paymentsAllocated } from './payments-allocated.ts';
import { paymentsRefunded } from './payments-refunded.ts';
import { refundNumbers } from './refund-numbers.ts';
import { refundsPosted } from './refunds-posted.ts';
import { salesDiscounted } from './sales-discounted.ts';
import { salesPaid } from './sales-paid.ts';
import { settlementsDated } from './settlements-dated.ts';
import { transferNumbers } from './transfer-numbers.ts';
import { transfersPosted } from './transfers-posted.ts';
import { salesWrittenOff } from './sales-written-off.ts';

export const checks: readonly Check[] = [
  clientCreditControl,
  oauthClientLifetimes,
  salesPaid,
  paymentsAllocated,
  paymentNumbers,
  settlementsDated,
  paymentsRefunded,
  refundsPosted,
  salesWrittenOff,
  salesDiscounted,
  refundNumbers,
  transferNumbers,
  transfersPosted,
];
