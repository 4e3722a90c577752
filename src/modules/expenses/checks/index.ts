import type { Check } from '../../../operation/check.ts';
import { expenseNumbers } from './expense-numbers.ts';
import { expensePaymentsDated } from './expense-payments-dated.ts';
import { expensesPaid } from './expenses-paid.ts';
import { goodsBilled } from './goods-billed.ts';
import { supplierCreditControl } from './supplier-credit.ts';
import { supplierCreditNotes } from './supplier-credit-notes.ts';
import { supplierPaymentNumbers, supplierPaymentsWhole } from './supplier-payments.ts';
import { memberPayableControl, payableControl } from './owed.ts';

export const checks: readonly Check[] = [
  payableControl,
  memberPayableControl,
  expensesPaid,
  expensePaymentsDated,
  expenseNumbers,
  goodsBilled,
  supplierPaymentsWhole,
  supplierCreditControl,
  supplierCreditNotes,
  supplierPaymentNumbers,
];
