import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';
import { typeIdFrom } from '../../wire/type-id.ts';

const world = await createWorld();
const { call, ana, rival } = world;
const start = new Date().toISOString();

const client = await call('create_client', { type: 'business', display_name: 'Vega GmbH' }, { key: 'first' });
await call('update_client', { id: client.id, phone: '+49 30 1' });
await call('archive_client', { id: client.id });
const token = await call('create_mcp_token', { name: 'Claude' });
const product = await call('create_product', { name: 'Lamp', price: '20.00', standard_cost: '7.50' });

const list = async (input: object = {}): Promise<Wire[]> => (await call('list_audit_log', input)).data;
const actions = (rows: readonly Wire[]) => rows.map(({ action }) => action);

test('the log lists the latest first, with who, what, to which record and from where', async () => {
  const rows = await list();
  assert.deepEqual(actions(rows).slice(0, 5), [
    'create_product',
    'create_mcp_token',
    'archive_client',
    'update_client',
    'create_client',
  ]);
  const [, , archived] = rows;
  assert.match(archived.id, /^aud_/);
  assert.deepEqual(archived.actor, { type: 'user', id: typeIdFrom('user', ana.userId), name: ana.name });
  assert.deepEqual([archived.target_id, archived.effect, archived.door], [client.id, 'write', 'rest']);
  assert.equal('input' in archived, false);
});

test('a filter that names nothing there can be is refused, and never answered as if nothing had happened', async () => {
  const wrong: readonly [object, RegExp][] = [
    [{ target_id: 'INV-2026-0042' }, /search/],
    [{ target_id: 'client_1' }, /Write the id of a record/],
    [{ action: ['archive_clients'] }, /archive_client\b/],
  ];
  for (const [input, hint] of wrong) {
    for (const name of ['list_audit_log', 'export_audit_log']) {
      const refusal = refused('validation_failed', ({ errors = [] }) => {
        assert.match(errors[0]?.pointer ?? '', /^\/(target_id|action\/0)$/);
        assert.match(errors[0]?.message ?? '', hint);
      });
      await assert.rejects(
        call(name, { ...(name === 'export_audit_log' ? { format: 'csv' } : {}), ...input }),
        refusal,
      );
    }
  }
  for (const input of [{ target_id: 'INV-2026-0042' }, { action: 'voidsale' }]) {
    await assert.rejects(call('list_mcp_activity', input), refused('validation_failed'));
  }
  const unknown = { target_id: typeIdFrom('sale', ana.userId) };
  for (const name of ['list_audit_log', 'list_events', 'list_mcp_activity']) {
    const input = name === 'list_events' ? { object_id: unknown.target_id } : unknown;
    await assert.rejects(
      call(name, input),
      refused('validation_failed', ({ errors, hint }) => {
        assert.equal(errors?.[0]?.code, 'not_found');
        assert.equal(hint, 'Use list_sales to find existing ones.');
      }),
    );
  }
  // Without permission to read sales, a caller does not learn whether one exists.
  const unknowing = withPermissions(ana, ['audit:read']);
  assert.deepEqual((await call('list_audit_log', unknown, { as: unknowing })).data, []);
});

test('each filter finds what it names and nothing else', async () => {
  const some: readonly [object, readonly string[]][] = [
    [{ action: ['update_client', 'archive_client'] }, ['archive_client', 'update_client']],
    [{ target_id: client.id }, ['archive_client', 'update_client', 'create_client']],
    [{ target_type: 'client' }, ['archive_client', 'update_client', 'create_client']],
    [{ target_type: 'mcp_token' }, ['create_mcp_token']],
    [{ door: ['mcp'] }, []],
    [{ token_id: token.id }, []],
    [{ session_id: typeIdFrom('sess', ana.credentialId), action: ['create_product'] }, ['create_product']],
    [{ actor_id: typeIdFrom('user', ana.userId), target_type: 'product' }, ['create_product']],
    [{ actor_id: typeIdFrom('user', rival.userId) }, []],
    [{ at: { lt: start }, target_id: client.id }, []],
    [{ at: { gte: start }, target_id: client.id, effect: ['write'], limit: 1 }, ['archive_client']],
    [{ effect: ['destructive'] }, []],
  ];
  for (const [input, expected] of some) assert.deepEqual(actions(await list(input)), expected, JSON.stringify(input));
  await assert.rejects(list({ mcp_client: 'Claude/1' }), refused('validation_failed'));
  const [{ request_id }] = await list({ limit: 1 });
  assert.ok((await list({ request_id })).length >= 1);
  assert.deepEqual(await list({ request_id: 'another' }), []);
});

