import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join, register } from '../../../../test/support/people.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, operationNamed, type Wire, withPermissions } from '../../../../test/support/world.ts';
import type { Actor } from '../../../operation/actor.ts';
import { run } from '../../../operation/run.ts';
import { authenticateMcpToken } from './authenticate.ts';

const world = await createWorld();
const owner = await register(world, 'Olga');
const { actor } = owner;
const as = { as: actor };
const nowOf = () => world.runtime.now();
const authenticate = (token: string) => authenticateMcpToken(world.db, token, nowOf());

test('a token made with just a name is standard, ends in 90 days, and shows its secret once', async () => {
  const made = await world.call('create_mcp_token', { name: 'Claude' }, as);
  assert.match(made.token, /^svc_[0-9a-f]{64}$/);
  assert.equal(made.prefix, made.token.slice(0, 12));
  assert.deepEqual([made.preset, made.status, made.scopes, made.toolsets], ['standard', 'active', null, null]);
  const days = (Date.parse(made.expires_at) - Date.parse(made.created_at)) / 86_400_000;
  assert.equal(Math.round(days), 90);
  for (const record of [
    await world.call('get_mcp_token', { id: made.id }, as),
    (await world.call('list_mcp_tokens', {}, as)).data[0],
    world.emitted().find(({ type }) => type === 'mcp_token.created')?.data,
  ]) {
    assert.equal(JSON.stringify(record).includes(made.token), false);
  }
});

test('a person sees what all their tokens wrote, a token what it wrote itself', async () => {
  const mint = async (name: string, scopes: string[]) => {
    const credential = await authenticate((await world.call('create_mcp_token', { name, scopes }, as)).token);
    if (credential === undefined) throw new Error('a fresh token opens nothing');
    return credential.actor;
  };
  const [writer, reader] = [await mint('Writer', ['clients:write']), await mint('Reader', ['sales:read'])];
  const origin = { door: 'mcp', requestId: 'made-by-writer' } as const;
  const input = { type: 'business', display_name: 'Confidential' };
  await run(world.runtime, operationNamed('create_client'), { actor: writer, input, origin });
  const seen = async (by: Actor) => {
    const { data } = await world.call('list_mcp_activity', { action: 'create_client' }, { as: by });
    return data.map(({ request_id: id }: Wire) => id);
  };
  assert.deepEqual(await seen(actor), ['made-by-writer']);
  assert.deepEqual(await seen(withPermissions(actor, [])), ['made-by-writer']);
  assert.deepEqual(await seen(writer), ['made-by-writer']);
  assert.deepEqual(await seen(reader), []);
});

test('a token acts as its member, with the rights that the member has at that moment', async () => {
  const { token, id } = await world.call('create_mcp_token', { name: 'Mirror' }, as);
  const credential = await authenticate(token);
  assert.equal(credential?.actor.kind, 'mcp_token');
  assert.equal(credential?.actor.userId, actor.userId);
  assert.equal(credential?.actor.organization?.id, actor.organization?.id);
  assert.deepEqual([...(credential?.actor.permissions ?? [])].toSorted(), [...actor.permissions].toSorted());
  assert.match(credential?.actor.name ?? '', /Olga through Mirror/);
  await world.call('update_mcp_token', { id, scopes: ['clients:read', 'sales:read'] }, as);
  assert.deepEqual([...((await authenticate(token))?.actor.permissions ?? [])].toSorted(), [
    'clients:read',
    'sales:read',
  ]);
  await world.call('update_mcp_token', { id, scopes: null }, as);
  assert.equal((await authenticate(token))?.actor.permissions.size, actor.permissions.size);
});

test('a token without any credential set, or with another’s, finds no row of anyone', async () => {
  const { token } = await world.call('create_mcp_token', { name: 'Alone' }, as);
  const other = `svc_${token.slice(4).split('').toReversed().join('')}`;
  assert.equal(await authenticate(other), undefined);
  assert.equal(await authenticate('svc_'), undefined);
  assert.equal(await authenticate(''), undefined);
});

