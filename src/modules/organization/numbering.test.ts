import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../db/sql.ts';
import { createWorld } from '../../../test/support/world.ts';

const world = await createWorld();
const organization = world.ana.organization?.id ?? '';

async function take(kind: string, day: string): Promise<string> {
  const { number } = await world.db.transaction({ organization }, (db) =>
    db.one<{ number: string }>(sql`select take_number(${organization}, ${kind}, ${day}::date) as number`),
  );
  return number;
}

function arrange(kind: string, pattern: string, resets: string): Promise<number> {
  return world.db.transaction({ organization }, (db) =>
    db.run(sql`
      insert into numbering_series (organization_id, record_type, pattern, resets)
      values (${organization}, ${kind}, ${pattern}, ${resets})`),
  );
}

test('a hundred takers at once get 1 to 100, and those who give up leave no gap', async () => {
  const takers = Array.from({ length: 150 }, (_, index) =>
    world.db.transaction({ organization }, async (db) => {
      const { number } = await db.one<{ number: string }>(
        sql`select take_number(${organization}, 'invoice', '2026-03-01') as number`,
      );
      if (index % 3 === 0) throw new Error('gives up');
      return number;
    }),
  );
  const numbers = (await Promise.allSettled(takers)).flatMap((taken) =>
    taken.status === 'fulfilled' ? taken.value : [],
  );
  const expected = Array.from({ length: 100 }, (_, index) => `INV-2026-${String(index + 1).padStart(5, '0')}`);
  assert.deepEqual(numbers.toSorted(), expected);
});

test('each year has its own numbers, whatever the order in which days come', async () => {
  assert.equal(await take('sale', '2025-12-31'), 'S-2025-00001');
  assert.equal(await take('sale', '2026-01-01'), 'S-2026-00001');
  assert.equal(await take('sale', '2025-12-31'), 'S-2025-00002');
  assert.equal(await take('sale', '2026-06-01'), 'S-2026-00002');
});

test('what is counted by the month or for ever is', async () => {
  await arrange('monthly', '{YYYY}{MM}-{SEQ:3}', 'monthly');
  assert.equal(await take('monthly', '2026-01-31'), '202601-001');
  assert.equal(await take('monthly', '2026-02-01'), '202602-001');
  assert.equal(await take('monthly', '2026-01-15'), '202601-002');
  assert.equal(await take('client', '2025-01-01'), 'C-00001');
  assert.equal(await take('client', '2026-01-01'), 'C-00002');
});

test('a number that has outgrown its width goes on', async () => {
  await arrange('narrow', 'N{SEQ:1}', 'never');
  const numbers = [];
  for (let index = 0; index < 11; index += 1) numbers.push(await take('narrow', '2026-01-01'));
  assert.deepEqual(numbers.slice(8), ['N9', 'N10', 'N11']);
});

test('a series that begins again without saying so in its numbers cannot exist', async () => {
  await assert.rejects(arrange('bad', 'X-{SEQ}', 'yearly'), /numbering_series_repeats/);
  await assert.rejects(arrange('bad', 'X-{YYYY}-{SEQ}', 'monthly'), /numbering_series_repeats/);
  await assert.rejects(arrange('bad', 'X-{YYYY}', 'never'), /pattern/);
});
