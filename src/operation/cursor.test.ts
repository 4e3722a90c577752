import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CursorScope, openCursor, sealCursor } from './cursor.ts';
import { BusinessError } from './errors.ts';

const key = Buffer.alloc(32, 7);
const scope: CursorScope = { key, about: 'org\n["clients","-created_at",[]]' };
const keys = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 });

function isRefused(cursor: string, within: CursorScope = scope): boolean {
  try {
    openCursor(within, cursor);
    return false;
  } catch (error) {
    return error instanceof BusinessError && error.kind.code === 'invalid_cursor';
  }
}

test('a cursor opens to the keys it was made of, and stands in an address as it is', () => {
  fc.assert(
    fc.property(keys, (values) => {
      const cursor = sealCursor(scope, values);
      assert.match(cursor, /^[\w-]+$/);
      assert.deepEqual(openCursor(scope, cursor), values);
    }),
  );
});

test('no bit of a cursor can be changed', () => {
  fc.assert(
    fc.property(keys, fc.nat(), fc.integer({ min: 0, max: 7 }), (values, where, bit) => {
      const bytes = Buffer.from(sealCursor(scope, values), 'base64url');
      const at = where % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      assert.ok(isRefused(bytes.toString('base64url')));
    }),
  );
});

test('it opens nowhere but where it was made', () => {
  const cursor = sealCursor(scope, ['a']);
  assert.ok(isRefused(cursor, { key: Buffer.alloc(32, 8), about: scope.about }));
  assert.ok(isRefused(cursor, { key, about: `${scope.about} ` }));
  assert.ok(isRefused(cursor, { key, about: '' }));
});

test('what never was a cursor is refused, whatever it is', () => {
  for (const odd of ['', 'x', '=', '%', 'AAAA', '0'.repeat(500), '🦊']) assert.ok(isRefused(odd), odd);
  fc.assert(fc.property(fc.string(), (text) => assert.ok(isRefused(text))));
  const cursor = sealCursor(scope, ['a']);
  for (const odd of [`${cursor}=`, `${cursor} `, ` ${cursor}`, cursor.slice(1), cursor.slice(0, 21)]) {
    assert.ok(isRefused(odd), odd);
  }
});
