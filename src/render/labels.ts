import { languagesWith, type Messages, messagesOf, nearest } from '../messages/index.ts';
import type { Template } from './template.ts';

/** Every text that a document says by itself, in one language. `{…}` stands for what is filled in. */
export type Labels = Messages['documents'];

/** Languages that documents speak by themselves; others are written in English with the organisation's own labels. */
export const labelLanguages: readonly string[] = languagesWith('documents');

/**
 * The labels that an organisation may change, such as `billedTo` or `title.invoice`, with their text in a language, or
 * in the nearest that is there. Units are not among them: whoever sells by the crate writes so on the line.
 */
export function labelTexts(language: string): Readonly<Record<string, string>> {
  const texts = Object.entries(messagesOf(language, 'documents'))
    .filter(([key]) => key !== 'units')
    .flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[key, value]]
        : Object.entries(value).map(([inner, text]) => [`${key}.${inner}`, text]),
    );
  return Object.fromEntries(texts);
}

export const labelKeys: readonly string[] = Object.keys(labelTexts('en'));

/** The labels of a language, or of the nearest that is there, with what the organisation calls differently. */
export function labelsFor(language: string, overrides: Template['labels'] = {}): Labels {
  const known = messagesOf(language, 'documents');
  const changes = { ...overrides['*'], ...nearest(language, overrides) };
  return Object.keys(changes).length === 0 ? known : changed(known, changes);
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
