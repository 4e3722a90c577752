/** Locks that are set while others post: an entry is there before the lock, or it sees it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shopOf } from '../support/sales-shop.ts';
import { asOwner } from '../support/database.ts';
import { createWorld } from '../support/world.ts';
import { BusinessError } from '../../src/operation/errors.ts';

const world = await createWorld();
const { call } = world;
const rounds = 25;
const postings = 50;

const codeOf = (reason: unknown): string => (reason instanceof BusinessError ? reason.kind.code : String(reason));

/** Waits until so many of these are done, well or not. */
function through(all: readonly Promise<unknown>[], count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let done = 0;
  const one = () => {
    done += 1;
    if (done >= count) resolve();
  };
  if (count === 0) resolve();
  for (const each of all) each.then(one, one);
  return promise;
}

test('of fifty postings and a lock at once, each is in the books before the lock or refused by it', async (context) => {
  const as = await world.found('Busy');
  const shop = shopOf(world, as);
  const client = (await shop.client()).id;
  const organization = as.organization?.id ?? '';
  const today = (await shop.sold('1.00')).sale_date;
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  const seen = { posted: 0, refused: 0 };
  for (let round = 0; round < rounds; round += 1) {
    await call('set_period_locks', { soft: null }, { as });
    const sold = Array.from({ length: postings }, () => shop.sold('1.00', { sale_date: yesterday, client_id: client }));
    const settled = Promise.allSettled(sold);
    // Once another number of them is through in each round, so that the others meet the lock wherever they are.
    await through(sold, round % (postings / 2));
    const entriesThen = async () =>
      (await call('list_journal_entries', { entry_date: yesterday, include: ['total_count'] }, { as })).total_count;
    await call('set_period_locks', { soft: yesterday }, { as });
    const afterLock = await entriesThen();
    const outcomes = await settled;
    const refused = outcomes.filter((one) => one.status === 'rejected');
    assert.deepEqual(
      [...new Set(refused.map(({ reason }) => codeOf(reason)))],
      refused.length > 0 ? ['period_locked'] : [],
    );
    // Nothing is posted after the lock was answered.
    assert.equal(await entriesThen(), afterLock);
    seen.posted += postings - refused.length;
    seen.refused += refused.length;
  }
  context.diagnostic(`${seen.posted} were posted before their lock, ${seen.refused} were refused by it`);
  assert.ok(seen.posted > 0 && seen.refused > 0, 'no round raced');
  await asOwner(world.database.ownerUrl, async (client_) => {
    const { rows } = await client_.query(
      `select count(*)::int as how_many, max(substring(number from '\\d+$')::int) as last from journal_entries
       where organization_id = $1 and number is not null`,
      [organization],
    );
    assert.equal(rows[0].how_many, rows[0].last, 'numbers have gaps');
  });
  await shop.booksAgree();
});
