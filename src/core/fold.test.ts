import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { folded, nameKey } from './fold.ts';

test('case, accents, width and ligatures make no difference', () => {
  for (const [text, expected] of [
    ['Ñandú ÅNGSTRÖM', 'nandu angstrom'],
    ['Łódź Straße Ørsted Æsir', 'lodz strasse orsted aesir'],
    ['ＡＢＣ ﬁne', 'abc fine'],
    ['İstanbul', 'istanbul'],
  ] as const) {
    assert.equal(folded(text), expected);
  }
});

test('several texts are a line each, and what is not there is none', () => {
  assert.equal(folded('Ä', null, undefined, 'b'), 'a\nb');
});

test('signs that are letters of other scripts stay', () => {
  assert.notEqual(nameKey('が'), nameKey('か'));
  assert.notEqual(nameKey('कि'), nameKey('का'));
  assert.equal(nameKey('日本 株式会社'), '日本 株式会社');
});

test('folding twice is folding once, and both forms of one text fold alike', () => {
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(fc.property(text, (any) => folded(folded(any)) === folded(any)));
  fc.assert(fc.property(text, (any) => folded(any.normalize('NFC')) === folded(any.normalize('NFD'))));
});

test('a key for sorting has at most 96 bytes, is well-formed, and ignores punctuation', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 255 });
  fc.assert(fc.property(name, (any) => Buffer.byteLength(nameKey(any)) <= 96 && nameKey(any).isWellFormed()));
  assert.equal(nameKey('  O’Hara & Sons, Ltd. '), nameKey("o'hara sons ltd"));
  assert.equal(nameKey('!!!'), '!!!');
});

test('a long name is cut between characters, after as many as fit', () => {
  assert.equal(nameKey('a'.repeat(97)), 'a'.repeat(96));
  assert.equal(nameKey('a'.repeat(96)), 'a'.repeat(96));
  assert.equal(nameKey('日'.repeat(40)), '日'.repeat(32));
  assert.equal(nameKey(`a${'日'.repeat(40)}`), `a${'日'.repeat(31)}`);
  assert.equal(nameKey('𠮷'.repeat(25)), '𠮷'.repeat(24));
});

test('letters that are not taken apart are folded as they are typed', () => {
  assert.equal(folded('đokić œuvre'), 'dokic oeuvre');
});
