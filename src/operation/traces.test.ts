/** Traces of a write beside its record: a line of the audit log and its events. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../test/support/database.ts';
import { createWorld, operationNamed, type Wire } from '../../test/support/world.ts';
import { BusinessError } from './errors.ts';
import { run } from './run.ts';

const world = await createWorld();
const organization = world.ana.organization?.id;

async function rows(table: 'audit_log' | 'events'): Promise<Wire[]> {
  const text = `select * from ${table} where organization_id = $1 order by id`;
  return asOwner(world.database.ownerUrl, async (client) => (await client.query(text, [organization])).rows);
}

/** Rows that the work added to the audit log and the events. */
async function added(work: () => Promise<unknown>): Promise<{ audit: Wire[]; events: Wire[]; told: string[] }> {
  const [audit, events] = [(await rows('audit_log')).length, (await rows('events')).length];
  world.emitted();
  await work();
  const told = world.emitted().map(({ type }) => type);
  return { audit: (await rows('audit_log')).slice(audit), events: (await rows('events')).slice(events), told };
}

const newClient = { type: 'individual', display_name: 'Mara Lind' };

test('a change leaves one line that says who, what, from where, and what was there before and after', async () => {
  const client = await world.call('create_client', newClient);
  const { audit } = await added(() => world.call('update_client', { id: client.id, phone: '+49 30 1' }, { key: 'k' }));
  assert.equal(audit.length, 1);
  const [line] = audit;
  assert.deepEqual(
    [line.action, line.effect, line.target_id, line.door],
    ['update_client', 'write', client.id, 'rest'],
  );
  assert.deepEqual([line.actor.name, line.actor.type, line.idempotency_key], [world.ana.name, 'user', 'k']);
  assert.deepEqual([line.before.phone, line.after.phone, line.input.phone], [null, '+49 30 1', '+49 30 1']);
});

test('events are told with the change, in the wire form of their record', async () => {
  const { events, told } = await added(() => world.call('create_client', newClient));
  assert.deepEqual(told, ['client.created']);
  assert.deepEqual(
    events.map(({ type, data, actor }) => [type, data.id.startsWith('client_'), actor.name]),
    [['client.created', true, world.ana.name]],
  );
});

test('what is refused, previewed or sent again leaves neither', async () => {
  const client = await world.call('create_client', newClient, { key: 'once' });
  const nothing = { audit: [], events: [], told: [] };
  const refused = () => assert.rejects(world.call('update_client', { id: client.id, version: 9 }), BusinessError);
  assert.deepEqual(await added(refused), nothing);
  assert.deepEqual(await added(() => world.call('create_client', newClient, { dryRun: true })), nothing);
  assert.deepEqual(await added(() => world.call('create_client', newClient, { key: 'once' })), nothing);
  assert.deepEqual(await added(() => world.call('get_client', { id: client.id })), nothing);
});

test('whoever finds that a twin committed meanwhile answers as it did, and leaves nothing', async () => {
  await world.call('create_client', newClient, { key: 'first' });
  let twins = 0;
  const beforeCommit = async () => {
    twins += 1;
    await asOwner(world.database.ownerUrl, (client) =>
      client.query(
        `insert into idempotency_keys (organization_id, scope, key, input_hash, output, created_at)
         select organization_id, scope, 'twin', input_hash, '{"id":"of the twin"}', created_at
         from idempotency_keys where organization_id = $1 and key = 'first'`,
        [organization],
      ),
    );
  };
  const origin = { door: 'rest', requestId: 'twin' } as const;
  const request = { actor: world.ana, input: newClient, idempotencyKey: 'twin', origin, beforeCommit };
  const left = await added(async () => {
    const answer = await run(world.runtime, operationNamed('create_client'), request);
    assert.deepEqual(answer, { output: { id: 'of the twin' }, replayed: true });
  });
  assert.deepEqual([left, twins], [{ audit: [], events: [], told: [] }, 1]);
});

test('neither can be changed afterwards, not even by whoever owns the database', async () => {
  for (const [table, content] of [
    ['audit_log', `after = '{"id":"another"}'`],
    ['call_events', `events = jsonb_set(events::jsonb, '{0,data,external_id}', '"another"')::json`],
  ]) {
    for (const change of [
      `update ${table} set id = gen_random_uuid()`,
      `update ${table} set ${content}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      await asOwner(world.database.ownerUrl, (client) => assert.rejects(client.query(change), /append-only/, change));
    }
  }
});

test('a secret that was sent stands in no line', async () => {
  const { audit } = await added(() => world.call('create_mcp_token', { name: 'Claude' }));
  const token = audit[0]?.after?.token;
  assert.equal(token, '•••');
});
