import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase, setPlanMode } from '../../test/support/database.ts';
import { type Db, openDatabase } from './database.ts';
import { plannedEither, plannedOnce, sql } from './sql.ts';

const database = await createTestDatabase();
await setPlanMode(database, 'auto');
const db = openDatabase({ url: database.runtimeUrl, connectionsMax: 1 });
after(async () => {
  await db.close();
  await database.drop();
});

/** A range whose plan PostgreSQL would make anew for each call, as it seems to be of fewer rows once it is known. */
const upTo = (last: number) => sql`select count(*) from generate_series(1, ${last}) as number where number < ${last}`;

const mode = sql`select current_setting('plan_cache_mode') as mode`;
const modeOf = async (tx: Db) => (await tx.one<{ mode: string }>(mode)).mode;

test('a statement planned once has one plan from its first call on', async () => {
  const plans = await db.transaction({ readOnly: true }, async (tx) => {
    await tx.many(plannedOnce(upTo(3)));
    await tx.many(plannedOnce(upTo(30_000)));
    return tx.many<{ custom: number; kept: number }>(sql`
      select custom_plans::int as custom, generic_plans::int as kept from pg_prepared_statements
      where statement = ${upTo(3).text}`);
  });
  assert.deepEqual(plans, [{ custom: 0, kept: 2 }]);
});

test('a statement beside it is planned as usual, in the same flight and in the next transaction', async () => {
  const beside = await db.transaction({ readOnly: true }, (tx) =>
    Promise.all([modeOf(tx), tx.many(plannedOnce(upTo(3))), modeOf(tx)]),
  );
  assert.deepEqual([beside[0], beside[2]], ['auto', 'auto']);
  await db.transaction({ readOnly: true }, (tx) => tx.many(plannedOnce(upTo(3))));
  assert.equal(await db.transaction({ readOnly: true }, modeOf), 'auto');
});

test('a statement that either plan is right for takes the one that there is', async () => {
  const either = async (tx: Db) => (await tx.one<{ mode: string }>(plannedEither(mode))).mode;
  const modes = await db.transaction({ readOnly: true }, (tx) =>
    Promise.all([either(tx), tx.many(plannedOnce(upTo(3))), either(tx), modeOf(tx), either(tx)]),
  );
  assert.deepEqual([modes[0], ...modes.slice(2)], ['auto', 'force_generic_plan', 'auto', 'auto']);
});

test('a part that is taken back leaves the plans as they were', async () => {
  const modes = await db.transaction({}, async (tx) => {
    const within = await tx.part(() => tx.one(plannedOnce(mode)), { rollback: true });
    return [within, await tx.one(plannedOnce(mode)), await tx.one(mode)];
  });
  assert.deepEqual(modes, [{ mode: 'force_generic_plan' }, { mode: 'force_generic_plan' }, { mode: 'auto' }]);
});
