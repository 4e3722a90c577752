import type { z } from 'zod';
import { parseDecimal } from '../../core/decimal.ts';
import { dayIn } from '../../core/calendar.ts';
import type { SharedDocument } from '../../modules/sending/index.ts';
import { documentLocale } from '../../render/document-locale.ts';
import { earlyDiscountText } from '../../render/early-discount.ts';
import { formatFor } from '../../render/format.ts';
import { directionOf, languageOf, type Messages, messagesOf } from '../../messages/index.ts';
import { type Labels, labelsFor } from '../../render/labels.ts';
import { methodName } from '../../render/method-name.ts';
import { taxName } from '../../render/tax-name.ts';
import { unitName } from '../../render/unit-name.ts';

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
  readonly quantity: (decimal: string, unit: string | null) => string;
  readonly taxName: (name: string, percentage: string) => string;
  readonly method: (name: string) => string;
  readonly earlyDiscount: (early: Shown['early_discounts'][number]) => string;
  readonly day: (day: string) => string;
  /** The day of an instant, where the document comes from. */
  readonly dayOf: (instant: string) => string;
  readonly country: (code: string) => string;
  /** A label with what it names. */
  readonly named: (label: string, value: string) => string;
};

type Written = {
  readonly currency: string;
  readonly zone: string;
  /** Of the seller. */
  readonly country: string | null;
};

/** A language that nobody has written words for is read in English. */
export function readerOf(language: string, { currency, zone, country }: Written): Reader {
  const lang = languageOf(language, 'public_page');
  const locale = documentLocale({ language: lang, country });
  const format = formatFor(locale, currency, 'long');
  const labels = labelsFor(locale);
  const decimal = (text: string) => parseDecimal(text) ?? { units: 0n, scale: 0 };
  const day = (text: string) => format.day(text);
  return {
    lang,
    dir: directionOf(lang),
    words: messagesOf(lang, 'public_page'),
    labels,
    // On the wire an amount has exactly the decimals of its currency.
    money: (amount) => format.money(decimal(amount).units).replace('-', '−'),
    moneyIn: (amount, other) => format.money(decimal(amount).units, other).replace('-', '−'),
    number: (text) => format.decimal(decimal(text)),
    price: (text) => format.price(decimal(text)),
    percent: (text) => format.percent(decimal(text)),
    quantity(text, unit) {
      const count = decimal(text);
      const number = format.decimal(count);
      return unit === null ? number : `${number}\u00a0${unitName(unit, count, { labels, locale })}`;
    },
    taxName: (name, percentage) => taxName({ name, percent: decimal(percentage) }, { labels, locale }),
    method: (name) => methodName(name, labels),
    earlyDiscount: ({ days, percent, until, payable }) =>
      earlyDiscountText(
        { days, percent: decimal(percent), until, payable: decimal(payable).units },
        { labels, format },
      ),
    day,
    dayOf: (instant) => day(dayIn(instant, zone)),
    country: (code) => format.country(code),
    named: (label, value) => format.named(label, value),
  };
}
