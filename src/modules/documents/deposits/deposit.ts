import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { refusal } from '../../../operation/errors.ts';
import { Day, Id, Money } from '../../../wire/index.ts';

/** A deposit as the invoice that takes it off what is due tells it. */
export const Deposit = z.object({
  document_id: Id('document'),
  number: z.string(),
  issue_date: Day,
  net: Money,
  tax: Money.describe('Tax included in it, which was due with the deposit.'),
  total: Money.describe('Amount of the deposit paid when the invoice was issued.'),
});
type Deposit = z.output<typeof Deposit>;

export const DepositFor = z.object({ document_id: Id('document'), number: z.string(), issue_date: Day });

/** The same as JSON keeps it: amounts are digits of minor units. */
export type KeptDeposit = Omit<Deposit, 'net' | 'tax' | 'total'> & Readonly<Record<'net' | 'tax' | 'total', string>>;

export function depositRecord({ net, tax, total, ...rest }: KeptDeposit, currency: string): Deposit {
  const amount = (digits: string) => money(BigInt(digits), currency);
  return { ...rest, net: amount(net), tax: amount(tax), total: amount(total) };
}

export const depositNotDeductible = refusal(
  'deposit_not_deductible',
  409,
  'A deposit is unpaid or was already deducted.',
  'Record the payment of `number` with pay_sale, or credit it with credit_document; to leave it out, send ' +
    '`deposit_ids` without it.',
);

export const depositsExceedTotal = refusal(
  'deposits_exceed_total',
  409,
  'The deposits exceed the invoice total.',
  'Credit part of them with credit_document, or send fewer `deposit_ids`.',
);
