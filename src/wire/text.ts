import { z } from 'zod';
import { isCountry } from '../core/country.ts';
import { currencies } from '../core/currency.ts';
import { type Day as CoreDay, parseDay } from '../core/calendar.ts';

/** One line or several of text, with its length in characters. */
export function Text(max: number): z.ZodString {
  return z.string().trim().min(1).max(max);
}

export const Name: z.ZodString = Text(255);
export const Notes: z.ZodString = Text(5_000);

/** The length is checked before the pattern, which is slow on long input. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, { abort: true })
  .regex(/^[^@\s]{1,64}@[^@\s.]+(\.[^@\s.]+)+$/, { error: 'Write an e-mail address, such as "ana@example.com".' });

export const Phone = z
  .string()
  .trim()
  .max(40, { abort: true })
  .regex(/^\+?\(?[0-9][0-9 ()./-]{2,}$/, { error: 'Write a phone number, such as "+49 30 1234567".' });

export const Url = z
  .string()
  .trim()
  .max(2_000, { abort: true })
  .regex(/^https?:\/\/[^\s<>"]+$/, { error: 'Write a web address that begins with https://.' });

const countryHint = 'Write an ISO 3166 country code, such as "DE".';
export const CountryCode = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: countryHint, abort: true })
  .refine(isCountry, { error: countryHint });

const currencySet = new Set(currencies);
const currencyHint = 'Write an ISO 4217 currency code, such as "EUR".';
export const Currency = z
  .string()
  .max(3, { error: currencyHint, abort: true })
  .refine((code) => currencySet.has(code), { error: currencyHint });

export const TimeZone = z
  .string()
  .max(64, { abort: true })
  .refine(isTimeZone, { error: 'Write an IANA time zone, such as "Europe/Berlin".' });

export const Locale = z
  .string()
  .max(35, { abort: true })
  .refine(isLocale, { error: 'Write a BCP 47 language tag, such as "de-DE".' });

const dayHint = 'Write an existing date as YYYY-MM-DD, such as "2026-03-31".';
const dayText = z
  .string()
  .max(10, { error: dayHint, abort: true })
  .refine((text) => parseDay(text) !== undefined, { error: dayHint })
  .meta({ format: 'date', examples: ['2026-03-31'] });

/** A day of business, in the organisation's time zone. The check above is what the brand stands for. */
export const Day = dayText as unknown as z.ZodType<CoreDay, string>;

/** An instant in UTC, RFC 3339. */
export const Instant = z.string().meta({ format: 'date-time', examples: ['2026-03-31T12:00:00.000Z'] });

/** An instant that comes in, with any offset. */
export const InstantInput = z
  .string()
  .max(40)
  .pipe(z.iso.datetime({ offset: true, error: 'Write a date and time such as "2026-03-31T12:00:00Z".' }));

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    return zone.includes('/') || zone === 'UTC';
  } catch {
    return false;
  }
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
