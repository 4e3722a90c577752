import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFor } from './format.ts';

test('a span of time is called as people call it', () => {
  const { span } = formatFor('de', 'EUR', 'medium');
  assert.deepEqual(['2026-03-01', '2026-03', '2026-Q1'].map(span), ['1. März 2026', 'März 2026', '2026-Q1']);
});

test('a label and what it names are parted as the language parts them', () => {
  const named = (language: string) => formatFor(language, 'EUR', 'long').named('A', '5');
  assert.deepEqual(['en', 'de', 'fr', 'fr-CH', 'ja', 'zh'].map(named), [
    'A: 5',
    'A: 5',
    'A\u00a0: 5',
    'A\u00a0: 5',
    'A：5',
    'A：5',
  ]);
});

test('money is parted alike with its currency and without, also where a country parts other numbers otherwise', () => {
  for (const [language, currency] of [
    ['en-BE', 'EUR'],
    ['fr-CH', 'CHF'],
    ['de-AT', 'EUR'],
    ['de', 'EUR'],
    ['en-IN', 'INR'],
    ['ja', 'JPY'],
    ['ar', 'SAR'],
  ] as const) {
    const format = formatFor(language, currency, 'long');
    for (const minor of [-123_456_789n, 1_000n, 123_456_789n]) {
      const inAmount = (text: string) => /\d.*\d/u.exec(text)?.[0] ?? text;
      assert.equal(inAmount(format.amount(minor)), inAmount(format.money(minor)), `${language} ${minor}`);
    }
  }
  const belgian = formatFor('en-BE', 'EUR', 'long');
  assert.deepEqual(
    [belgian.money(-5_207n), belgian.amount(-5_207n), belgian.price({ units: 173_553_719n, scale: 7 })],
    ['-€52.07', '-52.07', '17.3553719'],
  );
});

test('a quantity is written with the signs of the money beside it, also where a country has others for numbers', () => {
  const signs = (text: string) => [...new Set(text.replaceAll(/\d/g, ''))];
  for (const [language, currency] of [
    ['en-BE', 'EUR'],
    ['fr-CH', 'CHF'],
    ['de-AT', 'EUR'],
    ['de', 'EUR'],
    ['en-IN', 'INR'],
  ] as const) {
    const format = formatFor(language, currency, 'iso');
    const price = signs(format.price({ units: 123_456_725n, scale: 2 }));
    assert.equal(price.length, 2, language);
    assert.deepEqual(signs(format.decimal({ units: 12_345_675n, scale: 1 })), price, language);
    assert.deepEqual(signs(format.exact('1234567.5')), price, language);
  }
  assert.equal(formatFor('en-BE', 'EUR', 'iso').decimal({ units: 12_345_675n, scale: 1 }), '1,234,567.5');
});