test('nobody grants what they do not hold, limits what cannot be enforced, or begins with what has ended', async () => {
  const viewer = withPermissions(actor, ['clients:read']);
  const wrong: [object, string][] = [
    [{ scopes: ['clients:read', 'data:erase'] }, '/scopes/1'],
    [{ scopes: ['no:such'] }, '/scopes/0'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    [{ limits: { max_amount_per_write: '100' } }, '/limits/max_amount_per_write'],
    [{ limits: { allowed_actions: [] } }, '/limits/allowed_actions'],
    [{ toolsets: ['nonsense'] }, '/toolsets/0'],
    [{ preset: 'god' }, '/preset'],
    [{ token: 'svc_mine' }, '/token'],
    [{ member_id: 'mem_01h455vb4pex5vsknk084sn02q' }, '/member_id'],
  ];
  for (const [input, pointer] of wrong) {
    const look = ({ errors }: { errors: { pointer: string }[] }) => assert.equal(errors[0]?.pointer, pointer);
    await assert.rejects(
      world.call('create_mcp_token', { name: 'X', ...input }, { as: viewer }),
      refused('validation_failed', look),
    );
  }
});

test('a rotated token has a new secret, and the old one ends at once or after the grace asked for', async () => {
  const made = await world.call('create_mcp_token', { name: 'Turning' }, as);
  const abrupt = await world.call('rotate_mcp_token', { id: made.id }, as);
  assert.equal(await authenticate(made.token), undefined);
  assert.notEqual(await authenticate(abrupt.token), undefined);
  const gentle = await world.call('rotate_mcp_token', { id: made.id, grace_hours: 2 }, as);
  assert.notEqual(await authenticate(abrupt.token), undefined);
  assert.notEqual(await authenticate(gentle.token), undefined);
  world.setNow(new Date(Date.now() + 3 * 3_600_000).toISOString());
  assert.equal(await authenticate(abrupt.token), undefined);
  assert.notEqual(await authenticate(gentle.token), undefined);
  world.setNow(undefined);
});

test('a revoked token stays on record and ends for good', async () => {
  const made = await world.call('create_mcp_token', { name: 'Ended' }, as);
  const revoked = await world.call('revoke_mcp_token', { id: made.id }, as);
  assert.equal(revoked.status, 'revoked');
  assert.equal(await authenticate(made.token), undefined);
  assert.deepEqual(await world.call('revoke_mcp_token', { id: made.id }, as), revoked);
  for (const name of ['rotate_mcp_token', 'update_mcp_token']) {
    await assert.rejects(world.call(name, { id: made.id }, as), refused('invalid_state_transition'));
  }
});

test('a change made on an old version is refused', async () => {
  const { id } = await world.call('create_mcp_token', { name: 'First' }, as);
  await world.call('update_mcp_token', { id, name: 'Second', version: 1 }, as);
  const look = (details: { current_version: number }) => assert.equal(details.current_version, 2);
  await assert.rejects(world.call('update_mcp_token', { id, version: 1 }, as), refused('version_conflict', look));
});

test('members have their own tokens; who manages all may change and end them, but not read them', async () => {
  const ben = await register(world, 'Ben');
  await join(world, ben, actor, 'viewer');
  const tokens = await world.call(
    'switch_organization',
    { organization_id: owner.tokens.organization_id },
    { as: ben.actor },
  );
  const viewer = await world.access.actorOf(tokens.access_token);
  const his = await world.call('create_mcp_token', { name: 'Ben’s' }, { as: viewer });
  assert.equal((await authenticate(his.token))?.actor.permissions.has('clients:write'), false);
  const hers = await world.call('create_mcp_token', { name: 'Olga’s' }, as);
  assert.deepEqual(
    (await world.call('list_mcp_tokens', {}, { as: viewer })).data.map(({ id }: { id: string }) => id),
    [his.id],
  );
  for (const name of ['get_mcp_token', 'update_mcp_token', 'rotate_mcp_token', 'revoke_mcp_token']) {
    await assert.rejects(world.call(name, { id: hers.id }, { as: viewer }), refused('not_found'));
  }
  await assert.rejects(world.call('rotate_mcp_token', { id: his.id }, as), refused('forbidden'));
  const auditor = withPermissions(actor, ['tokens:read']);
  await assert.rejects(world.call('revoke_mcp_token', { id: his.id }, { as: auditor }), refused('forbidden'));
  await assert.rejects(world.call('update_mcp_token', { id: his.id }, { as: auditor }), refused('forbidden'));
  assert.equal((await world.call('revoke_mcp_token', { id: his.id }, as)).status, 'revoked');
});

test('another organisation has no such token', async () => {
  const { id } = await world.call('create_mcp_token', { name: 'Hidden' }, as);
  for (const name of ['get_mcp_token', 'update_mcp_token', 'rotate_mcp_token', 'revoke_mcp_token']) {
    await assert.rejects(world.call(name, { id }, { as: world.rival }), refused('not_found'));
  }
});
