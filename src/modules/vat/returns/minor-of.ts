import { minorDigits } from '../../../core/currency.ts';
import { type Decimal, rescale } from '../../../core/decimal.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';

/** An amount of the base currency in minor units. */
export function minorOf({ actor }: Context, amount: Decimal, pointer: string): bigint {
  const digits = minorDigits(actor.organization?.baseCurrency ?? '') ?? 2;
  const minor = rescale(amount, digits);
  if (minor !== undefined) return minor;
  throw fault(pointer, 'wrong_scale', `Write at most ${digits} decimals.`);
}
