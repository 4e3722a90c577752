import { filled, nearest } from '../labels/index.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import type { ReportLabels } from './report-labels.ts';
import { sv } from './sv.ts';
import { th } from './th.ts';
import { zh } from './zh.ts';

const languages: Readonly<Record<string, ReportLabels>> = { de, fr, es, it, nl, pl, pt, sv, ja, zh, ko, ar, he, th };

type Phrase = keyof typeof en;
const warnings = ['cashCost', 'byMethod'] as const;

/** How one report speaks: in the language that was asked for where it knows all words of it, else in English. */
export type Tongue = {
  readonly language: string;
  readonly title: string;
  /** What a column or a row is called. */
  readonly word: (token: string) => string;
  readonly phrase: (name: Phrase, values?: Readonly<Record<string, string>>) => string;
  /** The row of what is in no group, or in none that is listed, as people call it; anything else stays as it is. */
  readonly restOf: (label: string, group: string) => string;
  /** What a report warns of, as it is written in its other formats. */
  readonly warning: (text: string) => string;
  /** Earnings that are on no account; anything else stays as it is. */
  readonly earnings: (name: string) => string;
};

/** `report` is what the file is called, such as `revenue-by-client`. */
export function tongueFor(language: string, report: string): Tongue {
  const [name = '', group = ''] = report.startsWith('revenue-by-') ? ['revenue', report.slice(11)] : [report];
  const labels = nearest(language, languages);
  const title = labels === undefined ? undefined : textIn(labels.title, name.replaceAll('-', '_'));
  const known = title === undefined ? undefined : labels;
  const word = (text: string): string =>
    (known === undefined ? undefined : textIn(known.word, text)) ?? ageIn(known ?? en, text) ?? worded(text);
  const phrase: Tongue['phrase'] = (key, values = {}) => filled((known ?? en)[key], values);
  return {
    language: known === undefined ? 'en' : language,
    title: title === undefined ? worded(report) : filled(title, { group: word(group.replaceAll('-', '_')) }),
    word,
    phrase,
    warning: (text) => {
      const ours = warnings.find((one) => en[one] === text);
      return ours === undefined ? text : phrase(ours);
    },
    earnings: (called) => {
      const token = called.toLowerCase().replaceAll(' ', '_');
      return token === 'retained_earnings' || token === 'current_year_earnings' ? word(token) : called;
    },
    restOf: (label, of) => {
      if (label === en.others) return phrase('others');
      if (label === 'Charges') return word('charges');
      if (label === en.noTax) return phrase('noTax');
      return label === `No ${of.replaceAll('_', ' ')}` ? phrase('none', { group: quiet(word(of), known) }) : label;
    },
  };
}

/** English has its nouns small inside a sentence. */
function quiet(noun: string, known: ReportLabels | undefined): string {
  return known === undefined ? noun.toLowerCase() : noun;
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

/** What reports warn of, in English. */
export const { cashCost: costWarning, byMethod: methodWarning } = en;
