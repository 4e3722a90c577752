import type { z } from 'zod';
import { parseDecimal } from '../../core/decimal.ts';
import { dayIn } from '../../core/calendar.ts';
import type { SharedDocument } from '../../modules/sending/index.ts';
import { formatFor } from '../../render/format.ts';
import { directionOf, languageOf, type Messages, messagesOf } from '../../messages/index.ts';
import { type Labels, labelsFor } from '../../render/labels.ts';

/** The document as its operation answers it, in wire form. */
export type Shown = z.input<typeof SharedDocument>;

/** A document that tells prices. */
export type Priced = Shown & { readonly total: string; readonly totals: NonNullable<Shown['totals']> };

export function isPriced(shown: Shown): shown is Priced {
  return shown.total !== null && shown.totals !== null;
}

/** Messages, formats and direction of one language. */
export type Reader = {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly words: Messages['public_page'];
  readonly labels: Labels;
  readonly money: (amount: string) => string;
  readonly moneyIn: (amount: string, currency: string) => string;
  readonly number: (decimal: string) => string;
  readonly price: (decimal: string) => string;
  readonly percent: (decimal: string) => string;
  readonly day: (day: string) => string;
  /** The day of an instant, where the document comes from. */
  readonly dayOf: (instant: string) => string;
  readonly country: (code: string) => string;
};

/** A language that nobody has written words for is read in English. */
export function readerOf(language: string, { currency, zone }: { currency: string; zone: string }): Reader {
  const lang = languageOf(language, 'public_page');
  const format = formatFor(lang, currency, 'long');
  const decimal = (text: string) => parseDecimal(text) ?? { units: 0n, scale: 0 };
  const day = (text: string) => format.day(text);
  return {
    lang,
    dir: directionOf(lang),
    words: messagesOf(lang, 'public_page'),
    labels: labelsFor(lang),
    // On the wire an amount has exactly the decimals of its currency.
    money: (amount) => format.money(decimal(amount).units).replace('-', '−'),
    moneyIn: (amount, other) => format.money(decimal(amount).units, other).replace('-', '−'),
    number: (text) => format.decimal(decimal(text)),
    price: (text) => format.price(decimal(text)),
    percent: (text) => format.percent(decimal(text)),
    day,
    dayOf: (instant) => day(dayIn(instant, zone)),
    country: (code) => format.country(code),
  };
}
