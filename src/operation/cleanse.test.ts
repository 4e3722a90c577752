import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cleanse } from './cleanse.ts';
import { BusinessError } from './errors.ts';

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const poisonous = ['__proto__', 'constructor', 'prototype'];
const anything = fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' });

function refusedAt(value: unknown): string {
  try {
    cleanse(value);
    return 'nothing';
  } catch (error) {
    assert.ok(error instanceof BusinessError);
    assert.equal(error.kind.code, 'validation_failed');
    const [first] = error.details.errors ?? [];
    return `${first?.pointer} ${first?.code}`;
  }
}

const holds = (value: unknown, wrong: (text: string, isKey: boolean) => boolean): boolean => {
  if (typeof value === 'string') return wrong(value, false);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => holds(item, wrong));
  return Object.entries(value).some(([key, item]) => wrong(key, true) || holds(item, wrong));
};
const isBad = (text: string, isKey: boolean) =>
  controls.test(text) || !text.isWellFormed() || (isKey && poisonous.includes(text));

test('whatever comes in, what goes on is clean and says the same, or it is refused', () => {
  fc.assert(
    fc.property(anything, (value) => {
      if (holds(value, isBad)) return assert.notEqual(refusedAt(value), 'nothing');
      const clean = cleanse(value);
      assert.equal(JSON.stringify(clean), JSON.stringify(value).normalize('NFC'));
      return undefined;
    }),
    { numRuns: 2_000 },
  );
});

test('what is clean stays as it is, and cleansing it again changes nothing', () => {
  fc.assert(
    fc.property(anything, (value) => {
      fc.pre(!holds(value, isBad));
      const clean = cleanse(value);
      assert.deepEqual(cleanse(clean), clean);
    }),
  );
});

test('composed and decomposed letters are one text', () => {
  assert.deepEqual(cleanse({ 'a\u0308': 'Zoe\u0308' }), { ä: 'Zoë' });
});

test('lines, tabs and everything one can write pass', () => {
  for (const text of ['a\nb\r\n\tc', '', '🦊', 'עברית', '\u200d', '\u00a0', '\ufffd'])
    assert.equal(cleanse(text), text);
});

test('what is refused is named by its place', () => {
  assert.equal(refusedAt({ lines: [{ name: 'a' }, { name: 'b\0' }] }), '/lines/1/name control_character');
  assert.equal(refusedAt({ name: '\ud800' }), '/name malformed_text');
  assert.equal(refusedAt({ 'na\u0007me': 1 }), ' control_character');
  assert.equal(refusedAt(JSON.parse('{"a": {"__proto__": {"admin": true}}}')), '/a unknown_field');
  assert.equal(refusedAt({ constructor: 1 }), ' unknown_field');
});

test('depth and size are bounded, so that no input takes the service down', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 'x' : { in: nested(depth - 1) });
  assert.equal(refusedAt(nested(33)), 'nothing');
  assert.match(refusedAt(nested(34)), /too_deep$/);
  assert.match(refusedAt(JSON.parse('['.repeat(5_000) + ']'.repeat(5_000))), /too_deep$/);
  const keyed = (many: number) => Object.fromEntries(Array.from({ length: many }, (_, at) => [`k${at}`, 1]));
  assert.equal(refusedAt(keyed(10_000)), 'nothing');
  assert.equal(refusedAt(keyed(10_001)), ' too_many_keys');
});

test('numbers, booleans and null go on as they are', () => {
  for (const value of [0, -1.5, true, false, null, undefined]) assert.equal(cleanse(value), value);
});
