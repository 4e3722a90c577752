import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sealedBooks } from '../../../test/support/sealed-books.ts';
import { createWorld, operationNamed, type Wire } from '../../../test/support/world.ts';
import { sql } from '../../db/sql.ts';
import { run } from '../../operation/run.ts';
import { organizationsWaiting, sealEntries } from './index.ts';

const world = await createWorld();
const { call, runtime } = world;
const { sealAll, business, verify, superuser } = sealedBooks(world);

test('an untouched log is sound, to the last entry that was sealed', async () => {
  const { who, id, rows } = await business();
  const verdict = await verify(who);
  assert.deepEqual([verdict.ok, verdict.wrong, verdict.found, verdict.next], [true, 0, [], null]);
  assert.equal(verdict.checked, rows.length);
  assert.equal(verdict.head.sequence, rows.length);
  await call('create_client', { type: 'individual', display_name: 'Just now' }, { as: who });
  assert.equal((await verify(who)).unsealed, 1);
  const [latest] = (await call('list_audit_log', { limit: 1 }, { as: who })).data;
  assert.equal(latest.sequence, null);
  await sealAll(id);
  const [sealed] = (await call('list_audit_log', { limit: 1 }, { as: who })).data;
  assert.deepEqual([sealed.id, sealed.sequence], [latest.id, rows.length + 1]);
});

test('whoever seals finds every organisation that waits', async () => {
  const [one, other] = [await business(1), await business(1)];
  for (const { who } of [one, other])
    await call('create_client', { type: 'individual', display_name: 'New' }, { as: who });
  const none = '00000000-0000-0000-0000-000000000000';
  const waiting = await organizationsWaiting(world.db, none);
  assert.ok(waiting.includes(one.id) && waiting.includes(other.id));
  assert.deepEqual(waiting, waiting.toSorted());
  assert.deepEqual(await organizationsWaiting(world.db, waiting.at(-1) ?? none), []);
});

test('a row that was put there by another way never gets into the chain', async () => {
  const { who, id, rows } = await business(2);
  await superuser((client) =>
    client.query(
      `with made as (
         insert into audit_log select (entry).* from (select jsonb_populate_record(entry,
           jsonb_build_object('id', gen_random_uuid())) as entry from audit_log as entry where id = $1) as made
         returning id)
       insert into audit_unsealed select $2, id, $3 from made`,
      [rows[0], id, Buffer.alloc(16)],
    ),
  );
  assert.equal((await verify(who)).found[0].kind, 'inserted');
  await sealAll(id);
  const verdict = await verify(who);
  assert.deepEqual([verdict.checked, verdict.wrong, verdict.found[0].kind], [2, 1, 'inserted']);
});

test('a row that is taken out before it is sealed is told of', async () => {
  const { who, id } = await business(1);
  const gone = await call('create_client', { type: 'individual', display_name: 'Gone at once' }, { as: who });
  await superuser((client) => client.query('delete from audit_log where target_id = $1', [gone.id]));
  await sealAll(id);
  assert.deepEqual(
    (await verify(who)).found.map(({ kind, sequence }: Wire) => [kind, sequence]),
    [['removed', 2]],
  );
});

test('a broken end is not sealed on to, so that nothing hides it', async () => {
  const { who, id } = await business(2);
  await superuser((client) => client.query('update audit_heads set sequence = 1 where organization_id = $1', [id]));
  await call('create_client', { type: 'individual', display_name: 'After' }, { as: who });
  await assert.rejects(sealEntries(runtime, id), /not the one that was written/);
  assert.equal((await verify(who)).unsealed, 1);
});

test('a row that commits late comes later in the chain, and none is passed over', async () => {
  const { who, id } = await business(1);
  const held = Promise.withResolvers<void>();
  const operation = operationNamed('create_client_group');
  const origin = { door: 'rest', requestId: 'early' } as const;
  const early = run({ ...runtime, db: heldBack(held.promise) }, operation, {
    actor: who,
    input: { name: 'Early' },
    origin,
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await call('create_client', { type: 'individual', display_name: 'Late' }, { as: who });
  await sealAll(id);
  held.resolve();
  await early;
  await sealAll(id);
  const { data } = await call('list_audit_log', { limit: 2, sort: 'at' }, { as: who });
  const whole = (await call('list_audit_log', { sort: 'at' }, { as: who })).data;
  assert.ok(data.length === 2 && whole.length === 3);
  assert.deepEqual(whole.map(({ sequence }: Wire) => sequence).toSorted(), [1, 2, 3]);
  assert.equal(whole.find(({ request_id }: Wire) => request_id === 'early').sequence, 3);
  assert.equal((await verify(who)).ok, true);
});

/** The database, whose transactions end only when they may. */
function heldBack(may: Promise<void>): typeof world.db {
  return {
    ...world.db,
    transaction: (options, work) =>
      world.db.transaction(options, async (db) => {
        const result = await work(db);
        await db.run(sql`select`);
        await may;
        return result;
      }),
  };
}

test('many nodes that seal at once make one chain', async () => {
  const { who, id } = await business(1);
  const total = 60;
  const names = Array.from({ length: total }, (_, index) => `Client ${index}`);
  const sealers = Array.from({ length: 4 }, async () => {
    for (let round = 0; round < 15; round += 1) await sealEntries(runtime, id);
  });
  const writers = names.map((display_name) => call('create_client', { type: 'individual', display_name }, { as: who }));
  await Promise.all([...sealers, ...writers]);
  await sealAll(id);
  const verdict = await verify(who);
  assert.deepEqual([verdict.ok, verdict.checked, verdict.unsealed], [true, total + 1, 0]);
});

test('rows from before there was a chain are taken into it, and none afterwards', async () => {
  const { who, id, rows } = await business(3);
  await superuser(async (client) => {
    await client.query('delete from audit_seals where organization_id = $1', [id]);
    await client.query(
      `update audit_heads set sequence = 0, hash = $2, takes_older = true, sealed_at = null, signature = null
       where organization_id = $1`,
      [id, Buffer.alloc(32)],
    );
    await client.query(
      'insert into audit_unsealed select organization_id, id from audit_log where organization_id = $1',
      [id],
    );
  });
  assert.deepEqual([(await verify(who)).ok, (await verify(who)).unsealed], [true, 3]);
  await sealAll(id);
  await call('create_client', { type: 'individual', display_name: 'First of the new' }, { as: who });
  await sealAll(id);
  const verdict = await verify(who);
  assert.deepEqual([verdict.ok, verdict.checked], [true, 4]);
  await superuser((client) =>
    client.query(
      `with made as (
         insert into audit_log select (entry).* from (select jsonb_populate_record(entry,
           jsonb_build_object('id', gen_random_uuid())) as entry from audit_log as entry where id = $1) as made
         returning id)
       insert into audit_unsealed select $2, id from made`,
      [rows[0], id],
    ),
  );
  await sealAll(id);
  assert.equal((await verify(who)).found[0].kind, 'inserted');
});
