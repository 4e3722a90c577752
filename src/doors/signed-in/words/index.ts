import { nearest } from '../../../render/labels/index.ts';
import { languageAsked } from '../../public-page/reader.ts';
import { ar } from './ar.ts';
import { arAccount } from './ar-account.ts';
import { arClients } from './ar-clients.ts';
import { arConsole } from './ar-console.ts';
import { de } from './de.ts';
import { en, type Messages } from './en.ts';
import { es } from './es.ts';
import { esAccount } from './es-account.ts';
import { esClients } from './es-clients.ts';
import { esConsole } from './es-console.ts';
import { fr } from './fr.ts';
import { frAccount } from './fr-account.ts';
import { frClients } from './fr-clients.ts';
import { frConsole } from './fr-console.ts';
import { it } from './it.ts';
import { itAccount } from './it-account.ts';
import { itClients } from './it-clients.ts';
import { itConsole } from './it-console.ts';
import { ja } from './ja.ts';
import { jaAccount } from './ja-account.ts';
import { jaClients } from './ja-clients.ts';
import { jaConsole } from './ja-console.ts';
import { nl } from './nl.ts';
import { nlAccount } from './nl-account.ts';
import { nlClients } from './nl-clients.ts';
import { nlConsole } from './nl-console.ts';
import { pl } from './pl.ts';
import { plAccount } from './pl-account.ts';
import { plClients } from './pl-clients.ts';
import { plConsole } from './pl-console.ts';
import { pt } from './pt.ts';
import { ptAccount } from './pt-account.ts';
import { ptClients } from './pt-clients.ts';
import { ptConsole } from './pt-console.ts';

/** A language is added by files with the words, and its line here. */
const languages: Readonly<Record<string, Messages>> = {
  en,
  de,
  fr: { ...fr, ...frConsole, ...frClients, ...frAccount },
  es: { ...es, ...esConsole, ...esClients, ...esAccount },
  it: { ...it, ...itConsole, ...itClients, ...itAccount },
  nl: { ...nl, ...nlConsole, ...nlClients, ...nlAccount },
  pt: { ...pt, ...ptConsole, ...ptClients, ...ptAccount },
  pl: { ...pl, ...plConsole, ...plClients, ...plAccount },
  ja: { ...ja, ...jaConsole, ...jaClients, ...jaAccount },
  ar: { ...ar, ...arConsole, ...arClients, ...arAccount },
};

/** What can be chosen, as BCP 47 tags. */
export const pageLanguages: readonly string[] = Object.keys(languages);

/** Messages in the language that somebody chose, where there are any; else in what their browser asks for. */
export function wordsChosen(locale: string | null, header: string | undefined): Messages {
  return (locale === null ? undefined : nearest(locale, languages)) ?? wordsAsked(header);
}

/** Messages in what a browser asks for by `Accept-Language`; English where there is none of it. */
export function wordsAsked(header: string | undefined): Messages {
  return languages[languageAsked(header, languages)] ?? en;
}

export { en } from './en.ts';
export type { Messages } from './en.ts';
