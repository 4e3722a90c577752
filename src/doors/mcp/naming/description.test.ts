import assert from 'node:assert/strict';
import { test } from 'node:test';
import { descriptionIn } from './description.ts';

/** A Wednesday. */
const today = '2026-11-25';

const read = (text: string, kind: 'document' | 'sale' | 'payment' | 'expense' = 'document') =>
  descriptionIn(text, kind, today);

test('a document is described by its type, its day and whose it is', () => {
  assert.deepEqual(read("yesterday's invoice to Noordzee"), {
    kind: 'document',
    type: 'invoice',
    day: '2026-11-24',
    isLatest: false,
    parties: ['to Noordzee', 'Noordzee'],
  });
  assert.deepEqual(read('the last quote for De Groene Winkel')?.parties, [
    'for De Groene Winkel',
    'De Groene Winkel',
    'Groene Winkel',
  ]);
  assert.deepEqual(read("Noordzee's latest credit note"), {
    kind: 'document',
    type: 'credit_note',
    isLatest: true,
    parties: ['Noordzee s', 'Noordzee'],
  });
});

test('in every language of the service', () => {
  const said = [
    'die gestrige Rechnung an Noordzee',
    "la facture d'hier à Noordzee",
    'la factura de ayer para Noordzee',
    'factuur van gisteren aan Noordzee',
    'invoice for Noordzee on Tuesday',
    'Noordzee invoice 2026-11-24',
  ];
  for (const text of said) {
    const { type, day, parties } = read(text) ?? {};
    assert.deepEqual([type, day, parties?.at(-1)], ['invoice', '2026-11-24', 'Noordzee'], text);
  }
  assert.equal(read("Wednesday's invoice")?.day, '2026-11-18', 'a week ago, not today');
  assert.equal(read('Rechnung von vorgestern')?.day, '2026-11-23');
});

test('a bill is of the kind that is asked for', () => {
  assert.equal(read('the last bill from Noordzee', 'expense')?.kind, 'expense');
  assert.equal(read('the last bill for Noordzee', 'document')?.kind, 'document');
  assert.equal(read('invoice to Noordzee', 'sale')?.kind, 'document', 'whose sale is meant');
});

test('a name, a number and what says two things at once describe nothing', () => {
  for (const text of [
    'Noordzee',
    'INV-2026-00012',
    'invoice',
    'the invoice',
    '',
    'yesterday today',
    '250.00',
    'invoice 17',
  ]) {
    assert.equal(read(text), undefined, text);
  }
  assert.equal(read('Bakker invoice Noordzee'), undefined, 'two parties');
});
