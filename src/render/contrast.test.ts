import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contrast, inkOn, legibleOn, textContrastMin } from './contrast.ts';

const color = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('any colour becomes one that can be read on any ground, and one that could be read stays', () => {
  fc.assert(
    fc.property(color, color, (own, ground) => {
      const legible = legibleOn(ground, own);
      if (contrast(own, ground) >= textContrastMin) assert.equal(legible, own);
      assert.ok(contrast(legible, ground) >= textContrastMin, `${own} on ${ground} became ${legible}`);
    }),
  );
});

test('one of black and white can be read on any colour', () => {
  fc.assert(fc.property(color, (ground) => assert.ok(contrast(inkOn(ground), ground) >= textContrastMin)));
});

test('contrast is that of WCAG 2', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#ffffff', '#767676').toFixed(2), '4.54');
});
