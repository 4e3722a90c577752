import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { typeIdFrom, uuidFrom } from './type-id.ts';

test('the published example of the TypeID specification holds in both directions', () => {
  assert.equal(typeIdFrom('prefix', '01890a5d-ac96-774b-bcce-b302099a8057'), 'prefix_01h455vb4pex5vsknk084sn02q');
  assert.equal(uuidFrom('prefix', 'prefix_01h455vb4pex5vsknk084sn02q'), '01890a5d-ac96-774b-bcce-b302099a8057');
});

test('every uuid comes back from its id', () => {
  fc.assert(fc.property(fc.uuid(), (uuid) => uuidFrom('client', typeIdFrom('client', uuid)) === uuid));
});

test('what is no uuid becomes no id', () => {
  for (const text of ['', 'Cash', 'client_01h455vb4pex5vsknk084sn02q', '01890a5dac96774bbcceb302099a8057']) {
    assert.throws(() => typeIdFrom('client', text), RangeError, text);
  }
});

test('another prefix, another alphabet, too many bits and a wrong length are no ids', () => {
  const digits = '01h455vb4pex5vsknk084sn02q';
  for (const text of [
    `sale_${digits}`,
    `client_${digits}0`,
    `client_8${digits.slice(1)}`,
    `client_${digits.toUpperCase()}`,
    `client_01h455vb4pex5vsknk084sn02l`,
    '',
  ]) {
    assert.equal(uuidFrom('client', text), undefined, text);
  }
});
