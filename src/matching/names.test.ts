import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likeness, nameWords } from './names.ts';

const alike = (left: string, right: string) => likeness(nameWords(left), nameWords(right));

test('a name is the same without its legal form, its accents and its end', () => {
  assert.equal(alike('Südtal Design B.V.', 'SUEDTAL DESIGN'), 1);
  assert.equal(alike('Müller & Söhne GmbH', 'Mueller Soehne'), 1);
  assert.equal(alike('Ångström Maschinenbau AG', 'ANGSTROM MASCHINENB'), 1);
  assert.equal(alike('陳記貿易 Ltd', '陳記貿易'), 1);
});

test('names that share a word only are not alike', () => {
  assert.ok(alike('Betaberg Design Ltd', 'Südtal Design B.V.') < 0.75);
  assert.equal(alike('', 'Ana'), 0);
  assert.equal(alike('GmbH', 'GmbH'), 1, 'a name of nothing else is compared as it is');
});
