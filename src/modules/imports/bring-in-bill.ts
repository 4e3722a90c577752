import { validationFailed } from '../../operation/errors.ts';
import { absolute, amountIn, inDigits, minus } from './amounts.ts';
import { billLines, billTotal, taxStated } from './bill-lines.ts';
import { tagsIn } from './cells.ts';
import { clientId } from './find.ts';
import { expenseCategoryId } from './find-expense-category.ts';
import { taxRateIds, taxRateOf } from './find-taxes.ts';
import type { ImportContext, Step } from './import-context.ts';
import { type ImportRecord, headOf, type Values } from './import-record.ts';
import { externalIdOf } from './known-again.ts';
import { amountToPay, type Settlement, settlementOf } from './settlement.ts';

/** A posted expense of all rows that name it, and what of it was paid. Goods are not received: they came long ago. */
export async function billSteps(record: ImportRecord, context: ImportContext): Promise<Step[]> {
  const { rows } = record;
  const head = headOf(record);
  const supplier = await clientId(context, head['supplier'] ?? '', 'supplier');
  const lines = billLines(rows, head);
  const isCredit = lines.amounts.every(({ units }) => units < 0n);
  const settlement = settlementOf(head, billTotal(rows, lines));
  if (isCredit && settlement !== undefined) throw creditUsed();
  const written: object[] = [];
  for (const [index, values] of rows.entries()) {
    const amount = lines.amounts[index];
    if (amount === undefined) throw new RangeError('each row has its amount');
    written.push({
      category_id: await expenseCategoryId(context, values),
      description: values['description'],
      amount: inDigits(isCredit ? absolute(amount) : amount),
      tax_rate_ids: await ratesOf(context, values, lines.includesTax ? undefined : amount),
    });
  }
  const input = {
    external_id: externalIdOf('bills', record),
    kind: isCredit ? 'credit_note' : 'expense',
    ...aboutBill(head),
    supplier_id: supplier,
    amounts_include_tax: lines.includesTax,
    lines: written,
    post: true,
  };
  const bill: Step = { operation: 'create_expense', input };
  return settlement === undefined ? [bill] : [bill, paymentOf(head, settlement)];
}

function aboutBill(head: Values): object {
  return {
    expense_date: head['date'],
    due_date: head['due_date'],
    supplier_invoice_number: head['bill'],
    currency: head['currency']?.toUpperCase(),
    exchange_rate: head['exchange_rate'],
    notes: head['notes'],
    tags: tagsIn(head['tags']),
  };
}

/** Old bills are taxed as they were: no rate means none, unless their amounts say how much tax is in them. */
async function ratesOf(context: ImportContext, values: Values, given: ReturnType<typeof amountIn>): Promise<string[]> {
  const { tax_rate: rate, gross } = values;
  if (rate !== undefined) return taxRateIds(context, rate, 'purchases');
  const tax = taxStated(values);
  if (tax === undefined) return [];
  const whole = amountIn(gross);
  const net = given ?? amountIn(values['net']) ?? (whole && minus(whole, tax));
  const ids = net && (await taxRateOf(context, net, tax));
  if (ids === undefined) throw rateUnknown(inDigits(tax));
  return ids;
}

function paymentOf(head: Values, settlement: Settlement): Step {
  return {
    operation: 'pay_expense',
    input: {
      method: head['payment_method'] ?? 'bank_transfer',
      payment_date: head['paid_on'] ?? head['date'],
      exchange_rate: head['exchange_rate'],
      reference: head['reference'],
      // What was paid then is known, and so is what is left.
      early_discount: false,
    },
    following: ({ id, total }) => ({ id, amount: amountToPay(settlement, total) }),
  };
}

function rateUnknown(tax: string): Error {
  const message = `No single tax rate gives a tax of ${tax}: write the rate in tax_rate.`;
  return validationFailed({ errors: [{ pointer: '/tax_rate', code: 'required', message }], hint: message });
}

function creditUsed(): Error {
  const message =
    'A credit note comes in as open credit: leave out what was paid or due, or the row, where it is used.';
  return validationFailed({ errors: [{ pointer: '/amount_paid', code: 'credit_note', message }], hint: message });
}
