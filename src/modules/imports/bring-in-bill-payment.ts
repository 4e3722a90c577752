import { checkCurrency, paymentInput } from './bring-in-payment.ts';
import { billNamed } from './find-debts.ts';
import type { ImportContext, Step } from './import-context.ts';
import type { ImportRecord } from './import-record.ts';

/** A payment of a bill. More than is due is refused: no other bill is paid by it, and no credit kept. */
export async function billPaymentSteps(record: ImportRecord, context: ImportContext): Promise<Step[]> {
  const {
    rows: [values = {}],
  } = record;
  const bill = await billNamed(context, values);
  checkCurrency(values, bill);
  const allocations = [{ expense_id: bill.id, amount: values['amount'] }];
  const input = { ...paymentInput('bill_payments', record), allocations };
  return [{ operation: 'create_supplier_payment', input }];
}
