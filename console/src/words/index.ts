import { computed, signal } from '@preact/signals';
import { store, stored } from '../api/storage.ts';
import type { console as texts } from '../../../src/messages/en.json';

export type Words = typeof texts;

type Texts = Readonly<Record<string, string>>;
type Load = () => Promise<{ readonly console: Partial<Words> }>;
type Refusals = { readonly console: Partial<Words>; readonly field_faults: Texts };
/** What the API calls things, by its names for them. English has none where the service says it itself. */
type Names = {
  readonly console: Partial<Words>;
  /** By the names of checks. */
  readonly check_promises: Texts;
  readonly event_titles: Texts;
  readonly field_names: Texts;
  readonly permissions: Texts;
  /** What is said of a refusal, by its English title. */
  readonly refusal_titles: Texts;
  /** What a write is done to, by the name of the operation without its verb. */
  readonly things: Texts;
  /** Values of enumerations. */
  readonly value_names: Texts;
  /** By the English sentences of the service. */
  readonly work_problems: Texts;
};
type Catalogue = {
  readonly first: Load;
  readonly further: Load;
  readonly refusals: () => Promise<Refusals>;
  readonly names: () => Promise<Names>;
};
const english: Catalogue = {
  first: () => import('../../../src/messages/en.json?first'),
  further: () => import('../../../src/messages/en.json?further'),
  refusals: () => import('../../../src/messages/en.json?refusals'),
  names: () => import('../../../src/messages/en.json?names'),
};
/** Each language is a file of its own, of which the build keeps the console's area, in parts. */
const catalogues: Readonly<Record<string, Catalogue>> = {
  en: english,
  de: {
    first: () => import('../../../src/messages/de.json?first'),
    further: () => import('../../../src/messages/de.json?further'),
    refusals: () => import('../../../src/messages/de.json?refusals'),
    names: () => import('../../../src/messages/de.json?names'),
  },
  es: {
    first: () => import('../../../src/messages/es.json?first'),
    further: () => import('../../../src/messages/es.json?further'),
    refusals: () => import('../../../src/messages/es.json?refusals'),
    names: () => import('../../../src/messages/es.json?names'),
  },
  fr: {
    first: () => import('../../../src/messages/fr.json?first'),
    further: () => import('../../../src/messages/fr.json?further'),
    refusals: () => import('../../../src/messages/fr.json?refusals'),
    names: () => import('../../../src/messages/fr.json?names'),
  },
  nl: {
    first: () => import('../../../src/messages/nl.json?first'),
    further: () => import('../../../src/messages/nl.json?further'),
    refusals: () => import('../../../src/messages/nl.json?refusals'),
    names: () => import('../../../src/messages/nl.json?names'),
  },
};
export const languages = Object.keys(catalogues);

const wished = stored('language') ?? navigator.language.slice(0, 2);
export const language = signal(languages.includes(wished) ? wished : 'en');
/** Of the business that is open. */
export const home = { currency: signal('EUR'), locale: signal('en'), zone: signal('UTC') };
/** A Belgian shop whose owner reads English has Belgian figures: the country counts where the language fits. */
export const locale = computed(() =>
  home.locale.value.startsWith(language.value) ? home.locale.value : language.value,
);
/** Nothing is drawn before `loadWords`. */
export const words = signal({} as Words);

const catalogue = (): Catalogue => catalogues[language.peek()] ?? english;

export async function loadWords(): Promise<void> {
  const { console: texts } = await catalogue().first();
  // Whole once the further texts are there, which every screen but the first waits for.
  words.value = texts as Words;
}

let further: Promise<void> | undefined;

/** The texts of further screens. Loaded once, whoever asks. */
export function loadFurtherWords(): Promise<void> {
  further ??= addFurther().catch((error: unknown) => {
    further = undefined;
    throw error;
  });
  return further;
}

async function addFurther(): Promise<void> {
  const { console: texts } = await catalogue().further();
  words.value = { ...words.peek(), ...texts };
}

/** What people are told of a refusal, by its code; nothing before the first. */
export const refusals = signal<Texts>({});
/** By the English sentence of the service; nothing in English. */
export const fieldFaults = signal<Texts>({});

/** What the API calls things; undefined until it was loaded, and empty where it did not come. */
export const apiNames = signal<Partial<Names> | undefined>(undefined);

/** Loaded with the first refusal, which is told of in the words of the service where they do not come. */
export async function loadRefusals(): Promise<void> {
  if (Object.keys(refusals.peek()).length > 0) return;
  const part = await catalogue()
    .refusals()
    .catch(() => undefined);
  fieldFaults.value = part?.field_faults ?? {};
  refusals.value = part?.console.refusals ?? {};
}

/** Loaded with the first screen that shows names of the API. */
export async function loadNames(): Promise<void> {
  const asked = language.peek();
  if (namesIn === asked) return;
  namesIn = asked;
  const part = await catalogue()
    .names()
    .catch(() => undefined);
  if (namesIn !== asked) return;
  apiNames.value = part ?? {};
  if (part === undefined) namesIn = undefined;
}

let namesIn: string | undefined;

export async function chooseLanguage(to: string): Promise<void> {
  store('language', to);
  language.value = to;
  const { first, further: rest } = catalogue();
  const [some, others] = await Promise.all([first(), rest()]);
  words.value = { ...some.console, ...others.console } as Words;
  refusals.value = {};
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
