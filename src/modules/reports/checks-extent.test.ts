/** Books that are too large to look at each settlement anew say so, instead of passing for looked at. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const shop = shopOf(world);

const extents = async (name: string): Promise<[string, string][]> =>
  (await world.call(name)).checks.flatMap((check: Wire) =>
    check.extent === undefined ? [] : [[check.name, check.extent]],
  );

test('a check of the cash basis that looks at some weeks of large books names them', async () => {
  for (const day of ['2026-01-07', '2026-02-04', '2026-03-04', '2026-04-08']) {
    world.setNow(`${day}T12:00:00Z`);
    await shop.pay(await shop.sold('10.00'));
  }
  assert.deepEqual(await extents('check_books'), [], 'of small books it looks at all');
  await asOwner(world.database.ownerUrl, async (client) => {
    await client.query('set session_replication_role = replica');
    const { rows } = await client.query<{ columns: string }>(`
      select string_agg(attname, ', ') as columns from pg_attribute
      where attrelid = 'allocations'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attname <> 'id'`);
    const columns = rows[0]?.columns ?? '';
    await client.query(
      `insert into allocations (id, ${columns})
        select gen_random_uuid(), ${columns} from generate_series(1, 5000), (
          select * from allocations where organization_id = $1 limit 1) as one`,
      [world.ana.organization?.id],
    );
  });
  for (const name of ['check_books', 'keep_checks']) {
    const found = await extents(name);
    assert.deepEqual(
      found.map(([check]) => check),
      ['cash_sums', 'settled_days'],
    );
    const said = /^[12] of 4 weeks: those that begin on (\d{4}-\d\d-\d\d and )?2026-04-06\. The others have their turn/;
    for (const [, extent] of found) assert.match(extent, said);
  }
  const { outcome } = await world.call('get_last_checks');
  assert.equal(
    outcome.checks.filter((check: Wire) => check.extent !== undefined).length,
    2,
    'what is kept says so too',
  );
});
