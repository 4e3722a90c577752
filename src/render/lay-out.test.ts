import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addressLines } from './address-lines.ts';
import { coverageOf } from './coverage.ts';
import { epcPayload } from './epc.ts';
import { readFacts, writeFacts } from './facts-json.ts';
import { formatFor } from './format.ts';
import { labelKeys, labelLanguages, labelsFor } from './labels.ts';
import { pageModel, written } from './lay-out.ts';
import { parseMarkdown } from './markdown.ts';
import type { PageModel, SectionModel, TableModel } from './page-model.ts';
import { fillPlaceholders, placeholderNames, unknownPlaceholders } from './placeholders.ts';
import { decimal, sampleFacts } from './samples.ts';
import { plainTemplate, Template } from './template.ts';

const extras = { logo: null, attachments: [] };

function section<Type extends SectionModel['type']>(
  model: PageModel,
  type: Type,
): Extract<SectionModel, { type: Type }> {
  const found = model.sections.find((part): part is Extract<SectionModel, { type: Type }> => part.type === type);
  assert.ok(found, `no ${type}`);
  return found;
}

test('every language says everything, with the same places to fill in', () => {
  const places = (text: string): string => [...text.matchAll(/\{[a-z]+\}/g)].map(String).toSorted().join(' ');
  const flat = (labels: object): string[] =>
    Object.entries(labels)
      .filter(([key]) => key !== 'units')
      .flatMap(([, value]) => (typeof value === 'string' ? value : flat(value)));
  const english = flat(labelsFor('en'));
  assert.ok(labelLanguages.length >= 25);
  for (const language of labelLanguages) {
    const own = flat(labelsFor(language));
    assert.equal(own.length, labelKeys.length);
    for (const [at, text] of own.entries()) {
      assert.notEqual(text.trim(), '', `${language}: ${labelKeys[at]}`);
      assert.equal(places(text), places(english[at] ?? ''), `${language}: ${labelKeys[at]}`);
    }
  }
});

test('a language without labels speaks English, a region speaks its language', () => {
  assert.equal(labelsFor('sw').title.invoice, 'Invoice');
  assert.equal(labelsFor('pt-BR').title.invoice, 'Fatura');
  for (const name of ['toString', 'constructor', 'valueOf']) {
    assert.equal(labelsFor(name, { '*': {} }).title.invoice, 'Invoice');
    assert.equal(sampleFacts('invoice', name, 1).currency, 'EUR');
  }
});

test('an organisation may call things its own way in one language or in all', () => {
  const overrides = { '*': { 'title.quote': 'Proposal' }, de: { billedTo: 'Bauherr' } };
  assert.equal(labelsFor('de', overrides).billedTo, 'Bauherr');
  assert.equal(labelsFor('de', overrides).title.quote, 'Proposal');
  assert.equal(labelsFor('fr', overrides).billedTo, 'Facturé à');
});

test('amounts are written digit by digit, whatever their size', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (minor) => {
      const digits = formatFor('de', 'EUR', 'long').amount(minor).replaceAll('.', '').replace(',', '');
      assert.equal(BigInt(digits), minor);
    }),
  );
  assert.equal(formatFor('en', 'JPY', 'long').money(863_520n), '¥863,520');
  assert.equal(formatFor('de-CH', 'CHF', 'long').money(123_456_789n), "CHF\u00a01'234'567.89");
  assert.equal(formatFor('ar-EG', 'KWD', 'long').amount(1_234_567n), '1,234.567');
  assert.equal(formatFor('en', 'EUR', 'long').percent(decimal('5.5')), '5.5%');
  assert.equal(formatFor('en', 'EUR', 'long').price(decimal('0.00125')), '0.00125');
});

test('the running total of the last line is the sum of the lines', () => {
  const facts = sampleFacts('invoice', 'en', 30);
  const table: TableModel = section(pageModel(facts, plainTemplate, extras), 'table');
  assert.equal(table.rows.at(-1)?.carried, formatFor('en', 'EUR', 'long').amount(facts.totals.lines));
});

