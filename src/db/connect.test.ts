import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../test/support/database.ts';
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
  await assert.rejects(connect({ ...options, databaseUrl: url.href }), ConfigError);
});
