import { z } from 'zod';
import { formatExchangeRate } from '../../core/exchange.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { refusal } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import { ActorStamp, Day, Id, Instant } from '../../wire/index.ts';

export const ExchangeRate = z.object({
  id: Id('exchange_rate'),
  organization_id: Id('organization'),
  currency: z.string(),
  rate_date: Day,
  rate: z.string().describe('Value of one unit in the base currency.'),
  source: z.string(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});
export type ExchangeRateRecord = z.output<typeof ExchangeRate>;

/** A row of `exchange_rates`: the rate is in 1/10,000,000,000. */
export type ExchangeRateRow = Omit<ExchangeRateRecord, 'rate'> & { readonly rate: bigint };

export const exchangeRateColumns: Sql = sql`id, organization_id, currency, rate_date, rate, source, version, created_at,
  updated_at, created_by, updated_by`;

export function exchangeRateRecord({ rate, ...row }: ExchangeRateRow): ExchangeRateRecord {
  return { ...row, rate: formatExchangeRate(rate) };
}

export const wireExchangeRate = encoderOf(ExchangeRate);

const RateNotice = ExchangeRate.pick({ id: true, currency: true, rate_date: true, rate: true, version: true });
export const exchangeRateSet = event('exchange_rate.set', RateNotice);
export const exchangeRateDeleted = event('exchange_rate.deleted', RateNotice);

export const exchangeRateMissing = refusal(
  'exchange_rate_missing',
  422,
  'There is no exchange rate.',
  'Set the rate of `currency` in `base_currency` for `rate_date` with set_exchange_rate, or send `exchange_rate`.',
);
