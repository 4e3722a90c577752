import type { Template } from '../template.ts';
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
import type { Labels } from './labels.ts';

const languages: Readonly<Record<string, Labels>> = { en, de, fr, es, it, nl, pt, pl, sv, ja, zh, ko, ar, he, th };

/** Languages that documents speak by themselves; others are written in English with the organisation's own labels. */
export const labelLanguages: readonly string[] = Object.keys(languages);

/** What an organisation may call differently, such as `billedTo` or `title.invoice`. */
export const labelKeys: readonly string[] = Object.entries(en).flatMap(([key, value]) =>
  typeof value === 'string' ? [key] : Object.keys(value).map((inner) => `${key}.${inner}`),
);

/** The labels of a language, or of the nearest that is there, with what the organisation calls differently. */
export function labelsFor(language: string, overrides: Template['labels'] = {}): Labels {
  const known = nearest(language, languages) ?? en;
  const changes = { ...overrides['*'], ...nearest(language, overrides) };
  return Object.keys(changes).length === 0 ? known : changed(known, changes);
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

function changed(labels: Labels, changes: Readonly<Record<string, string>>): Labels {
  const apply = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return changes[key] ?? value;
    return Object.fromEntries(
      Object.entries(value ?? {}).map(([inner, text]) => [inner, apply(text, `${key}.${inner}`)]),
    );
  };
  // The same keys with other words.
  return Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, apply(value, key)])) as Labels;
}

/** Fills in what stands in braces. In a script that runs from the right, values keep a direction of their own. */
export function filled(label: string, values: Readonly<Record<string, string>>): string {
  const isolate = /[\u0590-\u08ff]/.test(label);
  return label.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole;
    return isolate ? `\u2068${value}\u2069` : value;
  });
}

export type { Labels } from './labels.ts';
