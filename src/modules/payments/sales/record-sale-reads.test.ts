/** Reads of the database by a sale, before the planner has statistics of its tables. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, operationNamed } from '../../../../test/support/world.ts';
import type { Database, Db } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { run } from '../../../operation/run.ts';

const world = await createWorld();
const shop = shopOf(world);

const products = 40;
/** Without statistics the planner may scan a whole table for each line of the sale, but no more often. */
const looksMax = 12;

test('recording a sale does not look at every product for every other, nor at the sales before it', async () => {
  const sold = await Promise.all([stocked(), stocked(), stocked()]);
  const lines = sold.map(({ id }) => ({ variant_id: id, quantity: '1' }));
  const sell = (key: string) => rowsReadBy({ lines, payments: [{ method: 'Cash' }] }, key);
  const first = await sell('first');
  for (let index = 0; index < products; index += 1) await stocked();
  for (let index = 0; index < products; index += 1) await sell(`between ${index}`);
  const last = await sell('last');
  assert.ok(last - first < products * looksMax, `${first} rows read among three products, ${last} among ${products}`);
});

async function stocked() {
  const variant = await shop.product();
  await shop.receive(variant, '100', '4');
  return variant;
}

async function rowsReadBy(input: object, key: string): Promise<number> {
  let rows = 0;
  const counting: Database['transaction'] = (options, work) =>
    world.db.transaction(options, async (db) => {
      const before = await rowsRead(db);
      const result = await work(db);
      rows += (await rowsRead(db)) - before;
      return result;
    });
  const request = { actor: world.ana, input, idempotencyKey: key, origin: { door: 'rest', requestId: key } } as const;
  await run({ ...world.runtime, db: { ...world.db, transaction: counting } }, operationNamed('record_sale'), request);
  return rows;
}

/** By this connection, since its counts were last passed on. */
async function rowsRead(db: Db): Promise<number> {
  const { read } = await db.one<{ read: number }>(sql`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables`);
  return read;
}
