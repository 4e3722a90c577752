import { validationFailed } from '../../operation/errors.ts';
import { tagsIn } from './cells.ts';
import type { Kind } from './fields.ts';
import { clientId } from './find.ts';
import { type FoundDebt, saleNamed } from './find-debts.ts';
import type { ImportContext, Step } from './import-context.ts';
import type { ImportRecord, Values } from './import-record.ts';
import { externalIdOf } from './known-again.ts';

/** A payment of a sale; without one it becomes credit of its client. More than is due is refused. */
export async function paymentSteps(record: ImportRecord, context: ImportContext): Promise<Step[]> {
  const {
    rows: [values = {}],
  } = record;
  const { invoice, client } = values;
  const payment = { ...paymentInput('payments', record), fee_amount: values['fee'], allow_duplicate: true };
  if (invoice === undefined) {
    const id = await clientId(context, client ?? '');
    const currency = values['currency']?.toUpperCase();
    const input = { ...payment, client_id: id, currency, auto_allocate: 'none' };
    return [{ operation: 'create_payment', input }];
  }
  const sale = await saleNamed(context, invoice);
  checkCurrency(values, sale);
  return [{ operation: 'pay_sale', input: { ...payment, id: sale.id } }];
}

/** What payments of sales and of bills have in common. */
export function paymentInput(kind: Kind, record: ImportRecord): object {
  const {
    rows: [values = {}],
  } = record;
  const { amount, date, payment_method: method, reference, exchange_rate, notes, tags } = values;
  return {
    external_id: externalIdOf(kind, record),
    amount,
    payment_date: date,
    method: method ?? 'bank_transfer',
    reference,
    exchange_rate,
    // What was paid then is known, and so is what is left.
    early_discount: false,
    notes,
    tags: tagsIn(tags),
  };
}

/** A payment is in the currency of what it pays; a file that says another is not read as if it did not. */
export function checkCurrency({ currency }: Values, debt: FoundDebt): void {
  if (currency === undefined || currency.toUpperCase() === debt.currency) return;
  const message = `It is in ${debt.currency}: write the amount in that currency.`;
  throw validationFailed({ errors: [{ pointer: '/currency', code: 'currency_mismatch', message }], hint: message });
}
