import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seal, subkey, unseal } from './seal.ts';

const key = Buffer.alloc(32, 7);
const plain = Buffer.from('a private key');

test('what was sealed opens again, and no two seals of it look alike', () => {
  const sealed = seal(key, 'here', plain);
  assert.deepEqual(unseal(key, 'here', sealed), plain);
  assert.notDeepEqual(seal(key, 'here', plain), sealed);
  assert.equal(sealed.includes(plain), false);
});

test('another key, another place, one flipped bit or a cut end does not open it', () => {
  const sealed = seal(key, 'here', plain);
  assert.throws(() => unseal(Buffer.alloc(32, 8), 'here', sealed));
  assert.throws(() => unseal(key, 'there', sealed));
  for (let index = 0; index < sealed.length; index += 1) {
    const bent = Buffer.from(sealed);
    bent[index] = (bent[index] ?? 0) ^ 1;
    assert.throws(() => unseal(key, 'here', bent), `bit flipped in byte ${index}`);
    assert.throws(() => unseal(key, 'here', sealed.subarray(0, index)), `cut to ${index} bytes`);
  }
});

test('keys for two purposes differ, and are the same each time', () => {
  assert.deepEqual(subkey(key, 'one'), subkey(key, 'one'));
  assert.notDeepEqual(subkey(key, 'one'), subkey(key, 'two'));
});
