import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld } from '../../../test/support/world.ts';
import { uuidFrom } from '../../wire/type-id.ts';

const { call, ana, database } = await createWorld();

test('more than fits into one answer is refused (limit_exceeded, from export_client) with what to do', async () => {
  const { id } = await call('create_client', { type: 'individual', display_name: 'Known Well' });
  const organization = ana.organization?.id;
  await asOwner(database.ownerUrl, (owner) =>
    owner.query(
      `insert into client_tax_ids (organization_id, client_id, key)
       select $1, $2, 'PL' || number from generate_series(1, 20001) as number`,
      [organization, uuidFrom('client', id)],
    ),
  );
  await assert.rejects(
    call('export_client', { id: id }),
    refused('limit_exceeded', ({ max, hint }) => assert.deepEqual([max, /create_export/.test(hint)], [20_000, true])),
  );
});
