import type { Decimal } from '../../../core/decimal.ts';
import { moneyFrom } from '../../../core/money.ts';
import { fault } from '../../../operation/fault.ts';

/** An amount in minor units; refuses decimals that the currency does not have. */
export function amountFrom(decimal: Decimal, pointer: string, currency: string): bigint {
  const amount = moneyFrom(decimal, currency);
  if (amount === undefined)
    throw fault(pointer, 'wrong_scale', `Write an amount in ${currency}, with no more decimals than it has.`);
  return amount.minor;
}
