import { nearest, translated } from '../messages/index.ts';
import type { Template } from './template.ts';

type Written = {
  /** BCP 47, of the document. */
  readonly language: string;
  /** Of the seller: a language that names no country is written as there. */
  readonly country: string | null;
};

/**
 * The locale that words, days and figures of a document are all written in, so that it speaks one language. What nobody
 * has written words for is English throughout, unless the organisation has written its own.
 */
export function documentLocale({ language, country }: Written, labels: Template['labels'] = {}): string {
  const isSpoken = translated(language, 'documents') !== undefined || nearest(language, labels) !== undefined;
  const asked = new Intl.Locale(isSpoken ? language : 'en');
  if (asked.region !== undefined || country === null || !/^[A-Z]{2}$/.test(country)) return asked.toString();
  const regional = new Intl.Locale(asked.language, { ...scriptOf(asked), region: country }).toString();
  // A country that does not speak it would be ignored, and English then read as in the United States.
  return asked.language !== 'en' || isKnown(regional) ? regional : 'en-001';
}

function scriptOf({ script }: Intl.Locale): { script?: string } {
  return script === undefined ? {} : { script };
}

function isKnown(locale: string): boolean {
  return new Intl.DateTimeFormat(locale).resolvedOptions().locale === locale;
}
