import type { Day } from '../../../core/calendar.ts';
import type { Decimal } from '../../../core/decimal.ts';
import { convert } from '../../../core/exchange.ts';
import { isKeepable } from '../../../core/money.ts';
import { divide } from '../../../core/rounding.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { baseOf, documentRate, exchangeOf, type KnownRate } from '../../exchange/index.ts';
import type { CurrencyHeld } from '../../ledger/index.ts';
import { amountFrom } from '../../sales/index.ts';
import type { TransferRow } from './transfer.ts';

export type Moving = {
  readonly amount: Decimal;
  readonly fee_amount?: Decimal | undefined;
  readonly to_amount?: Decimal | undefined;
  readonly exchange_rate?: Decimal | undefined;
  readonly to_exchange_rate?: Decimal | undefined;
};

/** Currencies and day of a transfer, with the exchange rates known. */
export type Move = {
  readonly currency: string;
  readonly toCurrency: string;
  readonly day: Day;
  /** Balance of the source account in that currency. */
  readonly held: CurrencyHeld;
  readonly known: KnownRate | undefined;
  readonly toKnown: KnownRate | undefined;
};

export type Moved = Pick<
  TransferRow,
  'amount' | 'fee_amount' | 'to_amount' | 'base_amount' | 'base_fee' | 'base_to_amount'
>;

/** Amounts sent, kept as a fee and received, each with its base value. */
export function planTransfer(context: Context, given: Moving, move: Move): Moved {
  const { currency, toCurrency } = move;
  const amount = amountFrom(given.amount, '/amount', currency);
  if (amount === 0n) throw fault('/amount', 'not_positive', 'Write an amount above zero.');
  const fee = given.fee_amount === undefined ? 0n : amountFrom(given.fee_amount, '/fee_amount', currency);
  if (fee >= amount)
    throw fault('/fee_amount', 'out_of_range', 'The fee must be less than the amount sent, which includes it.');
  const arriving = arrivingOf(given, { amount: amount - fee, currency, toCurrency });
  const worth = leavingWorth(context, given, { ...move, amount });
  const feeWorth = fee === 0n ? 0n : divide(worth * fee, amount, 'half_up');
  const arrivingWorth = worthOfArriving(context, given, { ...move, arriving, left: worth - feeWorth });
  if (![worth, arrivingWorth].every(isKeepable)) throw fault('/amount', 'too_large', 'Write a smaller amount.');
  return {
    amount,
    fee_amount: fee,
    to_amount: arriving,
    base_amount: worth,
    base_fee: feeWorth,
    base_to_amount: arrivingWorth,
  };
}

type Leaving = { readonly amount: bigint; readonly currency: string; readonly toCurrency: string };

function arrivingOf({ to_amount: given }: Moving, { amount, currency, toCurrency }: Leaving): bigint {
  if (given === undefined) {
    if (currency === toCurrency) return amount;
    throw fault('/to_amount', 'required', `Send the amount received in ${toCurrency}.`);
  }
  const arriving = amountFrom(given, '/to_amount', toCurrency);
  if (arriving === 0n) throw fault('/to_amount', 'not_positive', 'Write an amount above zero.');
  if (currency !== toCurrency || arriving === amount) return arriving;
  throw fault(
    '/to_amount',
    'differs',
    'In one currency, the amount received is the amount sent less `fee_amount`. Leave it out.',
  );
}

/**
 * Money is worth what the account was on the books for; what it does not hold, and all of it where that is the policy
 * of the account, is worth the rate of the day.
 */
function leavingWorth(context: Context, given: Moving, move: Move & { readonly amount: bigint }): bigint {
  const { currency, day, held, known, amount } = move;
  if (given.exchange_rate === undefined && currency === baseOf(context)) return amount;
  const isHeld = held.policy === 'average' && held.amount > 0n && held.base > 0n;
  const taken = !isHeld ? 0n : held.amount < amount ? held.amount : amount;
  const worth = taken === 0n ? 0n : divide(held.base * taken, held.amount, 'half_up');
  if (taken === amount && given.exchange_rate === undefined) return worth;
  const rate = documentRate(context, { currency, day, given: given.exchange_rate, known });
  const exchange = exchangeOf(context, { currency, ...rate });
  return exchange === undefined ? amount : worth + convert(amount - taken, exchange);
}

type Arriving = Move & { readonly arriving: bigint; readonly left: bigint };

/** In the base currency what it says, between two others by the rate of the day; else what left for it. */
function worthOfArriving(context: Context, given: Moving, move: Arriving): bigint {
  const { currency, toCurrency, day, toKnown: known, arriving, left } = move;
  const base = baseOf(context);
  const isChanged = ![currency, base].includes(toCurrency) && currency !== base;
  if (given.to_exchange_rate !== undefined && !isChanged) {
    throw fault(
      '/to_exchange_rate',
      'not_needed',
      'Leave the rate out: the amount received is valued by the amount sent, or is in the base currency.',
    );
  }
  if (toCurrency === base) return arriving;
  if (!isChanged) return left;
  const rate = documentRate(context, { currency: toCurrency, day, given: given.to_exchange_rate, known });
  const exchange = exchangeOf(context, { currency: toCurrency, ...rate });
  return exchange === undefined ? arriving : convert(arriving, exchange);
}
