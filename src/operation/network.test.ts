import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './network.ts';

test('addresses of one /64 count as one, however they are written, and IPv4 as it is', () => {
  for (const ip of ['2001:db8::1', '2001:db8::2', '2001:DB8:0:0:ffff::9', '2001:0db8:0000:0000:1:2:3:4']) {
    assert.equal(networkOf(ip), '2001:db8:0:0', ip);
  }
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2');
  assert.equal(networkOf('::1'), '0:0:0:0');
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0');
  assert.equal(networkOf('192.0.2.7'), '192.0.2.7');
  assert.equal(networkOf('::ffff:192.0.2.7'), '192.0.2.7');
  assert.equal(networkOf('not an address'), 'not an address');
});
