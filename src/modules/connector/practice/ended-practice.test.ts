/** A practice whose time is over, one that another node began, and who reads what was tried. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { startShop } from '../../../../test/support/shop-service.ts';
import type { Wire } from '../../../../test/support/world.ts';
import { serviceActor } from '../../../operation/actor.ts';
import { run } from '../../../operation/run.ts';
import { uuidFrom } from '../../../wire/type-id.ts';
import { organizationOf } from '../../organization/index.ts';
import { expirePractices } from './expire-practices.ts';

const { service, shop } = await startShop();
const { who, call, fresh } = shop;
const organization = uuidFrom('org', who.organization) ?? '';
const { runtime } = service.app;

const mint = (): Promise<Wire> => call('create_mcp_token', { name: fresh('Claude'), preset: 'full' });
const write = async (token: string, name: string, input: object): Promise<Wire> =>
  (await service.tool(token, 'run_write_action', { name, arguments: input, idempotency_key: randomUUID() }))
    .structuredContent;
const newGroup = (name: string) => ['create_client_group', { name }] as const;
const groupsCalled = async (name: string): Promise<Wire[]> => {
  const { data } = await call('list_client_groups', { limit: 100 });
  return data.filter((group: Wire) => group.name === name);
};

/** As the job does it. */
async function expire(): Promise<void> {
  const about = await runtime.db.transaction({ organization, readOnly: true }, (tx) =>
    organizationOf(tx, organization),
  );
  const actor = serviceActor(about, expirePractices.permission);
  await run(runtime, expirePractices, { actor, origin: { door: 'job', requestId: 'test' }, input: {} });
}

test('once its time is over a practice is erased, and its token does nothing until somebody ends it', async () => {
  const { token, id } = await mint();
  const practice = await call('start_practice', { token_id: id });
  const name = fresh('group');
  assert.equal((await write(token, ...newGroup(name))).practice, practice.id);
  await service.owner.query("update practices set expires_at = '2020-01-01' where id = $1", [
    uuidFrom('prac', practice.id),
  ]);
  assert.equal((await write(token, ...newGroup(name))).code, 'practice_over', 'before the job as well');
  await expire();
  const { status, writes, steps } = await call('get_practice', { id: practice.id });
  assert.deepEqual([status, writes, steps], ['expired', 1, []]);
  const refused = await service.tool(token, 'run_read_action', { name: 'list_client_groups' });
  assert.equal(refused.structuredContent.code, 'practice_over');
  assert.deepEqual(await groupsCalled(name), []);
  await call('end_practice', { id: practice.id });
  assert.equal((await write(token, ...newGroup(name))).practice, undefined);
  assert.equal((await groupsCalled(name)).length, 1);
});

test('a promotion that is sent again is answered as it was, until the time of the practice is over', async () => {
  const { token } = await mint();
  const promote = (id: string, key: string): Promise<Wire> =>
    service.tool(token, 'run_destructive_action', {
      name: 'promote_practice',
      arguments: { id },
      idempotency_key: key,
    });
  const { id } = await write(token, 'start_practice', {});
  const name = fresh('group');
  await write(token, ...newGroup(name));
  const key = randomUUID();
  const first = await promote(id, key);
  assert.equal(first.isError, undefined, JSON.stringify(first));
  const again = await promote(id, key);
  assert.deepEqual(again.structuredContent.steps, first.structuredContent.steps);
  assert.equal((await groupsCalled(name)).length, 1);
  const other = await promote(id, randomUUID());
  assert.equal(other.structuredContent.code, 'practice_not_running');
  const kept = async (): Promise<number> => {
    const { rows } = await service.owner.query(
      'select jsonb_array_length(writes) as kept from practices where id = $1',
      [uuidFrom('prac', id)],
    );
    return rows[0].kept;
  };
  await expire();
  assert.equal(await kept(), 1);
  await service.owner.query("update practices set expires_at = '2020-01-01' where id = $1", [uuidFrom('prac', id)]);
  await expire();
  assert.equal(await kept(), 0);
  const { status, writes } = await call('get_practice', { id });
  assert.deepEqual([status, writes], ['promoted', 1]);
});

test('one that still runs is left alone', async () => {
  const { id } = await mint();
  const practice = await call('start_practice', { token_id: id });
  await expire();
  assert.equal((await call('get_practice', { id: practice.id })).status, 'running');
});

test('steps that are not those of a practice do not end it (practice_changed, from run_steps)', async () => {
  const { id } = await mint();
  const practice = await call('start_practice', { token_id: id });
  const steps = [{ action: 'create_client_group', arguments: { name: fresh('Friends') } }];
  const asked = { steps, practice_id: practice.id };
  const answer = await service.api(who.token, 'POST', '/steps', asked, { 'idempotency-key': randomUUID() });
  assert.deepEqual([answer.status, answer.body.code], [409, 'practice_changed']);
  assert.equal((await call('get_practice', { id: practice.id })).status, 'running');
});

test('a token that is remembered as it was before its practice began books nothing', async () => {
  const { token, id } = await mint();
  const name = fresh('group');
  await service.tool(token, 'run_read_action', { name: 'list_client_groups' });
  // As another node does it, which tells this one nothing.
  await service.owner.query(
    `insert into practices (organization_id, id, token_id, member_id, expires_at, created_at, created_by)
     select organization_id, $1, id, member_id, now() + interval '1 day', now(), created_by from mcp_tokens
     where id = $2`,
    [runtime.newId(), uuidFrom('mcpt', id)],
  );
  const told = await write(token, ...newGroup(name));
  assert.ok(told.code === 'practice_running' || told.practice !== undefined, JSON.stringify(told));
  assert.deepEqual(await groupsCalled(name), []);
});

test('erasing a client ends practices that speak of them', async () => {
  const { token, id } = await mint();
  const practice = await call('start_practice', { token_id: id });
  const name = fresh('Erna Beispiel');
  const client = await call('create_client', { type: 'individual', display_name: name });
  const told = await write(token, 'update_client', { id: client.id, website: 'https://erna.example' });
  assert.equal(told.practice, practice.id);
  assert.equal(told.code, undefined, JSON.stringify(told));
  assert.equal((await call('get_practice', { id: practice.id })).writes, 1);
  await call('erase_client', { id: client.id });
  const { rows } = await service.owner.query('select writes, state from practices where id = $1', [
    uuidFrom('prac', practice.id),
  ]);
  assert.deepEqual(rows, [{ writes: [], state: 'expired' }]);
});