test('a delivery note says nothing of prices, even where its template asks for them', () => {
  const template = Template.parse({ columns: ['item', 'quantity', 'unit_price', 'tax', 'amount'] });
  for (const chosen of [plainTemplate, template]) {
    const model = pageModel(sampleFacts('delivery_note', 'en'), chosen, extras);
    assert.doesNotMatch(JSON.stringify(model), /4,800|9,288|420\.00/);
  }
});

test('a paid invoice asks for nothing any more', () => {
  const facts = sampleFacts('invoice', 'en');
  const payments = [
    { day: '2026-11-28', amount: facts.totals.gross, method: 'Card', reference: null, tendered: null, change: null },
  ];
  const totals = { ...facts.totals, prepaid: facts.totals.gross, due: 0n };
  const model = pageModel({ ...facts, totals, payments, marks: ['paid'] }, plainTemplate, extras);
  const payment = section(model, 'payment');
  assert.equal(payment.title, 'Payment received');
  assert.equal(payment.qr, null);
  assert.doesNotMatch(JSON.stringify(payment), /DE89/);
  assert.equal(model.stamp?.label, 'Paid');
});

test('what the law wants said is said where no tax is charged', () => {
  const facts = sampleFacts('invoice', 'de');
  const exempt = {
    category: 'AE',
    percent: decimal('0'),
    name: 'USt.',
    base: 100n,
    amount: 0n,
    exemption: null,
    withheld: false,
  } as const;
  const { notes } = section(pageModel({ ...facts, taxes: [exempt] }, plainTemplate, extras), 'totals');
  assert.deepEqual(notes, ['Steuerschuldnerschaft des Leistungsempfängers.']);
});

test('a transfer is coded as EPC069-12 wants it, and only where it can be', () => {
  const transfer = {
    name: 'Studio  Lindqvist GmbH',
    iban: 'DE89 3704 0044 0532 0130 00',
    bic: null,
    amount: 928_860n,
    currency: 'EUR',
    remittance: '2026-0401',
  };
  const payload = 'BCD\n002\n1\nSCT\n\nStudio Lindqvist GmbH\nDE89370400440532013000\nEUR9288.60\n\n\n2026-0401';
  assert.equal(epcPayload(transfer), payload);
  assert.equal(epcPayload({ ...transfer, currency: 'USD' }), undefined);
  assert.equal(epcPayload({ ...transfer, amount: 0n }), undefined);
  assert.equal(epcPayload({ ...transfer, amount: 100_000_000_000n }), undefined);
  assert.ok(epcPayload({ ...transfer, name: 'x'.repeat(500) })?.includes(`\n${'x'.repeat(70)}\n`));
});

test('Markdown is a tree of text: no HTML, no links but to pages and mail', () => {
  const text =
    '**Bold** and *soft*\nnext\n\n- one\n- [two](https://example.com)\n\n1. <b>no</b>\n\n' +
    '[x](javascript:alert(1)) [y](file:///etc/passwd)';
  const blocks = parseMarkdown(text);
  assert.deepEqual(
    blocks.map(({ type }) => type),
    ['paragraph', 'bullets', 'numbers', 'paragraph'],
  );
  const links = JSON.stringify(blocks).match(/"to":"[^"]*"/g);
  assert.deepEqual(links, ['"to":"https://example.com"']);
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (any) => void parseMarkdown(any)));
});

test('placeholders are names of a list, and values are never looked at again', () => {
  const values = Object.fromEntries(placeholderNames.map((name) => [name, `{{${name}}}`])) as Parameters<
    typeof fillPlaceholders
  >[1];
  assert.equal(fillPlaceholders('{{ number }} {{constructor}} {{7*7}}', values), '{{number}} {{constructor}} {{7*7}}');
  assert.deepEqual(unknownPlaceholders('{{number}} {{nosuch}} {{constructor}}'), ['nosuch', 'constructor']);
});

