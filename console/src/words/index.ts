import { signal } from '@preact/signals';
import type { console as texts } from '../../../src/messages/en.json';

export type Words = typeof texts;

type Load = () => Promise<{ readonly console: Words }>;
const english: Load = () => import('../../../src/messages/en.json');
/** Each language is a file of its own, of which the build keeps the console's area. */
const catalogues: Readonly<Record<string, Load>> = {
  en: english,
  de: () => import('../../../src/messages/de.json'),
  es: () => import('../../../src/messages/es.json'),
  fr: () => import('../../../src/messages/fr.json'),
  nl: () => import('../../../src/messages/nl.json'),
};
export const languages = Object.keys(catalogues);

const wished = localStorage.getItem('language') ?? navigator.language.slice(0, 2);
export const language = signal(languages.includes(wished) ? wished : 'en');
/** Nothing is drawn before `loadWords`. */
export const words = signal({} as Words);

export async function loadWords(): Promise<void> {
  words.value = (await (catalogues[language.peek()] ?? english)()).console;
}

export async function chooseLanguage(to: string): Promise<void> {
  localStorage.setItem('language', to);
  language.value = to;
  await loadWords();
}

/** As those who speak it call it. */
export function languageName(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
}

/** Puts values where a text has places for them. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** The text of a code of the service, or the code where it is newer than this console. */
export function named(texts: Readonly<Record<string, string>>, code: string): string {
  return texts[code] ?? code;
}

const plural = /\{count, plural,((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/g;
const form = /(=?\w+)\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g;

/**
 * A text whose form follows from `count`, which it may write as `#`. The catalogue's tests read every text with the
 * library of ICU messages; here it would be a fifth of the first script, for the plurals that `Intl` knows.
 */
export function counted(text: string, count: number, values: Readonly<Record<string, string>> = {}): string {
  const shown = new Intl.NumberFormat(language.value).format(count);
  const category = new Intl.PluralRules(language.value).select(count);
  const chosen = text.replaceAll(plural, (_, list: string) => {
    const forms = new Map([...list.matchAll(form)].map(([, name, said]) => [name, said]));
    return (forms.get(`=${count}`) ?? forms.get(category) ?? forms.get('other') ?? '').replaceAll('#', shown);
  });
  return filled(chosen, { count: shown, ...values });
}
