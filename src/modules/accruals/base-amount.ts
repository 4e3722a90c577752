import type { Decimal } from '../../core/decimal.ts';
import { documentMax, formatMoney, money, moneyFrom } from '../../core/money.ts';
import { fault } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import { baseCurrency } from '../../operation/record/column.ts';

/** An amount above zero in minor units of the base currency. */
export function baseAmountFrom(context: Context, decimal: Decimal, pointer: string): bigint {
  const currency = baseCurrency(context);
  const minor = moneyFrom(decimal, currency)?.minor;
  if (minor === undefined) {
    throw fault(pointer, 'wrong_scale', `Write an amount in ${currency}, with no more decimals than it has.`);
  }
  if (minor === 0n) throw fault(pointer, 'not_positive', 'Write an amount above zero.');
  if (minor > documentMax) {
    throw fault(pointer, 'too_large', `Write an amount of at most ${formatMoney(money(documentMax, currency))}.`);
  }
  return minor;
}
