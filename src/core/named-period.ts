import { addDays, type Day } from './calendar.ts';
import { type FiscalStart, type Period, periodOf } from './period.ts';

const calendarUnits = ['week', 'month', 'quarter', 'year'] as const;
const fiscalUnits = ['fiscal_year'] as const;

/** Periods that follow the calendar alone. Those of the last days end today. */
export const calendarPeriods = [
  'today',
  'yesterday',
  ...(['last_7_days', 'last_30_days', 'last_90_days'] as const),
  ...(['this_week', 'last_week', 'this_month', 'last_month', 'this_quarter', 'last_quarter'] as const),
  ...(['this_year', 'last_year'] as const),
] as const;

/** All of them: some follow the fiscal year of the organization. */
export const namedPeriods = [...calendarPeriods, 'this_fiscal_year', 'last_fiscal_year'] as const;
export type NamedPeriod = (typeof namedPeriods)[number];

/** The days that a name means today. */
export function daysOf(name: NamedPeriod, today: Day, fiscal?: FiscalStart): Period {
  if (name === 'today') return { from: today, to: today };
  if (name === 'yesterday') return { from: addDays(today, -1), to: addDays(today, -1) };
  const [, days] = /^last_(\d+)_days$/.exec(name) ?? [];
  if (days !== undefined) return { from: addDays(today, 1 - Number(days)), to: today };
  const unit = [...calendarUnits, ...fiscalUnits].find((one) => name === `this_${one}` || name === `last_${one}`);
  if (unit === undefined) throw new RangeError(`no period is called ${name}`);
  const current = periodOf(unit, today, fiscal);
  return name.startsWith('this_') ? current : periodOf(unit, addDays(current.from, -1), fiscal);
}
