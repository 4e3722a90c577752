import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decimal } from '../core/decimal.ts';
import { documentLocale } from './document-locale.ts';
import type { DocumentFacts } from './facts.ts';
import { labelLanguages } from './labels.ts';
import { pageModel } from './lay-out.ts';
import { sampleFacts } from './samples.ts';
import { plainTemplate, Template } from './template.ts';
import { unitName } from './unit-name.ts';
import { labelsFor } from './labels.ts';

const localeOf = (language: string, country: string | null) => documentLocale({ language, country });

test('a language that names no country is written as in that of the seller', () => {
  assert.equal(localeOf('de', 'CH'), 'de-CH');
  assert.equal(localeOf('en', 'IE'), 'en-IE');
  assert.equal(localeOf('en', 'US'), 'en-US');
  assert.equal(localeOf('en-GB', 'US'), 'en-GB');
  assert.equal(localeOf('en', null), 'en');
  assert.equal(localeOf('zh-Hant', 'TW'), 'zh-Hant-TW');
  assert.equal(localeOf('en', 'VN'), 'en-001', 'not as in the United States');
});

test('a language that nobody has written words for is English throughout, unless the organisation has some', () => {
  assert.equal(localeOf('lt', 'IE'), 'en-IE');
  assert.equal(documentLocale({ language: 'lt', country: 'LT' }, { lt: { billedTo: 'Pirkėjas' } }), 'lt-LT');
});

type About = { readonly language: string; readonly country: string; readonly tax?: string; readonly unit?: string };

function saidBy({ language, country, tax = 'VAT', unit = 'hours' }: About, more: Partial<DocumentFacts> = {}): string {
  const facts = sampleFacts('invoice', language, 1);
  const at = { ...facts.seller.address, country };
  const taxes = facts.taxes.map((one) => ({ ...one, name: tax }));
  const lines = facts.lines.map((line) => ({ ...line, unit: { code: 'HUR', label: unit } }));
  const dates = { ...facts.dates, due: '2026-11-22' } as const;
  const changed = { ...facts, dates, seller: { ...facts.seller, address: at }, taxes, lines, ...more };
  return JSON.stringify(pageModel(changed, plainTemplate, { logo: null, attachments: [] })).replaceAll('\u00a0', ' ');
}

test('days, taxes, units and figures are those of the reader and of the region', () => {
  assert.match(
    saidBy({ language: 'de', country: 'DE' }),
    /MwSt\. 19 % auf.*22\. November 2026|22\. November 2026.*MwSt\. 19 % auf/,
  );
  assert.match(saidBy({ language: 'de', country: 'DE' }), /1 Std\./);
  assert.match(saidBy({ language: 'de', country: 'DE', tax: 'USt 19' }), /"USt 19 % auf/);
  assert.match(saidBy({ language: 'fr', country: 'FR', tax: 'MwSt. 19%' }), /"TVA 19 % sur/);
  assert.match(saidBy({ language: 'en', country: 'IE' }), /22 November 2026/);
  assert.match(saidBy({ language: 'en', country: 'US' }), /November 22, 2026/);
  assert.match(saidBy({ language: 'el', country: 'GR' }), /ΦΠΑ 19% επί .*|22 Νοεμβρίου 2026/);
  assert.doesNotMatch(saidBy({ language: 'lt', country: 'LT' }), /lapkričio/);
  assert.match(saidBy({ language: 'en', country: 'US', tax: 'Sales tax 19%' }), /"Sales tax 19% on/);
});

test('a Swiss document says MWST, MWST-Nr. and CHF before the amount, in each of its languages', () => {
  const total = { currency: 'CHF' } as const;
  const german = saidBy({ language: 'de', country: 'CH' }, total);
  assert.match(german, /MWST 19% auf CHF /);
  assert.match(german, /"MWST-Nr\."/);
  assert.match(german, /CHF 4['’]800\.00/);
  assert.match(saidBy({ language: 'fr', country: 'CH' }, total), /TVA 19% sur CHF /);
});

test('charges without a name and methods that nobody renamed are called by their kind', () => {
  const charge = { kind: 'charge', charge: 'shipping', reason: null, reasonCode: 'FC', percent: null } as const;
  const payment = { day: '2026-11-20', amount: 1n, method: 'Bank transfer', reference: null } as const;
  const said = saidBy(
    { language: 'pl', country: 'PL' },
    {
      adjustments: [{ ...charge, base: null, amount: 100n, tax: null }],
      marks: ['paid'],
      payments: [{ ...payment, tendered: null, change: null }],
    },
  );
  assert.match(said, /"Dostawa"/);
  assert.match(said, /· Przelew/);
});

test('the period of a statement is not one of supply', () => {
  const facts = sampleFacts('statement', 'de', 2);
  const { facts: rows } = pageModel(facts, Template.parse({}), { logo: null, attachments: [] });
  assert.deepEqual(
    rows.map(({ label }) => label).filter((label) => /eitraum/.test(label)),
    ['Zeitraum'],
  );
});

test('a unit is counted as the language counts, and kept where it says more than the usual one', () => {
  const count = (units: bigint): Decimal => ({ units, scale: 0 });
  const said = (label: string, units: bigint, language: string) =>
    unitName(label, count(units), { labels: labelsFor(language), locale: language });
  assert.equal(said('day', 1n, 'pl'), 'dzień');
  assert.equal(said('days', 3n, 'pl'), 'dni');
  assert.equal(said('Stk.', 1n, 'en-IE'), 'pc');
  assert.equal(said('Stunden', 2n, 'de-CH'), 'Stunden');
  assert.equal(said('crates of 12', 2n, 'de'), 'crates of 12');
  for (const language of labelLanguages) assert.notEqual(said('hours', 5n, language), '', language);
});
