import type { Check } from '../../../operation/check.ts';
import { clientCreditControl } from './client-credit-control.ts';
import { paymentNumbers } from './payment-numbers.ts';
import { paymentsAllocated } from './payments-allocated.ts';
import { salesPaid } from './sales-paid.ts';

export const checks: readonly Check[] = [clientCreditControl, salesPaid, paymentsAllocated, paymentNumbers];
