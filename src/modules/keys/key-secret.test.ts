import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isKeySecret, newKeySecret } from './key-secret.ts';

test('a key is known by its beginning and its checksum, and no other spelling is one', () => {
  const { key, prefix } = newKeySecret();
  assert.match(key, /^key_live_[0-9A-Za-z]{49}$/);
  assert.ok(key.startsWith(prefix) && prefix.length === 13);
  assert.equal(isKeySecret(key), true);
  const last = key.endsWith('0') ? '1' : '0';
  for (const odd of [`${key} `, key.slice(0, -1), `${key}0`, `${key.slice(0, -1)}${last}`, key.toUpperCase(), '']) {
    assert.equal(isKeySecret(odd), false, odd);
  }
});

test('a change of any one character is noticed', () => {
  const { key } = newKeySecret();
  for (let at = 'key_live_'.length; at < key.length; at += 1) {
    const other = key[at] === 'a' ? 'b' : 'a';
    assert.equal(isKeySecret(key.slice(0, at) + other + key.slice(at + 1)), false, String(at));
  }
});

test('no two keys are alike', () => {
  const keys = Array.from({ length: 500 }, () => newKeySecret().key);
  assert.equal(new Set(keys).size, keys.length);
});
