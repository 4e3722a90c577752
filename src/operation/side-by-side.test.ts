import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createWorld } from '../../test/support/world.ts';
import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { batched, batchedLater, NotSideBySide, readOnce } from './batched.ts';
import { notFound } from './errors.ts';
import { ChainsRefused, sideBySide } from './side-by-side.ts';

const world = await createWorld();
const organization = world.ana.organization?.id ?? '';

/** Says what was sent, in its order. */
function statements() {
  const sent: string[] = [];
  const looked = batched('read', (_: Place, items: readonly string[]) => said('read', items));
  const taken = batched('write', (_: Place, items: readonly string[]) => said('number', items));
  const kept = batchedLater('write', (_: Place, items: readonly string[]) => void said('row', items));
  const seen = batched('hindsight', (_: Place, items: readonly string[]) => said('seen', items));
  const posted = batchedLater('end', (_: Place, items: readonly string[]) => void said('entry', items));
  const settings = readOnce(async ({ db }: Place) => {
    sent.push('settings');
    return (await db.one<{ country: string }>(sql`select country from organizations where id = ${organization}`))
      .country;
  });
  function said(what: string, items: readonly string[]): Promise<string[]> {
    sent.push(`${what} ${items.join()}`);
    return Promise.resolve(items.map((item) => `${what} of ${item}`));
  }
  return { sent, looked, taken, kept, seen, posted, settings };
}

type Place = { readonly db: Db; readonly organization: string };

function run(...chains: readonly ((place: Place) => Promise<void>)[]): Promise<void> {
  const works = chains.map((chain) => (db: Db) => chain({ db, organization }));
  return world.db.transaction({ organization, rollback: true }, (db) => sideBySide(db, works));
}

test('what chains ask for goes out once for all of them, reads before writes and entries last', async () => {
  const { sent, looked, taken, kept, seen, posted, settings } = statements();
  const answers: string[] = [];
  const chain = (name: string) => async (place: Place) => {
    const similar = seen(place, name);
    const [country, read] = await Promise.all([settings(place), looked(place, name)]);
    // One has to look twice before it writes, and the others wait for it.
    if (name === 'a') await looked(place, 'again');
    posted(place, name);
    const number = await taken(place, name);
    kept(place, name);
    answers.push([country, read, number, await similar].join(', '));
  };
  await run(chain('a'), chain('b'), chain('c'));
  assert.deepEqual(sent, [
    'settings',
    'read a,b,c',
    'read again',
    'number a,b,c',
    'row a,b,c',
    'seen a,b,c',
    'entry a,b,c',
  ]);
  assert.deepEqual(
    answers.toSorted(),
    ['a', 'b', 'c'].map((name) => `DE, read of ${name}, number of ${name}, seen of ${name}`),
  );
});

test('rows that refer to others are written behind them, whoever begins with which', async () => {
  const { sent, kept } = statements();
  const parts = batchedLater('write', (_: Place, items: readonly string[]) => void sent.push(`part ${items.join()}`));
  await run(
    (place) => Promise.resolve(parts(place, 'a')),
    (place) => Promise.resolve([kept(place, 'b'), parts(place, 'b')]).then(() => undefined),
  );
  assert.deepEqual(sent, ['row b', 'part a,b']);
});

test('who is refused is told of at once with all others, before anything is written', async () => {
  const { sent, looked, taken } = statements();
  const chain = (name: string, isRefused: boolean) => async (place: Place) => {
    await looked(place, name);
    if (isRefused) throw notFound();
    await taken(place, name);
  };
  await assert.rejects(run(chain('a', false), chain('b', true), chain('c', true)), (error: unknown) => {
    assert.ok(error instanceof ChainsRefused);
    assert.deepEqual([...error.refused.keys()], [1, 2]);
    return true;
  });
  assert.deepEqual(sent, ['read a,b,c']);
});

test('a statement of one chain alone never overtakes a write that it has asked for', async () => {
  const name = `Sale ${randomUUID()}`;
  const made = batchedLater('write', ({ db }: Place, ids: readonly string[]) => {
    db.later(sql`
      insert into client_groups (organization_id, id, name, name_key, created_at, updated_at, created_by, updated_by)
      select ${organization}, id, ${name} || id, id::text, now(), now(), '{}', '{}' from unnest(${ids}::uuid[]) as id`);
  });
  const found: unknown[] = [];
  const chain = async (place: Place) => {
    const id = randomUUID();
    made(place, id);
    found.push(await place.db.maybe(sql`select true from client_groups where id = ${id}`));
  };
  await run(chain, chain);
  assert.equal(found.filter((row) => row !== undefined).length, 2);
});

test('a failure of the database and what depends on another chain end all of them, and say why', async () => {
  const broken = batched('read', ({ db }: Place, items: readonly string[]) =>
    db.many<string>(sql`select 1 / ${items.length - 2} as nothing`),
  );
  await assert.rejects(
    run(
      async (place) => void (await broken(place, 'a')),
      async (place) => void (await broken(place, 'b')),
    ),
    /division by zero/,
  );
  const refusing = batched('read', () => Promise.reject(new NotSideBySide('they depend on each other')));
  await assert.rejects(
    run(async (place) => void (await refusing(place, undefined))),
    NotSideBySide,
  );
});
