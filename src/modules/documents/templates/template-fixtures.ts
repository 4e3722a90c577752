import type { DocumentFacts } from '../../../render/facts.ts';
import { sampleFacts } from '../../../render/samples.ts';

/** Documents that a template is tried on before it is saved: the shapes that most often break pages. */
export type Fixture = { readonly name: string; readonly facts: DocumentFacts };

export const plainFixture: Fixture = { name: 'an invoice of 3 lines', facts: sampleFacts('invoice', 'en') };

export function everyFixture(): Fixture[] {
  return [
    plainFixture,
    { name: 'a quote in German', facts: sampleFacts('quote', 'de') },
    { name: 'a credit note', facts: sampleFacts('credit_note', 'en') },
    { name: 'an invoice without tax', facts: withoutTax(sampleFacts('invoice', 'en')) },
    { name: 'an invoice with long words', facts: withLongWords(sampleFacts('invoice', 'en')) },
    { name: 'an invoice in Arabic', facts: sampleFacts('invoice', 'ar') },
    { name: 'an invoice in Japanese', facts: sampleFacts('invoice', 'ja') },
    { name: 'an invoice of 200 lines', facts: sampleFacts('invoice', 'en', 200) },
  ];
}

/** One of each script: what letters that are drawn otherwise may break. */
export function scriptFixtures(): Fixture[] {
  return [
    plainFixture,
    ...['de', 'ar', 'ja'].map((language) => ({
      name: `an invoice in ${language}`,
      facts: sampleFacts('invoice', language),
    })),
  ];
}

function withoutTax(facts: DocumentFacts): DocumentFacts {
  const { net } = facts.totals;
  return {
    ...facts,
    lines: facts.lines.map((line) => ({ ...line, tax: 0n, taxes: [] })),
    taxes: [],
    totals: { ...facts.totals, tax: 0n, gross: net, due: net },
  };
}

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

function withLongWords(facts: DocumentFacts): DocumentFacts {
  const lines = facts.lines.map((line) => ({ ...line, name: longWord, description: longWord, sellerItemId: longWord }));
  return { ...facts, lines, seller: { ...facts.seller, legalName: longWord } };
}
