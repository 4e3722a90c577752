import { addDays, type Day } from '../../src/core/calendar.ts';
import type { Dice } from '../support/dice.ts';

/** So many of a hundred deeds are entered some time after their day. */
export const latePercent = 25;

const daysMax = 60;

/** Name of the date in each operation's input. */
const dayOf: Readonly<Record<string, string>> = {
  create_sale: 'sale_date',
  record_sale: 'sale_date',
  convert_document: 'sale_date',
  return_sale: 'return_date',
  create_payment: 'payment_date',
  pay_sale: 'payment_date',
  refund_payment: 'refund_date',
  refund_client: 'refund_date',
  complete_refund: 'date',
  fail_refund: 'date',
  void_refund: 'date',
  apply_client_credit: 'date',
  reverse_allocation: 'date',
  void_payment: 'date',
  void_sale: 'date',
  grant_discount: 'discounted_on',
  reverse_discount: 'date',
  write_off_sale: 'written_off_on',
  reverse_write_off: 'date',
  credit_document: 'return_date',
  correct_invoice: 'issue_date',
  create_expense: 'expense_date',
  pay_expense: 'payment_date',
  void_expense: 'date',
  void_expense_payment: 'date',
  create_supplier_payment: 'payment_date',
  apply_supplier_credit: 'date',
  refund_supplier_payment: 'refund_date',
  void_supplier_refund: 'date',
  void_supplier_payment: 'date',
  create_stock_movement: 'effective_date',
  create_stock_count: 'effective_date',
  send_stock_transfer: 'effective_date',
  receive_stock_transfer: 'effective_date',
  cancel_stock_transfer: 'effective_date',
  create_transfer: 'transfer_date',
  void_transfer: 'date',
};

const billed: ReadonlySet<unknown> = new Set(['invoice', 'deposit_invoice']);

/** The same deed on a past day, where its day may be said and the deed says none. */
export function enteredLate(name: string, input: object, { dice, today }: { dice: Dice; today: Day }): object {
  const bills = name === 'create_document' && 'lines' in input && 'type' in input && billed.has(input.type);
  const field = bills ? 'supply_date' : dayOf[name];
  if (field === undefined || field in input) return input;
  return { [field]: addDays(today, -dice.below(daysMax)), ...input };
}
