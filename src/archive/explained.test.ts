import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../test/support/database.ts';
import { openDatabase } from '../db/database.ts';
import { Sql } from '../db/sql.ts';
import { explained } from './explained.ts';

const database = await createTestDatabase();
const owner = openDatabase({ url: database.ownerUrl });
const service = openDatabase({ url: database.runtimeUrl, role: 'daybook_runtime' });
const folder = mkdtempSync(join(tmpdir(), 'daybook-explained-'));
after(async () => {
  await Promise.all([owner.close(), service.close()]);
  await database.drop();
  rmSync(folder, { recursive: true });
});

const founded = `insert into organizations (id, name, slug, country, base_currency, timezone, created_at, updated_at,
  created_by, updated_by) values ('0197a000-0000-7000-8000-00000000000a', 'A', 'a', 'DE', 'EUR', 'UTC', now(), now(),
  '{}', '{}')`;

/** Each statement makes the database refuse as it does in a restore. */
const refused: readonly (readonly [what: string, statement: string, says: RegExp])[] = [
  ['a record that is here already', `${founded}; ${founded}`, /is here already .*empty/s],
  ['a table that is not there', 'insert into books_of_tomorrow values (1)', /daybook migrate/],
  ['a column that is not there', 'update organizations set colour = 1', /daybook migrate/],
  ['a value that does not fit', founded.replace(`'DE'`, `'Germany'`), /release that made it/],
  ['a rule that is broken', founded.replace(`'a'`, `'A slug'`), /release that made it/],
];

async function errorOf(db: typeof owner, statement: string): Promise<unknown> {
  return db
    .transaction({}, async (tx) => {
      for (const one of statement.split('; ')) await tx.run(new Sql(one, []));
    })
    .catch((error: unknown) => error);
}

for (const [what, statement, says] of refused) {
  test(`${what} is told of in a sentence that says what to do`, async () => {
    const sentence = explained(await errorOf(owner, statement)) ?? '';
    assert.match(sentence, says);
    assert.doesNotMatch(sentence, /violates|relation|syntax|insert into/i);
  });
}

test('a user who may not write is told whom to ask, and one without room to make some', async () => {
  assert.match(explained(await errorOf(service, 'drop table organizations')) ?? '', /own them/);
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
  assert.match(explained(new Error('copying', { cause: full })) ?? '', /room/);
  assert.match(explained(readingError()) ?? '', /That is a folder/);
  assert.equal(explained(new TypeError('x is not a function')), undefined, 'a fault of ours stays one');
});

function readingError(): unknown {
  try {
    return readFileSync(folder);
  } catch (error) {
    return error;
  }
}
