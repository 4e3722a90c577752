import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comesFrom } from './address-range.ts';

test('an address is in its ranges alone, whichever way it is written', () => {
  const inside: [string, string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['10.255.0.1', '10.0.0.0/8'],
    ['::ffff:10.255.0.1', '10.0.0.0/8'],
    ['::FFFF:0aff:1', '10.0.0.0/8'],
    ['2001:0DB8::0001', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['198.51.100.9', '0.0.0.0/0'],
    ['2001:db8::1', '::/0'],
  ];
  for (const [ip, range] of inside) assert.equal(comesFrom(ip, ['192.0.2.1', range]), true, `${ip} in ${range}`);
  const outside: [string | undefined, string][] = [
    ['203.0.113.8', '203.0.113.7'],
    ['11.0.0.0', '10.0.0.0/8'],
    ['::ffff:11.0.0.0', '10.0.0.0/8'],
    ['::10.0.0.1', '10.0.0.0/8'],
    ['2001:db9::', '2001:db8::/32'],
    ['2001:db8::1', '0.0.0.0/0'],
    ['198.51.100.9', '::/0'],
    ['::ffff:198.51.100.9', '::/0'],
    ['', '0.0.0.0/0'],
    ['unknown', '0.0.0.0/0'],
    [undefined, '0.0.0.0/0'],
  ];
  for (const [ip, range] of outside) assert.equal(comesFrom(ip, ['192.0.2.1', range]), false, `${ip} in ${range}`);
});
