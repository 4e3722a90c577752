import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { refused } from '../../../../test/support/refused.ts';
import { changeOptions, combinations, type Option } from './options.ts';

const size: Option = { name: 'Size', values: ['S', 'M'] };
const colour: Option = { name: 'Colour', values: ['red', 'blue'] };
const all = (options: readonly Option[]) =>
  combinations(options).map((values, index) => ({ id: `${index}`, values, isActive: true }));
const after = (change: ReturnType<typeof changeOptions>) =>
  [...change.values.values()].map((values) => values.join('-'));

describe('a change of options', () => {
  test('adds only the combinations that have a new value', () => {
    const change = changeOptions([size], [{ name: 'size', values: ['S', 'M', 'L'] }], all([size]).slice(0, 1));
    assert.deepEqual(change.added, [['L']]);
    assert.deepEqual(change.retired, []);
  });

  test('gives variants the first value of a new option', () => {
    const change = changeOptions([size], [size, colour], all([size]));
    assert.deepEqual(after(change), ['S-red', 'M-red']);
    assert.deepEqual(change.added, [
      ['S', 'blue'],
      ['M', 'blue'],
    ]);
  });

  test('turns a plain product into the first of its variants', () => {
    const change = changeOptions([], [size], [{ id: 'a', values: [], isActive: true }]);
    assert.deepEqual([after(change), change.added], [['S'], [['M']]]);
  });

  test('retires variants whose value is gone, and those only once', () => {
    const variants = all([size]).map((variant) => ({ ...variant, isActive: variant.values[0] === 'S' }));
    assert.deepEqual(changeOptions([size], [{ name: 'Size', values: ['XL'] }], variants).retired, ['0']);
  });

  test('knows a renamed option by its place, and a reordered one by its name', () => {
    const renamed = changeOptions([size, colour], [size, { ...colour, name: 'Color' }], all([size, colour]));
    assert.deepEqual([after(renamed)[1], renamed.added], ['S-blue', []]);
    const turned = changeOptions([size, colour], [colour, size], all([size, colour]));
    assert.deepEqual([after(turned)[1], turned.added], ['blue-S', []]);
  });

  test('is refused where variants could not be told apart any more', () => {
    assert.throws(() => changeOptions([size, colour], [size], all([size, colour])), /input is invalid/);
    assert.throws(() => changeOptions([size], [], all([size])), /input is invalid/);
  });
});

const names = ['Size', 'Colour', 'Fit', 'Length'];
const someOptions = fc
  .uniqueArray(fc.constantFrom(...names), { maxLength: 3 })
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((name) =>
        fc
          .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 4 })
          .map((values): Option => ({ name, values })),
      ),
    ),
  );

test('whatever options become, every variant keeps its place and no two are alike', () => {
  fc.assert(
    fc.property(someOptions, someOptions, (current, next) => {
      const variants = all(current);
      let change;
      try {
        change = changeOptions(current, next, variants);
      } catch (error) {
        refused('validation_failed')(error);
        return;
      }
      assert.deepEqual(
        [...change.values.keys()],
        variants.map(({ id }) => id),
      );
      const alike = [...change.values.values(), ...change.added].map((values) => values.join('\n'));
      assert.equal(new Set(alike).size, alike.length);
      for (const values of change.added) {
        assert.ok(values.every((value, place) => next[place]?.values.includes(value)));
      }
      for (const [id, values] of change.values) {
        const isGone = values.some((value, place) => !next[place]?.values.includes(value));
        assert.equal(change.retired.includes(id), isGone);
      }
    }),
  );
});
