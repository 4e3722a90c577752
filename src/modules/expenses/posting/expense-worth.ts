import { convert } from '../../../core/exchange.ts';
import { nextSlice } from '../../../core/share.ts';
import type { Context } from '../../../operation/operation.ts';
import { exchangeOf } from '../../exchange/index.ts';
import { costOf } from '../expense-record.ts';
import type { ExpenseRow, LineRow, PaymentRow } from '../expense-row.ts';

/** Cost of a line in the base currency, as posted. */
export function baseCostOf(
  context: Context,
  row: Pick<ExpenseRow, 'currency' | 'exchange_rate'>,
  line: LineRow,
): bigint {
  const exchange = exchangeOf(context, row);
  return exchange === undefined ? costOf(line) : convert(costOf(line), exchange);
}

/** Carrying amount of a part of a debt: all that is left where it settles it. Null in the base currency. */
export function reliefOf({ base_total: worth, base_paid: taken, ...row }: ExpenseRow, amount: bigint): bigint | null {
  if (worth === null || taken === null) return null;
  return nextSlice(worth, { from: row.amount_paid, by: amount, of: row.total, taken });
}

type Part = Pick<PaymentRow, 'amount' | 'base'>;

/** Amounts paid on an expense, including this payment. */
export function paidWith(row: ExpenseRow, { amount, base }: Part): Pick<ExpenseRow, 'amount_paid' | 'base_paid'> {
  return {
    amount_paid: row.amount_paid + amount,
    base_paid: row.base_paid === null ? null : row.base_paid + (base ?? 0n),
  };
}

/** Amounts paid on an expense after this payment is reversed. */
export function paidWithout(row: ExpenseRow, { amount, base }: Part): ReturnType<typeof paidWith> {
  return paidWith(row, { amount: -amount, base: base === null ? null : -base });
}

/** Valuation of a payment, as its posting rule takes it; undefined in the base currency. */
export function worthOfPayment(context: Context, currency: string, payment: Paid) {
  const exchange = exchangeOf(context, { currency, exchange_rate: payment.exchange_rate });
  if (exchange === undefined || payment.base === null || payment.fx_gain_loss === null) return undefined;
  return { exchange, debt: payment.base, money: payment.base - payment.fx_gain_loss };
}

type Paid = Pick<PaymentRow, 'exchange_rate' | 'base' | 'fx_gain_loss'>;
