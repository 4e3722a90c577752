/**
 * PostgreSQL makes the queries of policies ready for each statement that reads the table, even where an earlier policy
 * lets it see the row: those of organizations took 155 µs of the CPU, and reading a row by its key takes 9.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { asOwner } from '../support/database.ts';
import { createWorld } from '../support/world.ts';

const { database } = await createWorld();

/** Of all roles: what narrow scopes may see is asked of those alone who have one. */
async function queriesIn(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select policyname || ' on ' || tablename as name from pg_policies
     where roles = '{public}' and concat(qual, with_check) ~* '\\mselect\\M' order by 1`,
  );
  return rows.map(({ name }) => name);
}

test('policies that every statement meets ask by functions, and have no query of their own', async () => {
  await asOwner(database.ownerUrl, async (owner) => {
    assert.deepEqual(await queriesIn(owner), []);
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int as count from pg_policies where roles = '{public}'`,
    );
    assert.ok((rows[0]?.count ?? 0) > 100, 'they are looked at');
    await owner.query('begin');
    await owner.query('create policy stray on clients using (exists (select from members))');
    assert.deepEqual(await queriesIn(owner), ['stray on clients'], 'control');
    await owner.query('rollback');
  });
});
