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
import { sv } from './sv.ts';
import { th } from './th.ts';
import { zh } from './zh.ts';
import type { PageMessages } from './page-words.ts';

/** What the page says beside what documents say. The languages are those of the labels. */
export const pageMessages: Readonly<Record<string, PageMessages>> = {
  en,
  de,
  fr,
  es,
  it,
  nl,
  pt,
  pl,
  sv,
  ja,
  zh,
  ko,
  ar,
  he,
  th,
};

export type { PageMessages } from './page-words.ts';
