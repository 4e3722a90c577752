import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizedPhone } from './phone.ts';

test('one telephone number has one form, however it is written', () => {
  for (const phone of ['+49 30 1234567', '0049 (30) 123-4567', '+49 (0)30 / 1234567', '+49.30.1234567']) {
    assert.equal(normalizedPhone(phone), '+49301234567');
  }
  assert.equal(normalizedPhone('030 123'), '030123');
  assert.equal(normalizedPhone('+--'), null);
  assert.equal(normalizedPhone('1'.repeat(40)), null);
});
