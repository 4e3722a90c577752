import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isIban } from './iban.ts';

test('an IBAN has right check digits and no spaces', () => {
  for (const iban of ['DE02120300000000202051', 'GB29NWBK60161331926819', 'NO9386011117947']) assert.ok(isIban(iban));
  for (const no of ['DE02120300000000202052', 'DE02 1203 0000 0000 2020 51', '12345678', '']) assert.ok(!isIban(no));
});
