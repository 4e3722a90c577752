import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scansOf } from '../../../test/support/plan.ts';
import { createWorld } from '../../../test/support/world.ts';
import type { Db } from '../../db/database.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { beginningsOf } from '../../operation/has-words.ts';
import type { Context } from '../../operation/operation.ts';
import { foundRows, rareWords } from './found-rows.ts';
import { kinds, searchedTypes } from './kinds.ts';
import { typed } from './sought.ts';

const world = await createWorld();
const { ana } = world;
const organization = ana.organization?.id ?? '';

/** Statements of a search: a setting, the search itself, and the setting as it was. */
async function sentFor(text: string): Promise<readonly Sql[]> {
  const sent: Sql[] = [];
  const db = { later: (query: Sql) => void sent.push(query), many: async (query: Sql) => (sent.push(query), []) };
  // Only these are asked for: anything else fails the test.
  const context = { db: db as unknown as Db, actor: ana, organization } as Context;
  const asked = { typed: typed(text), most: 11 };
  await foundRows(
    context,
    searchedTypes.map((type) => kinds[type]),
    asked,
  );
  return sent;
}

for (const text of ['ana@mueller.example', 'S-2026-00042', 'blue vase', 'Jonhson', '東京商店', '4006381333931']) {
  test(`whatever is looked for, such as ${text}, is read from indexes`, async () => {
    const [setting, query] = await sentFor(text);
    assert.ok(setting !== undefined && query !== undefined);
    const scans = await world.db.transaction({ organization, readOnly: true }, async (db) => {
      db.later(setting);
      return scansOf(db, query);
    });
    assert.ok(scans.length >= searchedTypes.length);
    assert.deepEqual(
      scans.filter(({ node }) => node === 'Seq Scan').map(({ table }) => table),
      [],
    );
  });
}

test('what is read after a search is planned as ever', async () => {
  const context = { actor: ana, organization };
  const setting = await world.db.transaction({ organization, readOnly: true }, async (db) => {
    const asked = { typed: typed('blue vase'), most: 11 };
    await foundRows({ ...context, db } as Context, [kinds.client], asked);
    return db.one<{ on: string }>(sql`select current_setting('enable_seqscan') as on`);
  });
  assert.equal(setting.on, 'on');
});

const newest = ['Client Anna', 'Client Bert', 'Client Carl', 'Visitor Dora'];
for (const [text, asked] of [
  ['client', ['client']],
  ['client anna', ['anna']],
  ['anna dora client', ['anna', 'dora']],
  ['client zebra', ['zebra']],
  ['cl client', ['cl', 'client']],
] as const) {
  test(`of the words of ${text} the index is asked for ${asked.join(' and ')}`, async () => {
    const { rare } = await world.db.transaction({ organization, readOnly: true }, (db) =>
      db.one<{ rare: string }>(sql`
        with newest as (select array_to_tsvector(string_to_array(lower(name), ' ')) as words
          from unnest(${newest}::text[]) as name)
        select (${rareWords(beginningsOf(text))})::text as rare`),
    );
    const words = [...rare.matchAll(/'(\w+)':\*/g)].map(([, word = '']) => word);
    assert.deepEqual(words.toSorted(), [...asked].toSorted());
  });
}
