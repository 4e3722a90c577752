import { computed } from '@preact/signals';
import { home, locale } from '../words/index.ts';

export { home, locale };

/** Amounts stay decimal strings from the service to the screen; `Intl` formats those without rounding them first. */
type Decimal = Intl.StringNumericLiteral;
const memo = new Map<string, Intl.NumberFormat>();
const styles = {
  exact: {},
  whole: { maximumFractionDigits: 0 },
  short: { notation: 'compact', maximumFractionDigits: 1 },
} as const;
function moneyFormat(currency: string, as: keyof typeof styles): Intl.NumberFormat {
  const key = `${locale.value} ${currency} ${as}`;
  const made = memo.get(key) ?? new Intl.NumberFormat(locale.value, { style: 'currency', currency, ...styles[as] });
  memo.set(key, made);
  return made;
}

export const money = (amount: string, of = home.currency.value): string =>
  moneyFormat(of, 'exact').format(amount as Decimal);
export const wholeMoney = (amount: string, of = home.currency.value): string =>
  moneyFormat(of, 'whole').format(amount as Decimal);
/** In as many signs as there is room for: €121.9B. Where it stands, the whole of it is read out or one press away. */
export function shortMoney(amount: string, room: number): string {
  const whole = wholeMoney(amount);
  return whole.length <= room ? whole : moneyFormat(home.currency.value, 'short').format(amount as Decimal);
}
/** As it is typed: without currency and groups. An amount has the places of its currency, a number its own. */
export function plain(amount: string, isNumber = false): string {
  if (isNumber) return amount.replace('.', separators.value.decimal);
  const parts = moneyFormat(home.currency.value, 'exact').formatToParts(amount as Decimal);
  const typed = parts.filter(({ type }) => ['minusSign', 'integer', 'decimal', 'fraction'].includes(type));
  return typed.map(({ value }) => value).join('');
}
/** A quantity or rate, without the zeros that say nothing. */
export function figure(number: string): string {
  const { decimal, group } = separators.value;
  const parts = new Intl.NumberFormat(locale.value, { maximumFractionDigits: 12 }).formatToParts(number as Decimal);
  return parts.map(({ type, value }) => (type === 'decimal' ? decimal : type === 'group' ? group : value)).join('');
}
const percentMax = 1_000;
/** Against next to nothing a percentage says nothing, and nothing is what is shown of it. */
export function signedPercent(percent: string | null | undefined): string {
  if (!percent || Math.abs(Number(percent)) >= percentMax) return '';
  const as = { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' } as const;
  return new Intl.NumberFormat(locale.value, as).format(Number(percent) / 100);
}

/** Of money: in en-BE `Intl` writes €1,234.50 and 1.234,50, and what is typed has to read like what is shown. */
const separators = computed(() => {
  const parts = moneyFormat(home.currency.value, 'exact').formatToParts(12_345.6);
  return {
    decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
    group: parts.find(({ type }) => type === 'group')?.value ?? ',',
  };
});

/**
 * A typed amount, in the user's own notation or a programmer's, as the decimal string that the service
 * takes; undefined where it is none. `1.234,5` is 1234.5 to a German and nothing to a Briton: no guess is ever booked.
 */
export function typedDecimal(text: string): string | undefined {
  const { decimal, group } = separators.value;
  const bare = text
    .trim()
    .replaceAll(/[\s\u00A0\u202F'’]/g, '')
    .replace(/^[€$£]|[€$£]$/g, '');
  const grouped = new RegExp(`^\\d{1,3}(\\${group}\\d{3})+(\\${decimal}\\d*)?$`);
  const ungrouped = grouped.test(bare) ? bare.replaceAll(group, '') : bare;
  const dotted = ungrouped.includes(decimal) ? ungrouped.replace(decimal, '.') : ungrouped;
  return /^\d+(\.\d+)?$/.test(dotted) ? dotted.replace(/^0+(?=\d)/, '') : undefined;
}

/** True for zero in any number of decimal places. */
export const isNothing = (amount: string): boolean => /^[-0.]*$/.test(amount);

/** Decimals are added as whole numbers of their last place: yen have none, dinars three. */
const places = (amount: string): number => amount.split('.')[1]?.length ?? 0;
const scaled = (amount: string, to: number): bigint =>
  BigInt(amount.replace('.', '') + '0'.repeat(to - places(amount)));
function sum(one: string, other: string, sign: bigint): string {
  const to = Math.max(places(one), places(other));
  const total = scaled(one, to) + sign * scaled(other, to);
  const digits = String(total < 0n ? -total : total).padStart(to + 1, '0');
  const whole = digits.slice(0, digits.length - to);
  return `${total < 0n ? '-' : ''}${whole}${to === 0 ? '' : `.${digits.slice(-to)}`}`;
}
export const plus = (one: string, other: string): string => sum(one, other, 1n);
export const minus = (one: string, other: string): string => sum(one, other, -1n);

/** Days are calendar days: read as UTC and shown as UTC, they never move. */
const isoDay = computed(
  () => new Intl.DateTimeFormat('sv', { timeZone: home.zone.value, year: 'numeric', month: '2-digit', day: '2-digit' }),
);
/** Date in the time zone of the business, wherever its owner travels. */
export const today = (): string => isoDay.value.format(new Date());
/** The day so many months before this month, on the first. */
export function monthsAgo(months: number): string {
  const [year = 0, month = 1] = today().split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
}
export const daysAgo = (days: number): string =>
  new Date(asDay(today()).getTime() - days * 86_400_000).toISOString().slice(0, 10);
const asDay = (day: string): Date => new Date(`${day.slice(0, 10)}T00:00:00Z`);
const dayFormat = (options: Intl.DateTimeFormatOptions) =>
  computed(() => new Intl.DateTimeFormat(locale.value, { timeZone: 'UTC', ...options }));
const short = dayFormat({ day: 'numeric', month: 'short' });
const long = dayFormat({ day: 'numeric', month: 'short', year: 'numeric' });
const month = dayFormat({ month: 'long' });
const monthShort = dayFormat({ month: 'short' });
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
export const shortDay = (day: string): string => short.value.format(asDay(day));
export const longDay = (day: string): string => long.value.format(asDay(day));
export const monthName = (day: string): string => month.value.format(asDay(day));
export const monthLabel = (day: string): string => monthShort.value.format(asDay(day));
const clock = computed(
  () => new Intl.DateTimeFormat(locale.value, { timeZone: home.zone.value, dateStyle: 'medium', timeStyle: 'short' }),
);
/** A moment, in the time of the business. */
export const moment = (at: string): string => clock.value.format(new Date(at));
/** Of the current year without it: a list of this year needs no column of `2026`. */
export const listDay = (day: string): string => (day.startsWith(today().slice(0, 4)) ? shortDay(day) : longDay(day));
