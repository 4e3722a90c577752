import { z } from 'zod';
import { type Decimal as CoreDecimal, formatDecimal, parseDecimal, rescale } from '../core/decimal.ts';
import { minorDigits } from '../core/currency.ts';
import { formatMoney, type Money as CoreMoney } from '../core/money.ts';

const quantityDecimals = 5;
const percentDecimals = 6;
const unitPriceExtraDecimals = 6;
/** Digits before the point: what fits a bigint column with room for the scale. */
const wholeDigitsMax = 12;
const tooLarge = `Write at most ${wholeDigitsMax} digits before the decimal point.`;

/** A unit price in millionths of a minor unit. */
export type UnitPriceValue = { readonly micro: bigint; readonly currency: string };

/** Money that goes out: exactly the currency's decimals. */
export const Money = z.codec(z.string().meta({ examples: ['19.99'] }), z.custom<CoreMoney>(), {
  decode: () => z.NEVER,
  encode: formatMoney,
});

/** A unit price that goes out: the currency's decimals, and up to six more where it has them. */
export const UnitPrice = z.codec(z.string().meta({ examples: ['4.995'] }), z.custom<UnitPriceValue>(), {
  decode: () => z.NEVER,
  encode: ({ micro, currency }) => {
    const decimals = minorDigits(currency) ?? 2;
    return formatDecimal(micro, decimals + unitPriceExtraDecimals, decimals);
  },
});

/** Schemas of texts that are numbers: the mark stays on whatever is described or nullable. */
const numericTexts = z.registry<{ readonly isDecimal: true }>();

/** Another number that goes out, such as a percentage or a ratio, with the decimals that it was rounded to. */
export const Decimal = z.string().register(numericTexts, { isDecimal: true });

export function isDecimal(schema: z.ZodType): boolean {
  const bare = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
  return numericTexts.get(bare) !== undefined;
}

/** Money that comes in, not below zero. Its currency is known only to the handler, which checks the decimals. */
export const Amount = decimalInput({ negative: false });

/** Money that comes in and may be negative, such as a filter. */
export const SignedAmount = decimalInput({ negative: true });

/** A quantity, up to five decimals, in 1/100,000. */
export const Quantity = scaled(quantityDecimals, { negative: false });
export const SignedQuantity = scaled(quantityDecimals, { negative: true });

/** A percentage, up to six decimals, in millionths of a percent. */
export const Percent = scaled(percentDecimals, { negative: false });

function decimalInput({ negative }: { negative: boolean }) {
  return z.codec(wireDecimal(negative, '19.99'), z.custom<CoreDecimal>(), {
    decode: (text, context) => {
      const decimal = parseDecimal(text);
      if (decimal !== undefined && fits(text)) return decimal;
      context.issues.push({ code: 'custom', input: text, message: tooLarge, params: { code: 'invalid_amount' } });
      return z.NEVER;
    },
    encode: ({ units, scale }) => formatDecimal(units, scale),
  });
}

function scaled(decimals: number, { negative }: { negative: boolean }) {
  return z.codec(wireDecimal(negative, '2.5'), z.bigint(), {
    decode: (text, context) => {
      const decimal = parseDecimal(text);
      const isFit = decimal !== undefined && fits(text);
      const value = isFit ? rescale(decimal, decimals) : undefined;
      if (value !== undefined) return value;
      const message = isFit ? `Write at most ${decimals} decimals, such as "2.5".` : tooLarge;
      context.issues.push({ code: 'custom', input: text, message, params: { code: 'invalid_decimal' } });
      return z.NEVER;
    },
    encode: (value) => formatDecimal(value, decimals, 0),
  });
}

function wireDecimal(negative: boolean, example: string) {
  const pattern = negative ? /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/ : /^(0|[1-9][0-9]*)(\.[0-9]+)?$/;
  const message = `Write a decimal as a string, such as "${example}".`;
  return z.string({ error: message }).max(32, { error: message, abort: true }).regex(pattern, { error: message });
}

function fits(text: string): boolean {
  return (text.split('.')[0] ?? '').replace('-', '').length <= wholeDigitsMax;
}
