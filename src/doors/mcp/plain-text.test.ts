import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { plainText } from './plain-text.ts';

test('whatever is said, the text is printable where it matters and reads back as what was said', () => {
  const odd = fc.constantFrom('\u202e', '\u200b', '\u{e0041}', '\ufeff', '\u2066', 'é', '字', '"', '\\', '\n');
  const text = fc.array(fc.oneof(odd, fc.string())).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), text), (record) => {
      const said = plainText(record);
      assert.doesNotMatch(said, /[\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]/u);
      assert.deepEqual({ ...JSON.parse(said) }, { ...JSON.parse(JSON.stringify(record)) });
    }),
  );
});

test('nulls and empty objects are left out at every depth; empty lists, zeros and false stay', () => {
  const value = { data: [], total: '0.00', more: false, none: null, meta: {}, rows: [{ a: null, b: { c: null } }] };
  assert.equal(plainText(value), '{"data":[],"total":"0.00","more":false,"rows":[{}]}');
});
