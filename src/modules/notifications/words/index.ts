import { nearest } from '../../../render/labels/index.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import type { NoticeMessages } from './notice-words.ts';

/** A language is added by a file with the words, and its name here. */
export const noticeLanguages: Readonly<Record<string, NoticeMessages>> = { en, de, fr, es, it, nl, pt, pl, ja, ar };

/** Words in a language, or in English where nobody has written them. */
export function getNoticeMessages(language: string): NoticeMessages {
  return nearest(language, noticeLanguages) ?? en;
}
