import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { folded } from './fold.ts';
import { foundIn, isMistyped, mayBeMistyped, withoutOneLetter } from './found-text.ts';
import { wordsOf } from './words.ts';

const plain = { mistyped: false };
const near = { mistyped: true };
const marked = (text: string, words: readonly string[], how = plain) => {
  const { place } = foundIn(text, words, how);
  return place.ranges.map(({ start, end }) => place.text.slice(start, end));
};

test('words are found at the beginnings of words, whatever case, accents and width', () => {
  assert.deepEqual(marked('Café MÜLLER', ['cafe', 'mul']), ['Café', 'MÜL']);
  assert.deepEqual(marked('Cafe\u0301 ｍｕｅｌｌｅｒ', ['cafe', 'muell']), ['Cafe\u0301', 'ｍｕｅｌｌ']);
  assert.deepEqual(marked('Straße', ['strass']), ['Straß']);
  assert.deepEqual(marked('東京商店', ['商', '店']), ['商店']);
  assert.deepEqual(marked('summer', ['mer']), []);
});

test('a mistake is found only where it is forgiven, and told apart', () => {
  assert.deepEqual(marked('Johnson', ['jonson']), []);
  assert.deepEqual(marked('Johnson', ['jonson'], near), ['Johnson']);
  assert.deepEqual([...foundIn('Johnson', ['jonson'], near).mistyped], ['jonson']);
  assert.deepEqual([...foundIn('Johnson', ['johns'], near).mistyped], []);
});

test('of a long text the part around the find is shown', () => {
  const text = `${'lorem '.repeat(100)}Zürich 😀${' ipsum'.repeat(100)}`;
  const { place } = foundIn(text, ['zurich'], plain);
  assert.ok(place.text.length < 170 && place.text.startsWith('…') && place.text.endsWith('…'));
  assert.deepEqual(marked(text, ['zurich']), ['Zürich']);
});

test('ranges stand within the text, in order, and mark words that fold to what was looked for', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 60 });
  fc.assert(
    fc.property(texts, fc.nat(), (parts, at) => {
      const text = parts.join(' ');
      const all = wordsOf([text]);
      const word = all[at % Math.max(1, all.length)];
      if (word === undefined || word.length === 60) return;
      const { place, words } = foundIn(text, [word], plain);
      assert.ok(words.has(word));
      let last = -1;
      for (const { start, end } of place.ranges) {
        assert.ok(start > last && end > start && end <= place.text.length);
        assert.ok(folded(place.text.slice(start, end)).includes(word.slice(0, 1)));
        last = end;
      }
    }),
  );
});

const letters = fc
  .string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'é', 'я'), minLength: 4, maxLength: 9 })
  .map((text) => folded(text));

test('two words that one mistake lies between share one without a letter, or one is the other without one', () => {
  fc.assert(
    fc.property(letters, letters, (one, other) => {
      if (!mayBeMistyped(one) || !isMistyped(one, other)) return;
      const [a, b] = [new Set([one, ...withoutOneLetter(one)]), [other, ...withoutOneLetter(other)]];
      assert.ok(
        b.some((word) => a.has(word)),
        `${one} ${other}`,
      );
    }),
  );
});

test('numbers and short words are never mistyped', () => {
  for (const word of ['2026', 'inv42', 'gmb', '商店商店']) assert.equal(mayBeMistyped(word), false, word);
  assert.equal(isMistyped('muller', 'mieler'), false);
});
