import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isKeySecret, newKeySecret } from './key-secret.ts';

for (const kind of ['key', 'app'] as const) {
  const start = `${kind}_live_`;

  test(`a secret of ${kind} is known by its beginning and its checksum, and no other spelling is one`, () => {
    const { secret, prefix } = newKeySecret(kind);
    assert.match(secret, new RegExp(`^${start}[0-9A-Za-z]{49}$`));
    assert.ok(secret.startsWith(prefix) && prefix.length === 13);
    assert.equal(isKeySecret(secret, kind), true);
    assert.equal(isKeySecret(secret, kind === 'app' ? 'key' : 'app'), false);
    const last = secret.endsWith('0') ? '1' : '0';
    const odd = [`${secret} `, secret.slice(0, -1), `${secret}0`, `${secret.slice(0, -1)}${last}`];
    for (const other of [...odd, secret.toUpperCase(), '']) assert.equal(isKeySecret(other, kind), false, other);
  });

  test(`a change of any one character of ${kind} is noticed`, () => {
    const { secret } = newKeySecret(kind);
    for (let at = start.length; at < secret.length; at += 1) {
      const other = secret[at] === 'a' ? 'b' : 'a';
      assert.equal(isKeySecret(secret.slice(0, at) + other + secret.slice(at + 1), kind), false, String(at));
    }
  });
}

test('no two keys are alike', () => {
  const keys = Array.from({ length: 500 }, () => newKeySecret('key').secret);
  assert.equal(new Set(keys).size, keys.length);
});
