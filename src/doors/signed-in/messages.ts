import {
  type Messages as Catalogue,
  languageAsked,
  languagesWith,
  messagesOf,
  translated,
} from '../../messages/index.ts';

export type Messages = Catalogue['signed_in'];

export const en: Messages = messagesOf('en', 'signed_in');

/** Available languages, as BCP 47 tags. */
export const pageLanguages: readonly string[] = languagesWith('signed_in');

/** Messages in the language that somebody chose, where there are any; else in what their browser asks for. */
export function wordsChosen(locale: string | null, header: string | undefined): Messages {
  return (locale === null ? undefined : translated(locale, 'signed_in')) ?? wordsAsked(header);
}

/** Messages in what a browser asks for by `Accept-Language`; English where there is none of it. */
export function wordsAsked(header: string | undefined): Messages {
  return messagesOf(languageAsked(header, 'signed_in'), 'signed_in');
}
