import { type Day, lastDay } from './calendar.ts';
import { type FiscalStart, periodOf } from './period.ts';

/** Legal retention period of business records, with its source. */
export type Retention = {
  /** Null where we know no rule of the country, and keep to the longest that is usual. */
  readonly country: string | null;
  /** Full years after the end of the year that a record belongs to. */
  readonly years: number;
  readonly law: string;
};

/**
 * Invoices, receipts and what else entries rest on. Where tax law and company law differ, the longer of the two; where
 * the time runs from a later event, such as the day on which a tax is due, a year more. Books and annual accounts may
 * have to be kept for longer; the ledger is never removed at all.
 */
const rules: Readonly<Record<string, readonly [years: number, law: string]>> = {
  AT: [7, '§ 132 BAO, § 212 UGB'],
  AU: [7, 'Corporations Act 2001, s 286'],
  // Six years from the end of the tax year.
  CA: [6, 'Income Tax Act, s 230; Excise Tax Act, s 286'],
  CH: [10, 'Art. 958f OR'],
  // Eight years for what entries rest on since 2025, ten for books and accounts.
  DE: [8, '§ 147 AO, § 257 HGB, § 14b UStG'],
  DK: [5, 'Bogføringsloven § 12'],
  ES: [6, 'Código de Comercio, art. 30'],
  // Six years for what entries rest on, ten for books and accounts.
  FI: [6, 'Kirjanpitolaki 2:10 §'],
  FR: [10, 'Code de commerce, art. L123-22'],
  GB: [6, 'Value Added Tax Act 1994, sch 11; Finance Act 1998, sch 18'],
  HU: [8, 'Számviteli törvény 169. §'],
  IE: [6, 'Taxes Consolidation Act 1997, s 886; Value-Added Tax Consolidation Act 2010, s 84'],
  IN: [8, 'Companies Act 2013, s 128'],
  IT: [10, 'Codice civile, art. 2220'],
  // Ten years for a year with a loss, which a single record does not tell.
  JP: [10, '法人税法施行規則 第59条'],
  NL: [7, 'Algemene wet inzake rijksbelastingen, art. 52'],
  NO: [5, 'Bokføringsloven § 13'],
  NZ: [7, 'Tax Administration Act 1994, s 22'],
  // Five years from the end of the year in which the tax was due, which is the next one.
  PL: [6, 'Ordynacja podatkowa, art. 70 i 86; ustawa o rachunkowości, art. 74'],
  SE: [7, 'Bokföringslagen 7 kap. 2 §'],
  SG: [5, 'Income Tax Act 1947, s 67; Goods and Services Tax Act 1993, s 46'],
  // Three years as a rule, six where income was left out, seven for a loss from bad debts.
  US: [7, '26 U.S.C. § 6001, § 6501, § 6511'],
};

const otherwise: Retention = { country: null, years: 10, law: 'The longest that is usual' };

/** The rule of a country, by its ISO 3166 code. */
export function retentionIn(country: string): Retention {
  const rule = Object.hasOwn(rules, country) ? rules[country] : undefined;
  return rule === undefined ? otherwise : { country, years: rule[0], law: rule[1] };
}

/** The last day on which what belongs to a day is kept: so many years after the calendar year that its own ends in. */
export function retainedUntil(day: Day, { years }: Retention, fiscalStart?: FiscalStart): Day {
  const { to } = periodOf('fiscal_year', day, fiscalStart);
  const until = `${String(Number(to.slice(0, 4)) + years).padStart(4, '0')}-12-31`;
  return until.length > lastDay.length ? lastDay : until;
}
