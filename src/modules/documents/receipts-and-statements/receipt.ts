import { z } from 'zod';
import { type Money as CoreMoney, money } from '../../../core/money.ts';
import { Day, ForeignName, Id, Money } from '../../../wire/index.ts';

/** Content of a receipt: the payment, the debts it settled that day, and the amount then left to pay. */
export const Receipt = z.object({
  payments: z.array(
    z.object({
      payment_id: Id('payment'),
      number: z.string(),
      payment_date: Day,
      method: z.string().describe('Name of the payment method at the time.'),
      reference: ForeignName.nullable(),
      amount: Money,
      change_given: Money,
    }),
  ),
  settles: z.array(
    z.object({
      sale_id: Id('sale'),
      sale_number: z.string().nullable(),
      document_id: Id('document').nullable().describe('The invoice of the sale.'),
      document_type: z.enum(['invoice', 'deposit_invoice', 'debit_note']).nullable(),
      document_number: z.string().nullable(),
      amount: Money.describe('Amount of the payment allocated to it.'),
      amount_due: Money.describe('Balance left to pay.'),
    }),
  ),
  amount_unapplied: Money.describe('Amount paid from the client’s credit.'),
});
type Receipt = z.output<typeof Receipt>;

type Digits<Part> = { readonly [Field in keyof Part]: CoreMoney extends Part[Field] ? string : Part[Field] };

/** The same as JSON keeps it: amounts are digits of minor units. */
export type KeptReceipt = {
  readonly payments: readonly Digits<Receipt['payments'][number]>[];
  readonly settles: readonly Digits<Receipt['settles'][number]>[];
  readonly amount_unapplied: string;
  /** Value of the payment in the base currency, and the exchange rate. */
  readonly base_total: string;
  readonly exchange_rate: string;
};

export function receiptRecord({ payments, settles, amount_unapplied }: KeptReceipt, currency: string): Receipt {
  const amount = (digits: string) => money(BigInt(digits), currency);
  return {
    payments: payments.map((one) => ({
      ...one,
      amount: amount(one.amount),
      change_given: amount(one.change_given),
    })),
    settles: settles.map((one) => ({ ...one, amount: amount(one.amount), amount_due: amount(one.amount_due) })),
    amount_unapplied: amount(amount_unapplied),
  };
}
