/**
 * A calendar day, `YYYY-MM-DD`, years 0001 to 9999. A day is a name in a calendar and no moment, so it is counted in
 * whole days and never passes through a clock. Days compare as strings do.
 */
export type Day = string;

export const firstDay: Day = '0001-01-01';
export const lastDay: Day = '9999-12-31';

const dayPattern = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const monthsPerYear = 12;
const daysPerWeek = 7;

/** True for a date of the calendar: 31 April and 29 February 2023 are none. */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text)) return false;
  const { year, month, date } = numbersIn(text);
  return year >= 1 && date >= 1 && date <= daysInMonth(year, month);
}

export function parseDay(text: string): Day | undefined {
  return isDay(text) ? text : undefined;
}

export function addDays(from: Day, days: number): Day {
  return dayOf(numberOf(from) + days);
}

/** Days from `from` to `to`; negative where `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return numberOf(to) - numberOf(from);
}

/**
 * The same day of the month `months` later, or the month's last where it has no such day.
 *
 * `anchor` is the day of the month that a series was agreed on: after 31 January comes 28 February, and with the
 * anchor 31 the one after that is 31 March again.
 */
export function addMonths(from: Day, months: number, anchor: number = dayOfMonth(from)): Day {
  const { year, month } = partsOf(from);
  const index = year * monthsPerYear + month - 1 + months;
  return clampedDay(Math.floor(index / monthsPerYear), (index % monthsPerYear) + 1, anchor);
}

/** The same date `years` later; 29 February becomes 28 in a common year. */
export function addYears(from: Day, years: number): Day {
  return addMonths(from, years * monthsPerYear);
}

export function dayOfMonth(from: Day): number {
  return partsOf(from).date;
}

/** 1 for Monday to 7 for Sunday, as ISO 8601 counts. */
export function dayOfWeek(from: Day): number {
  // The day with the number 0, 1 March of the year 0, was a Wednesday.
  return ((numberOf(from) + 2) % daysPerWeek) + 1;
}

export function earlierOf(left: Day, right: Day): Day {
  return left < right ? left : right;
}

export function laterOf(left: Day, right: Day): Day {
  return left > right ? left : right;
}

const instantPattern =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2})$/;

/** The day that it is in `timeZone`, an IANA name, at an instant of RFC 3339. Throws where either is none. */
export function dayIn(instant: string, timeZone: string): Day {
  const calendar = calendarIn(timeZone);
  // All that happens in a call happens at one instant.
  if (calendar.last?.instant !== instant) calendar.last = { instant, day: dayBy(calendar.format, instant) };
  return calendar.last.day;
}

function dayBy(format: Intl.DateTimeFormat, instant: string): Day {
  const moment = instantPattern.test(instant) ? Date.parse(instant) : Number.NaN;
  if (Number.isNaN(moment)) throw new RangeError(`"${instant}" is not an instant`);
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  return clampedDay(parts.get('year') ?? 0, parts.get('month') ?? 0, parts.get('day') ?? 0);
}

type Calendar = { readonly format: Intl.DateTimeFormat; last?: { readonly instant: string; readonly day: Day } };

/** Making one costs far more than asking it; there are fewer than 600 time zones, aliases included. */
const calendarsMax = 600;
const calendars = new Map<string, Calendar>();

function calendarIn(timeZone: string): Calendar {
  const known = calendars.get(timeZone);
  if (known !== undefined) return known;
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { timeZone, ...numeric });
  const made: Calendar = { format };
  if (calendars.size >= calendarsMax) calendars.clear();
  calendars.set(timeZone, made);
  return made;
}

/** The day with this date, or with the month's last where the month is shorter. */
export function clampedDay(year: number, month: number, date: number): Day {
  const clamped = Math.min(date, daysInMonth(year, month));
  const day = `${padded(year, 4)}-${padded(month, 2)}-${padded(clamped, 2)}`;
  if (!isDay(day)) throw new RangeError(`there is no day ${day}`);
  return day;
}

export function partsOf(day: Day): { readonly year: number; readonly month: number; readonly date: number } {
  if (!isDay(day)) throw new RangeError(`"${day}" is not a day`);
  return numbersIn(day);
}

function numbersIn(text: string) {
  return { year: Number(text.slice(0, 4)), month: Number(text.slice(5, 7)), date: Number(text.slice(8)) };
}

const monthLengths: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeap(year) ? 29 : (monthLengths[month - 1] ?? 0);
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/**
 * Days since 1 March of the year 0. Years that begin in March have their leap day last, so the months before it always
 * begin 0, 31, 61, 92 … days in, which is what (153 m + 2) / 5 counts (Howard Hinnant, chrono-compatible algorithms).
 */
function numberOf(day: Day): number {
  const { year, month, date } = partsOf(day);
  const march = month > 2 ? year : year - 1;
  const monthsIn = (month + 9) % monthsPerYear;
  return leapYearsDays(march) + Math.floor((153 * monthsIn + 2) / 5) + date - 1;
}

/** The calendar is never a whole day ahead of its mean year, so the estimate is right or one year low. */
function dayOf(number: number): Day {
  let year = Math.floor(number / 365.2425);
  if (leapYearsDays(year + 1) <= number) year++;
  const daysIn = number - leapYearsDays(year);
  const monthsIn = Math.floor((5 * daysIn + 2) / 153);
  const month = ((monthsIn + 2) % monthsPerYear) + 1;
  return clampedDay(month > 2 ? year : year + 1, month, daysIn - Math.floor((153 * monthsIn + 2) / 5) + 1);
}

/** Days before the year that begins in March of `year`. */
function leapYearsDays(year: number): number {
  return year * 365 + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
}

function padded(number: number, length: number): string {
  return String(number).padStart(length, '0');
}
