import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { longTest } from '../../../test/support/dose.ts';
import { callFrom, giveRoles, type Person, register } from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld } from '../../../test/support/world.ts';
import { openAccess } from './authenticate.ts';

const world = await createWorld();
const { db, secrets, now, newId } = world.runtime;

/** Another node on the same database. */
function otherNode() {
  return openAccess({ db, secrets, now, newId, issuer: world.runtime.settings.publicUrl });
}

function change(person: Person, statement: ReturnType<typeof sql>): Promise<number> {
  return world.db.transaction({ organization: person.actor.organization?.id }, (tx) => tx.run(statement));
}

/** Retries until the promise of one second is over. */
/** Rights are remembered for a second, and a machine may be busy for longer. */
const patienceMs = 60_000;

async function within(ms: number, check: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < ms) if (await check()) return performance.now() - began;
  return Number.POSITIVE_INFINITY;
}

test('whoever is demoted loses the permission when their token is looked up again, on every node', async () => {
  const ana = await register(world, 'Ana');
  const nodes = [world.access, otherNode()];
  for (const node of nodes) assert.ok((await node.actorOf(ana.tokens.access_token)).permissions.has('team:read'));
  await giveRoles(world, ana.actor, ['viewer']);
  for (const node of nodes) {
    const lost = async () => !(await node.actorOf(ana.tokens.access_token)).permissions.has('organization:write');
    assert.ok((await within(patienceMs, lost)) < patienceMs);
  }
  const actor = await world.access.actorOf(ana.tokens.access_token);
  await assert.rejects(
    callFrom(world, { actor }, 'update_organization', { name: 'Mine' }),
    refused('forbidden', ({ needs }) => assert.equal(needs, 'organization:write')),
  );
});

test('a change of rights made on this node counts at the next request', async () => {
  const bob = await register(world, 'Bob');
  await world.access.actorOf(bob.tokens.access_token);
  await giveRoles(world, bob.actor, ['viewer']);
  world.access.forget(bob.actor.userId);
  const actor = await world.access.actorOf(bob.tokens.access_token);
  assert.equal(actor.permissions.has('organization:write'), false);
});

test('a change of the calendar, the currency or the name counts at the next request', async () => {
  const dora = await register(world, 'Dora');
  const { access_token: token } = dora.tokens;
  const actor = await world.access.actorOf(token);
  const settings = { timezone: 'Pacific/Kiritimati', base_currency: 'SEK', name: 'Elsewhere' };
  await callFrom(world, { actor }, 'update_organization', settings);
  const { organization } = await world.access.actorOf(token);
  assert.deepEqual(
    [organization?.timezone, organization?.baseCurrency, organization?.name],
    [settings.timezone, settings.base_currency, settings.name],
  );
});

test(
  'whoever is suspended, removed or past their time is out when their session is looked up again',
  longTest,
  async () => {
    const yesterday = '2020-01-01T00:00:00Z';
    for (const [name, update] of Object.entries({
      suspended: (id: string) => sql`update members set status = 'suspended' where id = ${id}`,
      removed: (id: string) => sql`update members set status = 'removed' where id = ${id}`,
      expired: (id: string) => sql`update members set expires_at = ${yesterday} where id = ${id}`,
    })) {
      const person = await register(world, name);
      await world.access.actorOf(person.tokens.access_token);
      await change(person, update(person.actor.memberId));
      const out = () =>
        world.access.actorOf(person.tokens.access_token).then(
          () => false,
          () => true,
        );
      assert.ok((await within(patienceMs, out)) < patienceMs, name);
    }
  },
);

test('a suspended organisation lets nobody in', async () => {
  const cleo = await register(world, 'Cleo');
  await change(cleo, sql`update organizations set status = 'suspended' where id = ${cleo.actor.organization?.id}`);
  world.access.forget(cleo.actor.organization?.id ?? '');
  await assert.rejects(world.access.actorOf(cleo.tokens.access_token), refused('unauthenticated'));
});

test('a hundred requests at once cost one look-up', async () => {
  const dan = await register(world, 'Dan');
  let transactions = 0;
  const counting = {
    ...db,
    transaction: (...given: Parameters<typeof db.transaction>) => (transactions++, db.transaction(...given)),
  };
  const node = openAccess({ db: counting as typeof db, secrets, now, newId, issuer: world.runtime.settings.publicUrl });
  await node.jwks();
  transactions = 0;
  const actors = await Promise.all(Array.from({ length: 100 }, () => node.actorOf(dan.tokens.access_token)));
  assert.equal(transactions, 1);
  assert.equal(new Set(actors.map(({ userId }) => userId)).size, 1);
});

test('when the database cannot be reached, nobody is told that their token is bad', async () => {
  const gone = openDatabase({ url: 'postgres://127.0.0.1:1/nothing' });
  const node = openAccess({ db: gone, secrets, now, newId, issuer: world.runtime.settings.publicUrl });
  const eve = await register(world, 'Eve');
  await assert.rejects(node.actorOf(eve.tokens.access_token), /ECONNREFUSED/);
  await gone.close();
});
