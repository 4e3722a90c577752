import { clampedDay, type Day, partsOf } from '../../../core/calendar.ts';
import type { Period } from '../../../core/period.ts';
import { type VatPeriod, vatPeriods } from '../../../core/vat/vat-period.ts';

/** A day of the month that comes so many after the last one of the period; 31 is the last day of any month. */
type Deadline = { readonly months: number; readonly day: number };
type Rule = Deadline & {
  /** Other deadlines of periods that end in one of these months. */
  readonly ending?: Readonly<Record<number, Deadline>>;
};

const inNext = (day: number): Deadline => ({ months: 1, day });
const inSecond = (day: number): Deadline => ({ months: 2, day });
const inThird = (day: number): Deadline => ({ months: 3, day });
const last = 31;

const newZealand: Rule = { ...inNext(28), ending: { 3: inSecond(7), 11: inSecond(15) } };
const sweden: Rule = { ...inSecond(12), ending: { 6: inSecond(17), 11: inSecond(17) } };
const ireland = inNext(23);

/**
 * By when a return is filed online, by country and length of its period. What differs by place or by business, as in
 * France, the United States and for monthly payers in Italy, is not here. Weekends and holidays move some of them.
 */
const rules: Readonly<Record<string, { readonly [Length in VatPeriod]?: Rule }>> = {
  // § 21 UStG 1994.
  AT: { month: inSecond(15), quarter: inSecond(15), year: { months: 6, day: last } },
  // GST Act, division 31.
  AU: {
    month: inNext(21),
    quarter: { ...inNext(28), ending: { 12: inSecond(28) } },
    year: { months: 4, day: last },
  },
  // Royal decree no 1, as changed for the VAT chain of 2025.
  BE: { month: inNext(20), quarter: inNext(25) },
  CA: { month: inNext(last), quarter: inNext(last), year: inThird(last) },
  // Sixty days, which the federal tax administration counts as two months.
  CH: { month: inSecond(last), quarter: inSecond(last), half_year: inSecond(last), year: inSecond(last) },
  // § 18 UStG; § 149 AO.
  DE: { month: inNext(10), quarter: inNext(10), year: { months: 7, day: last } },
  DK: { month: { ...inNext(25), ending: { 6: inSecond(17) } }, quarter: inThird(1), half_year: inThird(1) },
  ES: { month: inNext(30), quarter: { ...inNext(20), ending: { 12: inNext(30) } } },
  // Notice 700/12: a calendar month and seven days.
  GB: { month: inSecond(7), quarter: inSecond(7), year: inSecond(last) },
  IE: { month: ireland, two_months: ireland, four_months: ireland, half_year: ireland, year: ireland },
  // Art. 21-bis DL 78/2010.
  IT: { quarter: { ...inSecond(last), ending: { 6: inThird(last) } } },
  NL: { month: inNext(last), quarter: inNext(last), year: inThird(last) },
  // Skatteforvaltningsforskriften § 8-3.
  NO: { two_months: { ...inSecond(10), ending: { 6: inSecond(last) } }, year: inThird(10) },
  // Goods and Services Tax Act 1985, section 16.
  NZ: { month: newZealand, two_months: newZealand, half_year: newZealand },
  PL: { month: inNext(25), quarter: inNext(25) },
  // Up to a turnover of 40 million.
  SE: { month: sweden, quarter: sweden },
};

/** The last day on which a return is in time; null where the tax office says it. */
export function fileBy(scheme: 'national' | 'oss', country: string, { from, to }: Period): Day | null {
  const start = partsOf(from);
  const { year, month } = partsOf(to);
  const covered = (year - start.year) * 12 + month - start.month + 1;
  const ofCountry: Readonly<Partial<Record<string, Rule>>> = rules[country] ?? {};
  const length = Object.entries(vatPeriods).find(([, count]) => count === covered)?.[0] ?? '';
  const rule: Rule | undefined = scheme === 'oss' ? inNext(last) : ofCountry[length];
  if (rule === undefined) return null;
  const { months, day } = rule.ending?.[month] ?? rule;
  const after = month - 1 + months;
  return clampedDay(year + Math.floor(after / 12), (after % 12) + 1, day);
}
