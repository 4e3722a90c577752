import { nearest } from '../../../render/labels/index.ts';
import { languageAsked } from '../../public-page/reader.ts';
import { ar } from './ar.ts';
import { arAccount } from './ar-account.ts';
import { arClients } from './ar-clients.ts';
import { arDesk } from './ar-desk.ts';
import { de } from './de.ts';
import { en, type Words } from './en.ts';
import { es } from './es.ts';
import { esAccount } from './es-account.ts';
import { esClients } from './es-clients.ts';
import { esDesk } from './es-desk.ts';
import { fr } from './fr.ts';
import { frAccount } from './fr-account.ts';
import { frClients } from './fr-clients.ts';
import { frDesk } from './fr-desk.ts';
import { it } from './it.ts';
import { itAccount } from './it-account.ts';
import { itClients } from './it-clients.ts';
import { itDesk } from './it-desk.ts';
import { ja } from './ja.ts';
import { jaAccount } from './ja-account.ts';
import { jaClients } from './ja-clients.ts';
import { jaDesk } from './ja-desk.ts';
import { nl } from './nl.ts';
import { nlAccount } from './nl-account.ts';
import { nlClients } from './nl-clients.ts';
import { nlDesk } from './nl-desk.ts';
import { pl } from './pl.ts';
import { plAccount } from './pl-account.ts';
import { plClients } from './pl-clients.ts';
import { plDesk } from './pl-desk.ts';
import { pt } from './pt.ts';
import { ptAccount } from './pt-account.ts';
import { ptClients } from './pt-clients.ts';
import { ptDesk } from './pt-desk.ts';

/** A language is added by files with the words, and its line here. */
const languages: Readonly<Record<string, Words>> = {
  en,
  de,
  fr: { ...fr, ...frDesk, ...frClients, ...frAccount },
  es: { ...es, ...esDesk, ...esClients, ...esAccount },
  it: { ...it, ...itDesk, ...itClients, ...itAccount },
  nl: { ...nl, ...nlDesk, ...nlClients, ...nlAccount },
  pt: { ...pt, ...ptDesk, ...ptClients, ...ptAccount },
  pl: { ...pl, ...plDesk, ...plClients, ...plAccount },
  ja: { ...ja, ...jaDesk, ...jaClients, ...jaAccount },
  ar: { ...ar, ...arDesk, ...arClients, ...arAccount },
};

/** What can be chosen, as BCP 47 tags. */
export const pageLanguages: readonly string[] = Object.keys(languages);

/** Words in the language that somebody chose, where there are any; else in what their browser asks for. */
export function wordsChosen(locale: string | null, header: string | undefined): Words {
  return (locale === null ? undefined : nearest(locale, languages)) ?? wordsAsked(header);
}

/** Words in what a browser asks for by `Accept-Language`; English where there is none of it. */
export function wordsAsked(header: string | undefined): Words {
  return languages[languageAsked(header, languages)] ?? en;
}

export { en } from './en.ts';
export type { Words } from './en.ts';
