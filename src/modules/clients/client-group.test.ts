import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { sql } from '../../db/sql.ts';

const world = await createWorld();
const { call, rival } = world;
const createGroup = (name: string, more: object = {}) => call('create_client_group', { name, ...more });
const createClient = (display_name: string, group_ids: string[] = []) =>
  call('create_client', { type: 'business', display_name, group_ids });

describe('client groups', () => {
  test('a group comes back as it was made, and counts the active clients in it', async () => {
    const group = await createGroup('Regulars', { description: 'Every week', tags: ['a', 'a'], external_id: 'r' });
    assert.deepEqual([group.kind, group.member_count, group.tags, group.version], ['manual', 0, ['a'], 1]);
    assert.deepEqual(await call('get_client_group', { id: group.id }), group);
    await createClient('One', [group.id]);
    const two = await createClient('Two', [group.id]);
    await call('archive_client', { id: two.id });
    assert.equal((await call('get_client_group', { id: group.id })).member_count, 1);
  });

  test('no two groups have one name, whatever its case, accents or spelling in Unicode', async () => {
    const group = await createGroup('Café');
    for (const name of ['Café', 'Cafe\u0301', 'CAFE']) {
      await assert.rejects(createGroup(name), refused('client_group_name_taken'), name);
    }
    const other = await createGroup('Other', { external_id: 'other' });
    const rename = { id: other.id, name: 'café' };
    await assert.rejects(call('update_client_group', rename), refused('client_group_name_taken'));
    await assert.rejects(createGroup('X', { external_id: 'other' }), refused('client_group_external_id_taken'));
    await call('create_client_group', { name: group.name }, { as: rival });
  });

  test('they list by name, and by what the name contains', async () => {
    const owner = await world.found('Lister');
    for (const name of ['zeta', 'Álpha', 'beta 50%', 'beta 500']) {
      await call('create_client_group', { name }, { as: owner });
    }
    const list = async (input: object) =>
      (await call('list_client_groups', input, { as: owner })).data.map(({ name }: Wire) => name);
    assert.deepEqual(await list({}), ['Álpha', 'beta 50%', 'beta 500', 'zeta']);
    assert.deepEqual(await list({ q: 'ALPHA' }), ['Álpha']);
    assert.deepEqual(await list({ sort: '-name', limit: 1 }), ['zeta']);
  });

  test('an update keeps what is left out, clears what is null, and refuses a stale version', async () => {
    const group = await createGroup('Patched', { description: 'Old', external_id: 'p', tags: ['t'] });
    const updated = await call('update_client_group', { id: group.id, version: 1, description: null });
    assert.deepEqual([updated.description, updated.external_id, updated.tags, updated.version], [null, 'p', ['t'], 2]);
    assert.deepEqual(await call('get_client_group', { id: group.id }), updated);
    const stale = { id: group.id, version: 1, name: 'Stale' };
    await assert.rejects(call('update_client_group', stale), refused('version_conflict'));
  });

  test('deleting a group takes the clients out of it and leaves them', async () => {
    const [group, kept] = [await createGroup('Doomed'), await createGroup('Kept')];
    const client = await createClient('Member', [group.id, kept.id]);
    world.emitted();
    const gone = { id: group.id, deleted: true };
    assert.deepEqual(await call('delete_client_group', { id: group.id, version: 1 }), gone);
    assert.deepEqual(
      world.emitted().map(({ type }) => type),
      ['client_group.deleted'],
    );
    const left = await call('get_client', { id: client.id });
    assert.deepEqual([left.group_ids, left.version], [[kept.id], 2]);
    await assert.rejects(call('get_client_group', { id: group.id }), refused('not_found'));
    await assert.rejects(createClient('Late', [group.id]), refused('not_found'));
  });

  test('a group of more than 5,000 clients is too large to delete at once', longTest, async () => {
    const group = await createGroup('Everyone');
    const { number } = await createClient('First of many', [group.id]);
    const organization = world.ana.organization?.id;
    await world.db.transaction({ organization }, (db) =>
      db.run(sql`
        insert into clients (organization_id, id, number, type, display_name, name_key, lifecycle, roles, tax_status,
          group_ids, search_text, created_at, updated_at, created_by, updated_by)
        select organization_id, gen_random_uuid(), 'many ' || n, type, display_name, name_key, lifecycle, roles,
          tax_status, group_ids, search_text, created_at, updated_at, created_by, updated_by
        from clients, generate_series(1, 5000) n where organization_id = ${organization} and number = ${number}`),
    );
    const tooMany = refused('limit_exceeded', ({ max }) => assert.equal(max, 5_000));
    await assert.rejects(call('delete_client_group', { id: group.id }), tooMany);
    assert.equal((await call('get_client_group', { id: group.id })).member_count, 5_001);
  });

  test('whoever joins while a group is deleted is either out of it again or refused', async () => {
    const group = await createGroup('Racing');
    const joins = Array.from({ length: 20 }, (_, n) => createClient(`Racer ${n}`, [group.id]));
    const removal = call('delete_client_group', { id: group.id });
    for (const outcome of await Promise.allSettled(joins)) {
      if (outcome.status === 'rejected') refused('not_found')(outcome.reason);
    }
    await removal;
    const { data } = await call('list_clients', { q: 'Racer', include_archived: true, limit: 100 });
    assert.ok(data.length > 0);
    assert.ok(data.every(({ group_ids: groups }: Wire) => !groups.includes(group.id)));
  });

  test('another organisation’s group is not there', async () => {
    const { id } = await createGroup('Ours');
    for (const name of ['get_client_group', 'update_client_group', 'delete_client_group']) {
      await assert.rejects(call(name, { id }, { as: rival }), refused('not_found'), name);
    }
    const { data } = await call('list_client_groups', { q: 'ours' }, { as: rival });
    assert.deepEqual(data, []);
  });
});
