import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { asOwner } from '../../../../test/support/database.ts';
import { createWorld } from '../../../../test/support/world.ts';
import { divide } from '../../../core/rounding.ts';

const world = await createWorld();

const amounts = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const totals = fc.bigInt({ min: 1n, max: 10n ** 15n });

test('the part of an amount that is paid is rounded in the database as it is everywhere else', async () => {
  const cases = fc.sample(fc.tuple(amounts, totals, fc.integer({ min: 0, max: 1_000 })), 2_000);
  const asked = cases.map(([amount, total, share]) => ({ amount, total, paid: (total * BigInt(share)) / 1_000n }));
  // Half a unit exactly, on both sides of zero.
  asked.push(
    { amount: 1n, total: 2n, paid: 1n },
    { amount: -1n, total: 2n, paid: 1n },
    { amount: 5n, total: 9n, paid: 9n },
  );
  const rows = await asOwner(world.database.ownerUrl, async (client) => {
    const answer = await client.query(
      `select paid_part(amount, paid, total)::text as part from unnest($1::bigint[], $2::bigint[], $3::bigint[])
         with ordinality as asked (amount, paid, total, place) order by place`,
      [asked.map(({ amount }) => amount), asked.map(({ paid }) => paid), asked.map(({ total }) => total)],
    );
    return answer.rows.map(({ part }) => BigInt(part));
  });
  assert.deepEqual(
    rows,
    asked.map(({ amount, paid, total }) => divide(amount * paid, total, 'half_up')),
  );
});
