import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergePatch } from './merge-patch.ts';

/** The examples of RFC 7396, appendix A, that change objects. */
const examples: readonly (readonly [object, object, object])[] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  [{ a: 'text' }, { a: { b: 1, c: null } }, { a: { b: 1 } }],
];

test('a patch changes an object as the RFC has it, and leaves what it was given as it was', () => {
  for (const [target, patch, expected] of examples) {
    const before = structuredClone(target);
    assert.deepEqual(mergePatch({ ...target }, { ...patch }), expected);
    assert.deepEqual(target, before);
  }
});

test('what is merged once is the same when it is merged again', () => {
  for (const [target, patch, expected] of examples) {
    assert.deepEqual(mergePatch(mergePatch({ ...target }, { ...patch }), { ...patch }), expected);
  }
});
