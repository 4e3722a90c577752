import { filled, type Messages, messagesOf, translated } from '../messages/index.ts';

type ReportLabels = Messages['reports'];
type ReportWord = keyof ReportLabels['word'];
const en = messagesOf('en', 'reports');

type Phrase = keyof Omit<ReportLabels, 'title' | 'word'>;
const warnings = ['cashCost', 'byMethod', 'resultsOnly'] as const;

/** Texts of one report, in the language asked for where it is complete, else in English. */
export type ReportLocale = {
  readonly language: string;
  readonly title: string;
  /** Heading of a column or a row. */
  readonly word: (token: string) => string;
  readonly phrase: (name: Phrase, values?: Readonly<Record<string, string>>) => string;
  /** The row of what is in no group, or in none that is listed, as people call it; anything else stays as it is. */
  readonly restOf: (label: string, group: string) => string;
  /** Text of a warning, by its English form in the other formats. */
  readonly warning: (text: string) => string;
  /** Earnings that are on no account; anything else stays as it is. */
  readonly earnings: (name: string) => string;
};

/** `report` is what the file is called, such as `revenue-by-client`. */
export function getReportLocale(language: string, report: string): ReportLocale {
  const asked = translated(language, 'reports') ?? en;
  const known = titleIn(asked, report) === undefined ? en : asked;
  const title = titleIn(known, report);
  const word = (text: string): string => wordIn(known, report, text) ?? ageIn(known, text) ?? worded(text);
  const phrase: ReportLocale['phrase'] = (key, values = {}) => filled(known[key], values);
  const [, group = ''] = report.split('-by-');
  return {
    language: known === en ? 'en' : language,
    title:
      title === undefined ? worded(report) : filled(title, { group: quiet(word(group.replaceAll('-', '_')), known) }),
    word,
    phrase,
    warning: (text) => {
      const ours = warnings.find((one) => en[one] === text);
      if (ours !== undefined) return phrase(ours);
      const [count] = /\d+/.exec(text) ?? [];
      return count !== undefined && fewIntervalsWarning(count) === text ? phrase('fewIntervals', { count }) : text;
    },
    earnings: (called) => {
      const token = called.toLowerCase().replaceAll(' ', '_');
      return token === 'retained_earnings' || token === 'current_year_earnings' ? word(token) : called;
    },
    restOf: (label, of) => {
      if (label === en.others) return phrase('others');
      const [, left] = new RegExp(`^${en.others} \\((\\d+)\\)$`).exec(label) ?? [];
      if (left !== undefined) return `${phrase('others')} (${left})`;
      if (label === 'Charges') return word('charges');
      if (label === en.noTax) return phrase('noTax');
      return label === `No ${of.replaceAll('_', ' ')}` ? phrase('none', { group: quiet(word(of), known) }) : label;
    },
  };
}

/** A report is called as a whole, or by what it is before the group that it is by, or as the one figure that it has. */
function titleIn({ title, word }: ReportLabels, report: string): string | undefined {
  const [whole = '', kind = '', group] = [report, ...report.split('-by-')].map((one) => one.replaceAll('-', '_'));
  const isGrouped = group !== undefined;
  const found = textIn(title, whole) ?? textIn(title, kind);
  return found !== undefined && (isGrouped || !found.includes('{group}')) ? found : textIn(word, whole);
}

/** Words whose meaning differs in one report. */
const meant: Readonly<Record<string, Readonly<Record<string, ReportWord>>>> = {
  journal: { credit: 'credit_side', opening: 'opening_entry', closing: 'closing_entry' },
  'general-ledger': { credit: 'credit_side' },
  'trial-balance': { credit: 'credit_side' },
  dashboard: { cash: 'liquid_assets' },
};

function wordIn({ word, ...phrases }: ReportLabels, report: string, text: string): string | undefined {
  const [, column, measure] =
    /^(opening|received|issued|transferred|adjusted|closing)_(quantity|value)$/.exec(text) ?? [];
  if (column === undefined) return textIn(word, meant[report]?.[text] ?? text);
  const name = textIn(word, `stock_${column}`);
  return name && filled(measure === 'value' ? phrases.inValue : phrases.inQuantity, { name });
}

/** English has its nouns small inside a sentence. */
function quiet(noun: string, known: ReportLabels): string {
  return known === en ? noun.toLowerCase() : noun;
}

function textIn(texts: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}

/** `days_1_30` and `over_90_days`, whatever the days are. */
function ageIn(labels: Pick<ReportLabels, 'ages' | 'oldest'>, text: string): string | undefined {
  const [, from, to] = /^days_(\d+)_(\d+)$/.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return filled(labels.ages, { from, to });
  const [, days] = /^over_(\d+)_days$/.exec(text) ?? [];
  return days === undefined ? undefined : filled(labels.oldest, { days });
}

/** `gross_profit` → `Gross profit`. */
function worded(name: string): string {
  const words = name.replaceAll(/[_-]/g, ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** English warning about trends with too few intervals. */
export function fewIntervalsWarning(count: number | string): string {
  return filled(en.fewIntervals, { count: String(count) });
}

/** English warnings of reports. */
export const {
  cashCost: costWarning,
  byMethod: methodWarning,
  resultsOnly: resultAccountsWarning,
  others: othersLabel,
} = en;
