import { addDays, type Day, daysBetween, isDay } from '../core/calendar.ts';
import type { Money } from '../core/money.ts';
import { exactMoney, shown, signed } from './amount.ts';
import type { LineCharge, OriginalAmount } from './model.ts';
import { LineFault } from './problem.ts';

/** Field 61 of MT940: what it says of a line, before field 86 adds the rest. */
export type SwiftLine = {
  readonly valueDay: Day;
  readonly bookingDay: Day;
  readonly amount: Money;
  readonly isReversal: boolean;
  readonly type: string | undefined;
  readonly customerReference: string;
  readonly bankReference: string;
  readonly supplement: string;
  readonly original: OriginalAmount | null;
  readonly charges: readonly LineCharge[];
};

/**
 * The mark comes before the funds code, which is the third letter of the currency: `DR1500,` is a debit with the code
 * R, while `RD1500,` takes a debit back.
 */
const form = /^(\d{6})(\d{4})?(R[CD]|E[CD]|[CD])([A-Z])?(\d{0,15}(?:,\d{0,6})?)([NSF][A-Z0-9]{3})?(.*)$/;

export function swiftLine(text: string, currency: string): SwiftLine {
  const [first = '', ...rest] = text.split('\n');
  const match = form.exec(first.trim());
  if (match === null) throw new LineFault('field_missing', `":61:${shown(first)}" is not as SWIFT has it`);
  const [, value = '', entry, mark = '', , digits = '', type, references = ''] = match;
  const valueDay = swiftDay(value);
  const [customer = '', ...bank] = references.split('//');
  const supplement = rest.join(' ').trim();
  const amount = signed(swiftAmount(digits, currency), isOut(mark));
  return {
    valueDay,
    bookingDay: entry === undefined ? valueDay : entryDay(entry, valueDay),
    amount,
    isReversal: mark.startsWith('R'),
    type,
    customerReference: customer.trim(),
    bankReference: bank.join('//').trim(),
    supplement,
    ...supplementIn(supplement, amount.minor < 0n),
  };
}

/** A reversal of a credit takes money out. An expected entry goes the way of its letter. */
function isOut(mark: string): boolean {
  return mark === 'D' || mark === 'ED' || mark === 'RC';
}

/** `1500,` and `,50` are amounts; the comma is the decimal sign, always. */
export function swiftAmount(digits: string, currency: string): Money {
  return exactMoney(digits.replace(',', '.'), currency);
}

const centuryPivot = 80;

/** `YYMMDD`. */
export function swiftDay(text: string): Day {
  const year = Number(text.slice(0, 2));
  const day = dayOf(year >= centuryPivot ? 1900 + year : 2000 + year, text.slice(2));
  if (day === undefined) throw new LineFault('wrong_day', `"${shown(text)}" is no day`);
  return day;
}

/** `MMDD` in the year nearest to the value date; 29 February in the one that has it. */
function entryDay(text: string, value: Day): Day {
  const year = Number(value.slice(0, 4));
  const days = [year - 1, year, year + 1].flatMap((one) => dayOf(one, text) ?? []);
  const [nearest] = days.toSorted((left, right) => distance(left, value) - distance(right, value));
  if (nearest === undefined) throw new LineFault('wrong_day', `"${shown(text)}" is no day near ${value}`);
  return nearest;
}

function distance(left: Day, right: Day): number {
  return Math.abs(daysBetween(left, right));
}

/** Some banks let every month have 30 days, so that interest has a value of 30 February: the last day is meant. */
function dayOf(year: number, monthAndDate: string): Day | undefined {
  const day = `${year}-${monthAndDate.slice(0, 2)}-${monthAndDate.slice(2)}`;
  if (isDay(day)) return day;
  if (monthAndDate !== '0230') return undefined;
  return addDays(`${year}-03-01`, -1);
}

/** `/OCMT/USD1300,00/` is the original amount and `/CHGS/EUR1,50/` a charge. */
function supplementIn(text: string, out: boolean): Pick<SwiftLine, 'original' | 'charges'> {
  const original = coded(text, 'OCMT');
  const charge = coded(text, 'CHGS');
  return {
    original: original === undefined ? null : { currency: original.currency, amount: signed(original, out) },
    charges: charge === undefined ? [] : [{ amount: charge, isIncluded: true }],
  };
}

function coded(text: string, word: string): Money | undefined {
  const [, currency, digits] = new RegExp(`/${word}/([A-Z]{3})(\\d{0,15},?\\d{0,6})/?`).exec(text) ?? [];
  return currency === undefined || digits === undefined ? undefined : swiftAmount(digits, currency);
}
