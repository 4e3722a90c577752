import { addDays, clampedDay, type Day, dayOfWeek, partsOf } from './calendar.ts';

const saturday = 6;
const easterMondayAfter = 1;
const goodFridayBefore = -2;
/** Month and date of the days on which TARGET rests every year: New Year, Labour Day and two of Christmas. */
const closedDates: ReadonlySet<string> = new Set(['01-01', '05-01', '12-25', '12-26']);

/** True where banks move money in euro: TARGET rests on weekends and on six holidays. */
export function isTargetDay(day: Day): boolean {
  if (dayOfWeek(day) >= saturday || closedDates.has(day.slice('2026-'.length))) return false;
  const easter = easterSunday(partsOf(day).year);
  return day !== addDays(easter, goodFridayBefore) && day !== addDays(easter, easterMondayAfter);
}

/** The day itself or the first one after it on which banks move money in euro. */
export function targetDayFrom(day: Day): Day {
  let found = day;
  while (!isTargetDay(found)) found = addDays(found, 1);
  return found;
}

/** The day itself or the last one before it on which banks move money in euro. */
export function targetDayUntil(day: Day): Day {
  let found = day;
  while (!isTargetDay(found)) found = addDays(found, -1);
  return found;
}

/** Of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
function easterSunday(year: number): Day {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const moon = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  const days = moon + weekday - 7 * late + 114;
  return clampedDay(year, Math.floor(days / 31), (days % 31) + 1);
}
