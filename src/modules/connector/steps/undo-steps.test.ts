/** Steps that a program or a person takes are undone like those of an AI app, by whoever took them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { startShop } from '../../../../test/support/shop-service.ts';
import type { Wire } from '../../../../test/support/world.ts';

const { service, shop } = await startShop();
const { who, call, fresh } = shop;

const newKey = async (scopes: readonly string[]): Promise<string> =>
  (await call('create_api_key', { name: fresh('till'), scopes })).key;
const rights = ['clients:read', 'clients:write', 'clients:manage', 'sales:write', 'sales:confirm', 'sales:void'];

const group = (name: string) => ({ action: 'create_client_group', arguments: { name } });
const client = (name: string) => ({ action: 'create_client', arguments: { type: 'business', display_name: name } });
const sale = {
  action: 'record_sale',
  arguments: {
    client_id: { $step: 1, field: 'id' },
    lines: [{ name: 'Binding', quantity: '1', unit_price: '100.00' }],
  },
};

async function take(token: string, steps: readonly object[]): Promise<Wire[]> {
  const { status, body, text } = await service.api(
    token,
    'POST',
    '/steps',
    { steps },
    { 'idempotency-key': randomUUID() },
  );
  assert.equal(status, 200, text);
  return body.steps;
}
const undo = (token: string, id: string) => service.api(token, 'POST', `/mcp/activity/${id}/undo`, {});
const undoAll = (token: string, id: string) => service.api(token, 'POST', `/mcp/activity/${id}/undo-conversation`, {});
const clientsCalled = async (name: string): Promise<Wire[]> => (await call('list_clients', { q: name })).data;

for (const by of ['a person', 'an API key'] as const) {
  test(`${by} takes back all steps of a call, the last first, and nothing of another call`, async () => {
    const token = by === 'a person' ? who.token : await newKey(rights);
    const [name, other] = [fresh('Mill'), fresh('Bakery')];
    const steps = await take(token, [client(name), sale]);
    await take(token, [client(other)]);
    const { status, body, text } = await undoAll(token, steps[0]?.['audit_id']);
    assert.equal(status, 200, text);
    assert.deepEqual(
      body.writes.map(({ action, outcome }: Wire) => [action, outcome]),
      [
        ['record_sale', 'taken_back'],
        ['create_client', 'archived'],
      ],
    );
    assert.equal((await call('get_sale', { id: steps[1]?.['id'] })).status, 'voided');
    assert.equal((await clientsCalled(other)).length, 1);
    assert.equal((await undo(token, steps[0]?.['audit_id'])).body.code, 'already_undone');
  });
}

test('one step is taken back alone', async () => {
  const [kept, gone] = [fresh('Kept'), fresh('Gone')];
  const [, second] = await take(who.token, [client(kept), client(gone)]);
  assert.equal((await undo(who.token, second?.['audit_id'])).status, 200);
  assert.deepEqual([(await clientsCalled(kept)).length, (await clientsCalled(gone)).length], [1, 0]);
});

test('what others took is not there for a key, nor for a member without the audit log', async () => {
  const key = await newKey(rights);
  const [mine] = await take(who.token, [client(fresh('Mill'))]);
  const staff = await service.colleague(who, 'sales');
  for (const token of [key, staff.token, (await service.register('Rival')).token]) {
    for (const way of [undo, undoAll]) {
      const { status, body } = await way(token, mine?.['audit_id']);
      assert.deepEqual([status, body.code], [404, 'not_found']);
    }
  }
});

test('a key needs the scope of what takes it back', async () => {
  const key = await newKey(['clients:read', 'clients:write']);
  const [step] = await take(key, [client(fresh('Mill'))]);
  const { status, body } = await undo(key, step?.['audit_id']);
  assert.deepEqual([status, body.code], [403, 'insufficient_scope'], JSON.stringify(body));
});

test('a write that was no step is not noted, and not undone', async () => {
  const made = await call('create_client', { type: 'business', display_name: fresh('Mill') });
  const { data } = await call('list_audit_log', { target_id: made.id });
  assert.equal((await undo(who.token, data[0].id)).status, 404);
});

test('steps of a person are no activity of AI apps', async () => {
  const [step] = await take(who.token, [group(fresh('Friends'))]);
  const { data } = await call('list_mcp_activity', { action: 'create_client_group' });
  assert.ok(data.every(({ id }: Wire) => id !== step?.['audit_id']));
});
