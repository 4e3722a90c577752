import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { once } from '../core/once.ts';
import ar from './ar.json' with { type: 'json' };
import bg from './bg.json' with { type: 'json' };
import cs from './cs.json' with { type: 'json' };
import da from './da.json' with { type: 'json' };
import type de from './de.json';
import deAT from './regions/de-AT.json' with { type: 'json' };
import deCH from './regions/de-CH.json' with { type: 'json' };
import el from './el.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import type es from './es.json';
import fi from './fi.json' with { type: 'json' };
import type fr from './fr.json';
import he from './he.json' with { type: 'json' };
import hu from './hu.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import ko from './ko.json' with { type: 'json' };
import nb from './nb.json' with { type: 'json' };
import type nl from './nl.json';
import pl from './pl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import ro from './ro.json' with { type: 'json' };
import sv from './sv.json' with { type: 'json' };
import th from './th.json' with { type: 'json' };
import tr from './tr.json' with { type: 'json' };
import uk from './uk.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };

type DeclaredInCode = 'check_promises' | 'event_titles' | 'field_faults' | 'findings' | 'permissions' | 'work_problems';

/**
 * Every text by its area, as English has it. What events, findings, checks and permissions are called in English
 * and what is said of fields and of failed work stands where it is declared, so other languages alone have those areas.
 */
export type Messages = typeof en & Pick<typeof de, DeclaredInCode>;
export type Area = keyof Messages;

/** A language has an area wholly or not at all, so that no page speaks two of them. */
type Language = { readonly [Name in Area]?: Messages[Name] };

/** Languages of the console. They hold 2 MB apiece and few are spoken: each is read when somebody first speaks it. */
type Long = { readonly de: typeof de; readonly es: typeof es; readonly fr: typeof fr; readonly nl: typeof nl };

/** Areas that they lack, as the compiler finds: to list the languages of an area must not read four files. */
const lacking: { readonly [Name in keyof Long]: Readonly<Record<Exclude<Area, keyof Long[Name]>, true>> } = {
  de: {},
  es: { findings: true, qr_bill: true },
  fr: { findings: true },
  nl: { findings: true, qr_bill: true },
};

function reader<Name extends keyof Long>(name: Name): () => Long[Name] {
  // The compiler knows the shape of each file.
  return once(() => JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8')) as Long[Name]);
}

const readGerman = reader('de');

/** Countries that share a language and call some things otherwise: their files have what differs. */
const regions: Readonly<Record<string, () => Language>> = {
  'de-AT': once(() => ({ ...readGerman(), documents: { ...readGerman().documents, ...deAT.documents } })),
  'de-CH': once(() => ({ ...readGerman(), documents: { ...readGerman().documents, ...deCH.documents } })),
};

const languages: Readonly<Record<string, () => Language>> = {
  en: () => en,
  de: readGerman,
  fr: reader('fr'),
  es: reader('es'),
  it: () => it,
  nl: reader('nl'),
  pt: () => pt,
  pl: () => pl,
  sv: () => sv,
  ja: () => ja,
  zh: () => zh,
  ko: () => ko,
  ar: () => ar,
  he: () => he,
  th: () => th,
  da: () => da,
  nb: () => nb,
  fi: () => fi,
  cs: () => cs,
  hu: () => hu,
  ro: () => ro,
  el: () => el,
  tr: () => tr,
  bg: () => bg,
  uk: () => uk,
};

/** The languages that have an area, as BCP 47 tags. */
export function languagesWith(area: Area): string[] {
  return Object.keys(languages).filter((language) => has(language, area));
}

function has(language: string, area: Area): boolean {
  const lacks: Readonly<Record<string, object>> = lacking;
  const known = lacks[language];
  return known === undefined ? languages[language]?.()[area] !== undefined : !Object.hasOwn(known, area);
}

/** The texts of an area in a language, or in English where nobody has written them. */
export function messagesOf<Name extends keyof typeof en>(language: string, area: Name): (typeof en)[Name] {
  return translated(language, area) ?? en[area];
}

/** The texts of an area in a language, as far as somebody has written them. */
export function translated<Name extends Area>(language: string, area: Name): Messages[Name] | undefined {
  const spoken = language.replace(norwegian, 'nb');
  return (nearest(spoken, regions) ?? nearest(spoken, languages))?.()[area];
}

/** Whoever reads Norwegian reads Bokmål. */
const norwegian = /^(no|nn)(?=-|$)/;

/** The language in which an area is read: the one that was asked for, or English. */
export function languageOf(language: string, area: Area): string {
  return translated(language, area) === undefined ? 'en' : language;
}

/** The best language of `Accept-Language` that has this area; English by default. */
export function languageAsked(header: string | undefined, area: Area): string {
  const asked = (header ?? '').slice(0, 200).split(',');
  const tags = asked.map((one) => one.split(';', 1)[0]?.trim() ?? '').filter((tag) => /^[a-z]{2,3}(-|$)/i.test(tag));
  const codes = tags.map((tag) => tag.split('-', 1)[0]?.toLowerCase() ?? '');
  return codes.find((code) => languagesWith(area).includes(code)) ?? 'en';
}

/** `pt-BR` finds `pt-BR`, then `pt`. */
export function nearest<Value>(language: string, all: Readonly<Record<string, Value>>): Value | undefined {
  const parts = language.split('-');
  for (let length = parts.length; length > 0; length -= 1) {
    const key = parts.slice(0, length).join('-');
    // A language may be called `toString`.
    if (Object.hasOwn(all, key)) return all[key];
  }
  return undefined;
}

const rightToLeft = new Set(['ar', 'he']);

export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.has(language.split('-', 1)[0] ?? '') ? 'rtl' : 'ltr';
}

/**
 * Fills in what stands in braces. In a script that runs from the right, values keep a direction of their own. This is
 * not left to the library: organisations write some of these texts, and theirs need not be valid messages.
 */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  const isolate = /[\u0590-\u08ff]/.test(text);
  return text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole;
    return isolate ? `\u2068${value}\u2069` : value;
  });
}

const parsed = new Map<string, IntlMessageFormat>();

/** A text of the catalogue whose form follows from a number, such as `{count, plural, one {…} other {…}}`. */
export function counted(language: string, text: string, count: number): string {
  const key = `${language} ${text}`;
  const message = parsed.get(key) ?? new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
  parsed.set(key, message);
  return String(message.format({ count }));
}
