import books from './books.json' with { type: 'json' };
import money from './money.json' with { type: 'json' };
import people from './people.json' with { type: 'json' };
import selling from './selling.json' with { type: 'json' };
import stock from './stock.json' with { type: 'json' };
import vat from './vat.json' with { type: 'json' };

/** Phrases for one thing by language, separated by semicolons. */
export type Phrases = Readonly<Partial<Record<'en' | 'de' | 'fr' | 'es' | 'nl', string>>>;

const phrases: Readonly<Record<string, Phrases>> = { ...selling, ...money, ...stock, ...books, ...people, ...vat };

/** Phrases in which people ask for an action, in all languages. */
export function phrasesOf(action: string): readonly string[] {
  return Object.hasOwn(phrases, action) ? listed(phrases[action] ?? {}, ';') : [];
}

/** The actions that phrases are written for. */
export const phrasedActions: readonly string[] = Object.keys(phrases);

export function listed(byLanguage: Phrases, separator: string): string[] {
  return Object.values(byLanguage)
    .flatMap((texts) => texts.split(separator))
    .map((text) => text.trim())
    .filter((text) => text !== '');
}