test('one entry shows what was sent, the record before and after, and what changed; secrets are masked', async () => {
  const [row] = await list({ action: ['update_client'] });
  const entry = await call('get_audit_entry', { id: row.id });
  assert.deepEqual(entry.input, { id: client.id, phone: '+49 30 1' });
  assert.deepEqual([entry.before.phone, entry.after.phone], [null, '+49 30 1']);
  assert.deepEqual(entry.changes, [
    { field: 'phone', before: null, after: '+49 30 1' },
    ...entry.changes.filter(({ field }: Wire) => field !== 'phone'),
  ]);
  const [made] = await list({ action: ['create_mcp_token'] });
  const { after } = await call('get_audit_entry', { id: made.id });
  assert.equal(after.token, '•••');
  assert.equal(JSON.stringify(after).includes(token.token), false);
});

test('costs are for who may see costs, wherever they stand', async () => {
  const [{ id }] = await list({ action: ['create_product'] });
  const entry = await call('get_audit_entry', { id });
  assert.match(JSON.stringify(entry), /7\.50/);
  assert.equal(entry.input.standard_cost, '7.50');
  const without = withPermissions(ana, ['audit:read']);
  const less = await call('get_audit_entry', { id }, { as: without });
  assert.doesNotMatch(JSON.stringify(less), /7\.50/);
  assert.equal(less.input.name, 'Lamp');
  assert.equal(product.name, less.after.name);
});

test('the log is for who may read it, and another organisation’s entries are not there', async () => {
  const without = withPermissions(ana, ['clients:read']);
  for (const name of ['list_audit_log', 'verify_audit_log']) {
    await assert.rejects(call(name, {}, { as: without }), refused('forbidden'), name);
  }
  const [{ id }] = await list({ limit: 1 });
  await assert.rejects(call('get_audit_entry', { id }, { as: rival }), refused('not_found'));
  const theirs = call('list_audit_log', { target_id: client.id }, { as: rival });
  await assert.rejects(theirs, refused('validation_failed'));
});

const exported = async (input: object): Promise<Wire> => call('export_audit_log', input);

test('the export has every entry that is asked for, the oldest first, as JSON lines or CSV', async () => {
  const { content, filename, content_type } = await exported({ format: 'jsonl', target_id: client.id });
  assert.deepEqual([filename, content_type], ['audit-log.jsonl', 'application/x-ndjson']);
  const lines = content
    .trimEnd()
    .split('\n')
    .map((line: string) => JSON.parse(line));
  assert.deepEqual(actions(lines), ['create_client', 'update_client', 'archive_client']);
  assert.deepEqual(lines[1], await call('get_audit_entry', { id: lines[1].id }));
  const csv = (await exported({ format: 'csv', target_id: client.id })).content.trimEnd().split('\r\n');
  assert.equal(csv.length, 4);
  assert.match(csv[0], /"id","at","actor_type"/);
  assert.match(csv[2], /"update_client","write","client_[^"]+","[^"]*phone/);
});

test('an export takes nothing for a formula, masks secrets and hides costs from who may not see them', async () => {
  await call('create_client', { type: 'business', display_name: 'X' }, { key: '=1+1' });
  assert.match((await exported({ format: 'csv' })).content, /"'=1\+1"/);
  const { content } = await exported({ format: 'jsonl' });
  assert.ok(!content.includes(token.token) && content.includes('•••') && content.includes('7.5'));
  const without = withPermissions(ana, ['audit:read']);
  const less = (await call('export_audit_log', { format: 'jsonl' }, { as: without })).content;
  assert.doesNotMatch(less, /7\.50/);
});

test('an export that would be too large says how to ask for less', async () => {
  const { ownerUrl } = world.database;
  await asOwner(ownerUrl, (owner) =>
    owner.query(
      `insert into audit_log (organization_id, id, at, actor, action, effect, input, door, request_id)
       select $1, gen_random_uuid(), '2020-01-01', '{"type": "user", "id": null, "name": "x"}', 'update_sale', 'write',
         '{}', 'rest', 'r' from generate_series(1, 10001)`,
      [ana.organization?.id],
    ),
  );
  await assert.rejects(exported({ format: 'jsonl' }), refused('limit_exceeded'));
  assert.ok((await exported({ format: 'jsonl', at: { gte: start } })).content.length > 0);
});
