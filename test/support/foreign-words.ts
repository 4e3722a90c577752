/** Words of English that a page shows to who reads another language. */
import { catalogue } from '../../src/catalogue.ts';
import de from '../../src/messages/de.json' with { type: 'json' };
import en from '../../src/messages/en.json' with { type: 'json' };
import { namesInSchemas, schemasOf } from './catalogue-names.ts';

/** The texts in values of any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** They may have a code that somebody typed in them, so they go first. */
const ids = /\b[a-z]+_[0-9a-z]{26,}\b|\b[0-9a-f]{16,}\b/g;
/** Addresses, mails, names of files, types of events and numbers of records are the same in all languages too. */
const same = /\S+@\S+|\S*\/\S*|\b\w+\.\w{2,}\b|\b[A-Z]+-[A-Z\d{][\w{}:-]*/g;
const wordsIn = (text: string): string[] =>
  (text.replaceAll(same, ' ').match(/\p{L}{3,}/gu) ?? []).map((word) => word.toLowerCase());

/** What only English says: words of its texts, of summaries, names of fields and of values, that German lacks. */
export function englishWords(): ReadonlySet<string> {
  const { fields, values } = namesInSchemas(schemasOf(catalogue));
  const declared = catalogue.flatMap(({ name, summary, guidance = '' }) => [name, summary, guidance]);
  const english = new Set([...textsIn(en), ...declared, ...fields, ...values.keys()].flatMap(wordsIn));
  return english.difference(new Set(textsIn(de).flatMap(wordsIn)));
}

/** Every text that can be seen, and what is said of controls; codes and what is typed into fields are left out. */
export const visibleTexts = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const isSeen = parent.closest('option') !== null || parent.checkVisibility();
    if (isSeen && parent.closest('code, pre, script, style, kbd') === null) texts.push(walker.currentNode.data.trim());
  }
  for (const one of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
    texts.push(...['aria-label', 'placeholder', 'title'].map((name) => one.getAttribute(name) ?? ''));
  }
  return [...new Set(texts.filter((text) => text !== ''))];
})()`;

/** The texts that have a word of English, without ids and what somebody typed. */
export function foreignIn(texts: readonly string[], english: ReadonlySet<string>, typed: readonly string[]): string[] {
  const bare = (text: string) => typed.reduce((left, one) => left.replaceAll(one, ' '), text.replaceAll(ids, ' '));
  return texts.filter((text) => wordsIn(bare(text)).some((word) => english.has(word)));
}
