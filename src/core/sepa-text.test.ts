import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sepaReference, sepaText } from './sepa-text.ts';

test('names are written as banks write them', () => {
  const names: Readonly<Record<string, string>> = {
    'Müller & Söhne GmbH': 'Mueller + Soehne GmbH',
    'Café de l’Étoile': "Cafe de l'Etoile",
    'Łódź Øre Straße': 'Lodz Ore Strasse',
    'A;B_C "quoted" #7': "A,B-C 'quoted' -7",
    '株式会社 Tokyo': 'Tokyo',
    'two\n lines\tand  blanks ': 'two lines and blanks',
  };
  for (const [name, written] of Object.entries(names)) assert.equal(sepaText(name, 70), written);
  assert.equal(sepaText('x'.repeat(80), 70).length, 70);
  assert.equal(sepaText('a'.repeat(69) + ' b', 70), 'a'.repeat(69));
});

test('references neither begin nor end with a slash, nor have two in a row', () => {
  assert.equal(sepaReference('/RE//2026/17/', 35), 'RE/2026/17');
  assert.equal(sepaReference(`${'x'.repeat(34)}/y`, 35), 'x'.repeat(34));
});

test('whatever is written, only what banks take is left, and no more than fits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(140), (text, most) => {
      const written = sepaText(text, most);
      assert.match(written, /^(?:[a-zA-Z0-9/?:().,'+-](?:[a-zA-Z0-9/?:().,'+ -]*[a-zA-Z0-9/?:().,'+-])?)?$/);
      assert.ok(written.length <= most);
      assert.equal(sepaText(written, most), written);
      const reference = sepaReference(text, most);
      assert.ok(reference.length <= most);
      assert.doesNotMatch(reference, /^\/|\/$|\/\//);
    }),
  );
});
