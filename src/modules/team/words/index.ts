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
import { nearest } from '../../../render/labels/index.ts';
import type { InviteMessages } from './invite-words.ts';

/** What invites say. The languages are those of the labels of documents. */
const inviteWords: Readonly<Record<string, InviteMessages>> = {
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

/** Words in a language, or in English where nobody has written them. */
export function getInviteMessages(language: string): InviteMessages {
  return nearest(language, inviteWords) ?? en;
}

export type { InviteMessages } from './invite-words.ts';
