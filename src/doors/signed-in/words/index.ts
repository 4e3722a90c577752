import { languageAsked } from '../../public-page/reader.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en, type Words } from './en.ts';
import type { SignInWords } from './en-sign-in.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';

/** A language is added by a file with the words, and its line here. */
const languages: Readonly<Record<string, Words>> = { en, de };
/** Where people sign in and allow a client; most of them see no other page of ours. */
const signInLanguages: Readonly<Record<string, SignInWords>> = { en, de, fr, es, it, nl, pt, pl, ja, ar };

/** Words in what a browser asks for by `Accept-Language`; English where there is none of it. */
export function wordsAsked(header: string | undefined): Words {
  return languages[languageAsked(header, languages)] ?? en;
}

/** The same for signing in and allowing. What they name of other pages is called as it is there. */
export function signInWordsAsked(header: string | undefined): Words {
  return { ...wordsAsked(header), ...signInLanguages[languageAsked(header, signInLanguages)] };
}

export { en } from './en.ts';
export type { Words } from './en.ts';
