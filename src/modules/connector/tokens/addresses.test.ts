import assert from 'node:assert/strict';
import { test } from 'node:test';
import { register } from '../../../../test/support/people.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld } from '../../../../test/support/world.ts';

const world = await createWorld();
const { actor } = await register(world, 'Olga');
const as = { as: actor };
const make = (input: object) => world.call('create_mcp_token', { name: 'At the office', ...input }, as);

test('addresses are kept once each, in one form: ranges by their first address, IPv4 as IPv4', async () => {
  const written = ['10.1.2.3/8', '203.0.113.7', '203.0.113.7/32', '2001:DB8:0::1', '2001:db8:ffff::1/32'];
  const mapped = ['::ffff:192.0.2.9', '::FFFF:c633:6400/120', ' 203.0.113.7 '];
  const { ip_allow: kept } = await make({ ip_allow: [...written, ...mapped] });
  assert.deepEqual(kept, ['10.0.0.0/8', '192.0.2.9', '198.51.100.0/24', '2001:db8::/32', '2001:db8::1', '203.0.113.7']);
});

test('what is no address is refused by its place, with what to write, and so are too many', async () => {
  const odd = ['office', '', '10.0.0', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/08', '10.0.0.0/', '1.1.1.1/8/8'];
  for (const one of [...odd, '2001:db8::/129', 'fe80::1%eth0', '::ffff:10.0.0.0/64', '010.0.0.1', '10.0.0.1:80']) {
    const look = ({ errors }: { errors: { pointer: string; message: string }[] }) => {
      assert.equal(errors[0]?.pointer, '/ip_allow/1', one);
      assert.match(errors[0]?.message ?? '', /"203\.0\.113\.7", "10\.0\.0\.0\/8"/, one);
    };
    await assert.rejects(make({ ip_allow: ['192.0.2.1', one] }), refused('validation_failed', look));
  }
  const many = (count: number) => Array.from({ length: count }, (_, place) => `192.0.2.${place}`);
  assert.equal((await make({ ip_allow: many(20) })).ip_allow.length, 20);
  for (const list of [many(21), []]) {
    const look = ({ errors }: { errors: { pointer: string }[] }) => assert.equal(errors[0]?.pointer, '/ip_allow');
    await assert.rejects(make({ ip_allow: list }), refused('validation_failed', look));
  }
});

test('addresses stay with a new secret or name, change where they are sent, and null lifts them', async () => {
  const made = await make({ ip_allow: ['10.0.0.0/8'] });
  assert.deepEqual((await world.call('rotate_mcp_token', { id: made.id }, as)).ip_allow, ['10.0.0.0/8']);
  assert.deepEqual((await world.call('update_mcp_token', { id: made.id, name: 'New' }, as)).ip_allow, ['10.0.0.0/8']);
  const moved = await world.call('update_mcp_token', { id: made.id, ip_allow: ['192.0.2.1'] }, as);
  assert.deepEqual(moved.ip_allow, ['192.0.2.1']);
  assert.deepEqual((await world.call('get_mcp_token', { id: made.id }, as)).ip_allow, ['192.0.2.1']);
  assert.equal((await world.call('update_mcp_token', { id: made.id, ip_allow: null }, as)).ip_allow, null);
  assert.equal((await make({})).ip_allow, null);
});
