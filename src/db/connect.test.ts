import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { asOwner, createEmptyDatabase, createTestDatabase, setForConnections } from '../../test/support/database.ts';
import { longTest } from '../../test/support/dose.ts';
import { ConfigError } from '../config.ts';
import { connect } from './connect.ts';
import { sql } from './sql.ts';

const database = await createTestDatabase();
after(() => database.drop());
const options = { dataFolder: '/nowhere', log: () => undefined, onConnectionError: () => undefined };

test('whoever the address of the server names, requests run as the role that owns nothing', async () => {
  const connected = await connect({ ...options, databaseUrl: database.ownerUrl });
  const { role } = await connected.db.transaction({}, (tx) =>
    tx.one<{ role: string }>(sql`select current_user as role`),
  );
  assert.equal(role, 'daybook_runtime');
  await connected.close();
});

test('an address that would keep that role from being assumed is refused', async () => {
  const url = new URL(database.ownerUrl);
  url.searchParams.set('options', '-c search_path=public');
  for (const migrates of [true, false]) {
    await assert.rejects(connect({ ...options, databaseUrl: url.href, migrates }), ConfigError);
  }
});

/** Of servers, databases and users there are, as their administrators set them. */
const otherDefaults = {
  timezone: `'Pacific/Kiritimati'`,
  datestyle: `'German, DMY'`,
  default_transaction_isolation: `'repeatable read'`,
  search_path: 'elsewhere, public',
};

test('whatever the database has as its defaults, ours hold from the first migration on', longTest, async (t) => {
  const other = await createEmptyDatabase();
  t.after(() => other.drop());
  await asOwner(other.ownerUrl, (client) => client.query('create schema elsewhere'));
  await setForConnections(other, otherDefaults);
  const shown = await asOwner(other.ownerUrl, (client) => client.query(`select 'now'::timestamptz::text as now`));
  assert.match(shown.rows[0].now, /^\d\d\.\d\d\./, 'control');
  const connected = await connect({ ...options, databaseUrl: other.ownerUrl });
  const found = await connected.db.transaction({}, (tx) =>
    tx.one(sql`
      select date '2026-03-04'::text as day, '2026-03-04T23:30:00Z'::timestamptz::text as instant,
        current_setting('transaction_isolation') as isolation,
        (select count(*)::int from pg_tables where schemaname = 'elsewhere') as elsewhere`),
  );
  assert.deepEqual(found, {
    day: '2026-03-04',
    instant: '2026-03-04 23:30:00+00',
    isolation: 'read committed',
    elsewhere: 0,
  });
  await connected.close();
});
