import type { Day } from '../../core/calendar.ts';
import type { Decimal } from '../../core/decimal.ts';
import { type Exchange, exchangeRateFrom, factorOf } from '../../core/exchange.ts';
import { sql } from '../../db/sql.ts';
import { validationFailed } from '../../operation/errors.ts';
import { batched } from '../../operation/batched.ts';
import type { Context } from '../../operation/operation.ts';
import { exchangeRateMissing } from './exchange-rate.ts';
import { wrongRate } from './set-exchange-rate.ts';

/** The last rate that the organisation has for a currency, of a day or before. */
export type KnownRate = { readonly rate: bigint; readonly source: string; readonly rate_date: Day };

/** The rate that a document is kept by, as it stands in its row: all null in the base currency. */
export type DocumentRate = {
  readonly exchange_rate: bigint | null;
  readonly rate_source: string | null;
  readonly rate_date: Day | null;
  /** Value of one minor unit in minor units of the base currency, as a decimal. */
  readonly base_factor: string | null;
};

const inBaseCurrency: DocumentRate = { exchange_rate: null, rate_source: null, rate_date: null, base_factor: null };

/** Says of a rate that it came with the document. */
const givenSource = 'given';

/** Reads what is known of a currency; nothing is sent for the base currency. */
export async function knownRate(
  context: Context,
  currency: string | undefined,
  day: Day,
): Promise<KnownRate | undefined> {
  if (currency === undefined || currency === baseOf(context)) return undefined;
  return rateOn(context, { currency, day });
}

type CurrencyOnDay = { readonly currency: string; readonly day: Day };

const rateOn = batched('read', async ({ db, organization }: Context, asked: readonly CurrencyOnDay[]) => {
  const rows = await db.many<KnownRate & { readonly place: number }>(sql`
    select given.place::int, found.*
    from unnest(${asked.map(({ currency }) => currency)}::text[], ${asked.map(({ day }) => day)}::date[])
      with ordinality as given (currency, day, place)
    cross join lateral (
      select rate, source, rate_date from exchange_rates
      where organization_id = ${organization} and currency = given.currency and rate_date <= given.day
      order by rate_date desc limit 1) as found`);
  const found = new Map(rows.map(({ place, ...rate }) => [place, rate]));
  return asked.map((_, index) => found.get(index + 1));
});

type Asked = {
  readonly currency: string;
  readonly day: Day;
  /** As the caller says it. */
  readonly given: Decimal | undefined;
  readonly known: KnownRate | undefined;
  /** Place of the rate in the input. */
  readonly pointer?: string;
};

/** The rate of a document: what the caller says, else the table's. A rate is never taken to be one. */
export function documentRate(context: Context, asked: Asked): DocumentRate {
  const { currency, day, given, known, pointer = '/exchange_rate' } = asked;
  const base = baseOf(context);
  const rate = given === undefined ? known?.rate : exchangeRateFrom(given);
  if (currency === base) {
    if (given === undefined) return inBaseCurrency;
    const message = `Leave the exchange rate out: ${base} is the base currency.`;
    throw validationFailed({ errors: [{ pointer, code: 'base_currency', message }], hint: message });
  }
  if (rate === undefined) {
    if (given !== undefined) throw wrongRate(pointer);
    throw exchangeRateMissing({ currency, base_currency: base, rate_date: day });
  }
  return {
    exchange_rate: rate,
    rate_source: given === undefined ? (known?.source ?? givenSource) : givenSource,
    rate_date: given === undefined ? (known?.rate_date ?? day) : day,
    base_factor: factorOf({ from: currency, to: base, rate }),
  };
}

type Drafted = DocumentRate & { readonly currency: string; readonly day: Day };

/** The same for a draft: it keeps the rate that it was drafted with, unless another is said, or another day. */
export function draftRate(context: Context, asked: Asked, before: Drafted | undefined): DocumentRate {
  const { currency, day, given } = asked;
  const isKept = given === undefined && before?.currency === currency && before.day === day;
  if (before === undefined || !isKept) return documentRate(context, asked);
  const { exchange_rate, rate_source, rate_date, base_factor } = before;
  return { exchange_rate, rate_source, rate_date, base_factor };
}

type Settled = Omit<DocumentRate, 'base_factor'> & { readonly currency: string };

/** The rate of money for a document: what is said, else its own on the day of that rate, else the table's. */
export function settlingRate(context: Context, document: Settled, asked: Omit<Asked, 'currency'>): DocumentRate {
  const { currency, exchange_rate: rate, rate_source: source, rate_date } = document;
  const own = rate === null || source === null || rate_date !== asked.day ? undefined : { rate, source, rate_date };
  return documentRate(context, { ...asked, currency, known: own ?? asked.known });
}

/** Conversion of the amounts of a document; undefined in the base currency. */
export function exchangeOf(
  context: Context,
  { currency, exchange_rate: rate }: { readonly currency: string; readonly exchange_rate: bigint | null },
): Exchange | undefined {
  return rate === null ? undefined : { from: currency, to: baseOf(context), rate };
}

export function baseOf({ actor }: Context): string {
  return actor.organization?.baseCurrency ?? '';
}
