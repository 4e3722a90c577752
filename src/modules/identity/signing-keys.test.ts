import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../db/sql.ts';
import { createWorld } from '../../../test/support/world.ts';
import { openSigningKeys } from './signing-keys.ts';

const world = await createWorld();
const { db, secrets } = world.runtime;

/** A node that starts at an instant, with nothing remembered. */
function nodeAt(instant: string) {
  return openSigningKeys({ db, secrets, now: () => instant });
}

test('ten nodes that start at once agree on a key soon, and each knows the keys of the others', async () => {
  const nodes = Array.from({ length: 10 }, () => nodeAt('2026-01-01T00:00:00.000Z'));
  const made = await Promise.all(nodes.map((node) => node.current()));
  const later = nodeAt('2026-01-01T00:30:00.000Z');
  for (const { kid } of made) assert.equal((await later.find(kid))?.kid, kid);
  const agreed = await Promise.all([nodeAt('2026-01-01T00:30:00.000Z').current(), later.current()]);
  assert.equal(new Set(agreed.map(({ kid }) => kid)).size, 1);
});

test('after ninety days a new key is published, then signs, and the old one verifies a while longer', async () => {
  const before = await nodeAt('2026-03-01T00:00:00.000Z').current();
  const turning = nodeAt('2026-04-02T00:00:00.000Z');
  assert.equal((await turning.current()).kid, before.kid);
  const published = await turning.published();
  const after = await nodeAt('2026-04-02T00:20:00.000Z').current();
  assert.notEqual(after.kid, before.kid);
  assert.ok(published.some(({ kid }) => kid === after.kid));
  assert.ok(await nodeAt('2026-04-03T00:00:00.000Z').find(before.kid));
  assert.equal(await nodeAt('2026-04-05T00:00:00.000Z').find(before.kid), undefined);
});

test('the table holds no private key in the clear, and a key that a stranger inserts verifies nothing', async () => {
  const node = nodeAt('2026-04-06T00:00:00.000Z');
  const { privateKey } = await node.current();
  const der = privateKey.export({ format: 'der', type: 'pkcs8' });
  const rows = await db.transaction({}, async (tx) => {
    tx.later(sql`insert into signing_keys (id, sealed_private_key, created_at) values ('mine', ${der}, '2026-04-05')`);
    return tx.many<{ id: string; sealed_private_key: Buffer }>(sql`select * from signing_keys where id <> 'mine'`);
  });
  for (const row of rows) assert.equal(row.sealed_private_key.includes(der.subarray(-32)), false);
  assert.equal(await nodeAt('2026-04-06T00:00:00.000Z').find('mine'), undefined);
});
