import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ColorName, colorFaults, colorFaultText } from './color-check.ts';
import { contrast, textContrastMin } from './contrast.ts';
import { designNames } from './designs.ts';
import { colorsOf } from './theme.ts';

const color = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const design = fc.constantFrom(...designNames);
const names: readonly ColorName[] = ['accent', 'on_accent', 'ink', 'muted', 'tint', 'line'];
const colors = fc.record(Object.fromEntries(names.map((name) => [name, color])), { requiredKeys: [] });

test('the designs themselves can be read', () => {
  for (const name of designNames) {
    const { ink, muted, tint, accent, onAccent } = colorsOf({ design: name, colors: {} });
    for (const [text, ground] of [
      [ink, '#ffffff'],
      [ink, tint],
      [muted, '#ffffff'],
      [muted, tint],
      [onAccent, accent],
    ] as const) {
      assert.ok(contrast(text, ground) >= textContrastMin, `${name}: ${text} on ${ground}`);
    }
  }
});

test('whatever accent is chosen, what is set on it and in it can be read, and nothing is found', () => {
  fc.assert(
    fc.property(design, color, (name, accent) => {
      const template = { design: name, colors: { accent } };
      const { onAccent, accentInk, ink, onInkMuted } = colorsOf(template);
      assert.ok(contrast(onAccent, accent) >= textContrastMin);
      assert.ok(contrast(accentInk, '#ffffff') >= textContrastMin);
      assert.ok(contrast(onInkMuted, ink) >= textContrastMin);
      assert.deepEqual(colorFaults(template), []);
    }),
  );
});

test('each suggestion mends what was found, one after the other', () => {
  fc.assert(
    fc.property(design, colors, (name, chosen) => {
      let template = { design: name, colors: chosen };
      for (let round = 0; round < names.length; round += 1) {
        const [fault] = colorFaults(template);
        if (fault === undefined) return;
        assert.ok(fault.color in chosen, `${fault.color} was not chosen`);
        assert.ok(fault.ratio < fault.required);
        assert.equal(fault.isUnreadable, fault.ratio < 3);
        template = { ...template, colors: { ...template.colors, [fault.color]: fault.suggestion } };
      }
      assert.deepEqual(colorFaults(template), []);
    }),
  );
});

test('a fault names both colours, their contrast and a shade that would do', () => {
  const [fault, ...others] = colorFaults({ design: 'nordic', colors: { accent: '#ffd84d', on_accent: '#ffffff' } });
  assert.deepEqual(others, []);
  assert.deepEqual([fault?.color, fault?.ratio, fault?.isUnreadable], ['on_accent', 1.3, true]);
  assert.match(
    fault === undefined ? '' : colorFaultText(fault),
    /^Text in on_accent #ffffff on accent #ffd84d has a contrast of 1\.3:1, .* Use #/,
  );
  const grey = colorFaults({ design: 'nordic', colors: { muted: '#8a8a8a' } });
  assert.deepEqual(colorFaults({ design: 'nordic', colors: { muted: grey[0]?.suggestion } }), []);
  const tint = colorFaults({ design: 'nordic', colors: { tint: '#7a8a80' } });
  assert.deepEqual(
    tint.map((one) => one.color),
    ['tint'],
  );
});
