import { z } from 'zod';
import { divide } from '../../../core/rounding.ts';
import { hundredPercent } from '../../../core/tax.ts';
import { fault, missing } from '../../../operation/fault.ts';
import { Amount, Id, Notes, Text } from '../../../wire/index.ts';
import { ambiguousName, amountFrom } from '../../sales/index.ts';
import { methodArchived } from '../payment.ts';
import type { PaymentMethodRecord } from './payment-method.ts';

export const tenderInput = {
  notes: Notes.nullable().optional(),
  method_id: Id('payment_method').optional(),
  method: Text(100).optional().describe('Name or kind of the method instead of `method_id`, such as "Cash".'),
  reference: Text(255).nullable().optional(),
  fee_amount: Amount.optional().describe('Fee charged by the bank or gateway. Default: by the fee rule of the method.'),
  tendered: Amount.optional().describe('Cash tendered: anything above the amount is given as change.'),
};

export const rateInput = Amount.optional().describe(
  'Exchange rate: base currency per unit. Default: from the rate table.',
);

export type TenderGiven = z.output<z.ZodObject<typeof tenderInput>>;

/** Money handed over, in minor units. */
export type Tender = {
  readonly method: PaymentMethodRecord;
  readonly currency: string;
  readonly amount: bigint;
  readonly reference: string | null;
  readonly fee: bigint;
  readonly change: bigint;
  readonly notes: string | null;
};

/** Checks how an amount is handed over. `pointer` is where the input says it. */
export function tenderOf(
  given: TenderGiven,
  { method, currency, amount, pointer }: Pick<Tender, 'method' | 'currency' | 'amount'> & { readonly pointer: string },
): Tender {
  const reference = given.reference ?? null;
  const minor = (value: TenderGiven['fee_amount'], name: string) =>
    value === undefined ? undefined : amountFrom(value, `${pointer}/${name}`, currency);
  const fee = minor(given.fee_amount, 'fee_amount') ?? feeOf(method, amount, currency);
  const tendered = minor(given.tendered, 'tendered') ?? amount;
  if (amount <= 0n) throw fault(`${pointer}/amount`, 'not_positive', 'Write an amount above zero.');
  if (method.requires_reference && reference === null) {
    throw fault(`${pointer}/reference`, 'required', `Payments by ${method.name} need a reference.`);
  }
  if (fee > amount) throw fault(`${pointer}/fee_amount`, 'fee_exceeds_amount', 'A fee cannot exceed the payment.');
  if (given.tendered !== undefined && method.kind !== 'cash') {
    throw fault(`${pointer}/tendered`, 'not_cash', 'Only cash gives change; leave the amount tendered out.');
  }
  if (tendered < amount)
    throw fault(`${pointer}/tendered`, 'tendered_too_little', 'The amount tendered is less than the payment.');
  return { method, currency, amount, reference, fee, change: tendered - amount, notes: given.notes ?? null };
}

/** By the rule of the method; never more than there is to keep it of. */
function feeOf(method: PaymentMethodRecord, amount: bigint, currency: string): bigint {
  const { fee_percent: percent, fee_fixed: fixed } = method;
  // The fixed fee is an amount of the base currency.
  const always = fixed?.currency === currency ? fixed.minor : 0n;
  const fee = divide(amount * (percent ?? 0n), hundredPercent, 'half_up') + always;
  return fee > amount ? amount : fee;
}

/** The method that is meant, by its id, its name, or its kind where only one is of that kind. */
export function methodOf(
  methods: readonly PaymentMethodRecord[],
  given: Pick<TenderGiven, 'method_id' | 'method'>,
  pointer: string,
): PaymentMethodRecord {
  const { method_id: id, method: name } = given;
  if ((id === undefined) === (name === undefined)) {
    throw fault(`${pointer}/method_id`, 'required', 'Name the method, by `method_id` or by `method`.');
  }
  const found = id === undefined ? named(methods, name ?? '') : methods.filter((method) => method.id === id);
  const [method] = found;
  if (method === undefined) throw missing(`${pointer}/${id === undefined ? 'method' : 'method_id'}`, 'payment method');
  if (found.length > 1) throw ambiguousName({ candidates: found.map((one) => one.name) });
  if (method.status !== 'active') throw methodArchived({ method: method.name });
  return method;
}

function named(methods: readonly PaymentMethodRecord[], text: string): PaymentMethodRecord[] {
  const wanted = text.toLowerCase();
  const active = methods.filter((method) => method.status === 'active');
  const byName = active.filter((method) => method.name.toLowerCase() === wanted);
  return byName.length > 0 ? byName : active.filter((method) => method.kind === wanted.replaceAll(' ', '_'));
}