test('an address is written as the post of its country wants it', () => {
  const country = (code: string): string => formatFor('en', 'EUR', 'long').country(code);
  const empty = { line1: null, line2: null, line3: null, city: null, postalCode: null, region: null, country: null };
  const us = { ...empty, line1: '1 Main St', city: 'Austin', region: 'TX', postalCode: '78701', country: 'US' };
  assert.deepEqual(addressLines(us, 'DE', country), ['1 Main St', 'Austin, TX 78701', 'United States']);
  const gb = { ...empty, line1: '10 Downing St', city: 'London', postalCode: 'SW1A 2AA', country: 'GB' };
  assert.deepEqual(addressLines(gb, 'GB', country), ['10 Downing St', 'London', 'SW1A 2AA']);
  const jp = {
    ...empty,
    line1: '神宮前4-12-10',
    city: '渋谷区',
    region: '東京都',
    postalCode: '150-0001',
    country: 'JP',
  };
  assert.deepEqual(addressLines(jp, 'JP', country), ['〒150-0001', '東京都渋谷区', '神宮前4-12-10']);
  assert.deepEqual(addressLines(empty, 'DE', country), []);
});

test('the fonts of a text are those that it needs, in the order of its language', () => {
  assert.deepEqual(coverageOf('Invoice Ångström Ελλάδα Дом ₹ العربية עברית ไทย हिन्दी', 'en').sets, []);
  assert.deepEqual(coverageOf('請求書', 'ja').sets, ['japanese']);
  assert.deepEqual(coverageOf('請求書 ありがとう', 'de').sets, ['japanese']);
  assert.deepEqual(coverageOf('견적서', 'en').sets, ['korean']);
  assert.deepEqual(coverageOf('發票', 'zh-TW').sets, ['traditional']);
  assert.deepEqual(coverageOf('发票', 'zh').sets, ['simplified']);
});

test('a character that no font has never stops a document', () => {
  const { json } = written({ a: 'Tea 🍵\u200d👩‍👧 ᚠ\u0007\u202eevil\ud800' }, 'en');
  const read = JSON.parse(json) as { a: string };
  assert.equal(read.a.replaceAll('\u200d', ''), 'Tea  □evil\ufffd'.replace('\ufffd', '□'));
});

test('facts that are kept are read back the same', () => {
  const facts = sampleFacts('statement', 'en', 5);
  assert.deepEqual(readFacts(writeFacts(facts)), facts);
  assert.deepEqual(readFacts(JSON.parse(writeFacts(facts))), facts);
});

test('an accent that is too pale to read fills, and the ink is what is read', () => {
  const pale = Template.parse({ colors: { accent: '#f5c400' } });
  const { theme } = pageModel(sampleFacts('invoice', 'en'), pale, extras);
  assert.deepEqual([theme.accent, theme.accentInk, theme.onAccent], ['#f5c400', '#16202a', '#000000']);
});

test('a template says which setting is wrong', () => {
  const { success, error } = Template.safeParse({ design: 'nosuch', colors: { accent: 'red' }, unknown: 1 });
  assert.equal(success, false);
  assert.deepEqual(error?.issues.map(({ path }) => path.join('.')).toSorted(), ['', 'colors.accent', 'design']);
});

test('where prices have tax in them, discounts and charges are told with theirs, to the cent of the total', () => {
  const facts = sampleFacts('quote', 'en', 1);
  const [line] = facts.lines;
  assert.ok(line !== undefined);
  const [tax = null] = line.taxes;
  const adjustment = (kind: 'discount' | 'charge', reason: string, amount: bigint) => {
    return { kind, reason, reasonCode: null, percent: null, base: null, amount, tax };
  };
  const adjustments = [
    adjustment('discount', 'Loyal', 1_681n),
    adjustment('discount', 'Loyal', 840n),
    adjustment('charge', 'Courier', 1_008n),
  ];
  const gross = line.net + line.tax - 3_000n + 1_200n;
  const changed = { ...facts, adjustments, pricesWithTax: true, totals: { ...facts.totals, gross, due: gross } };
  const { rows } = section(pageModel(changed, plainTemplate, extras), 'totals');
  assert.deepEqual(
    rows.slice(1, 3).map(({ label, value }) => [label, value]),
    [
      ['Loyal', '-€30.00'],
      ['Courier', '€12.00'],
    ],
  );
});
