import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { distanceBetween, meantOf, nearestOf, similarTo } from './nearest.ts';

const statuses = ['draft', 'confirmed', 'partially_paid', 'paid', 'overdue'];

test('a word is known again whatever its case, and with a slip or two', () => {
  for (const [text, meant] of [
    ['Draft', 'draft'],
    ['partially-paid', 'partially_paid'],
    ['Partially Paid', 'partially_paid'],
    ['comfirmed', 'confirmed'],
    ['overdeu', 'overdue'],
  ] as const) {
    assert.equal(meantOf(text, statuses), meant, text);
  }
});

test('what could be several, or none, is not guessed', () => {
  for (const text of ['', 'pid', 'settled', 'open', 'x'.repeat(500)]) assert.equal(meantOf(text, statuses), undefined);
  assert.equal(meantOf('clients', ['client_a', 'client_b']), undefined);
  assert.equal(meantOf('from_id', ['from-id', 'from id']), undefined);
});

test('every choice is meant by itself, and is the nearest to itself', () => {
  const word = fc.stringMatching(/^[a-z][a-z_]{0,20}$/);
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 8 }), (choices) => {
      for (const choice of choices) {
        assert.equal(meantOf(choice, choices), choice);
        assert.equal(nearestOf(choice, choices, 1)[0], choice);
      }
    }),
  );
});

test('a heading is similar to a field by most of its letters or by a whole word, the last before the first', () => {
  const fields = ['product', 'category', 'variant_price', 'description', 'unit', 'email'];
  for (const [text, similar] of [
    ['e-mails', 'email'],
    ['Variant Prices', 'variant_price'],
    ['Product Category', 'category'],
    ['Image Position', undefined],
    ['Published', undefined],
  ] as const) {
    assert.equal(similarTo(text, fields), similar, text);
  }
  assert.equal(similarTo('Notes', []), undefined);
});

test('the distance of two texts is what its definition says, letter by letter', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '😀'), maxLength: 7 });
  fc.assert(fc.property(text, text, (one, other) => assert.equal(distanceBetween(one, other), slowly(one, other))));
});

/** The least of all ways to turn one into the other, from the end backwards. */
function slowly(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length;
  const [shorter, otherShorter] = [one.slice(0, -1), other.slice(0, -1)];
  if (one.at(-1) === other.at(-1)) return slowly(shorter, otherShorter);
  const isSwapped = one.length > 1 && one.at(-1) === other.at(-2) && one.at(-2) === other.at(-1);
  return (
    1 +
    Math.min(
      slowly(shorter, other),
      slowly(one, otherShorter),
      slowly(shorter, otherShorter),
      isSwapped ? slowly(one.slice(0, -2), other.slice(0, -2)) : Infinity,
    )
  );
}
