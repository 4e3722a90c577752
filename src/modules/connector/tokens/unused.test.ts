import assert from 'node:assert/strict';
import { test } from 'node:test';
import { register } from '../../../../test/support/people.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld } from '../../../../test/support/world.ts';
import { openMcpCredentials } from './credentials.ts';

const world = await createWorld();
const { actor } = await register(world, 'Olga');
const as = { as: actor };
const begun = Date.parse('2027-01-10T09:00:00.000Z');
const day = 86_400_000;
const after = (ms: number) => world.setNow(new Date(begun + ms).toISOString());
const make = (input: object = {}) =>
  world.call('create_mcp_token', { name: 'Forgotten', expires_at: null, ...input }, as);
const shown = (id: string) => world.call('get_mcp_token', { id }, as);

/** As a node that has just started, which remembers nothing. */
const fixture = () =>
  openMcpCredentials({
    db: world.db,
    now: world.runtime.now,
    onError: (error) => assert.fail(String(error)),
  });
const opens = async (token: string) => (await fixture().of(token)) !== undefined;
const origin = { door: 'mcp', requestId: 'unused', ip: '192.0.2.1' } as const;

async function use(token: string): Promise<void> {
  const credentials = fixture();
  const credential = await credentials.admit(token, origin);
  credentials.used(credential, { at: world.runtime.now(), from: '192.0.2.1', client: undefined });
  await credentials.settled();
}

test('a token that nobody uses for 90 days after it was made expires, whatever end it has', async () => {
  after(0);
  const made = await make();
  assert.equal(made.lapses_at, new Date(begun + 90 * day).toISOString());
  after(90 * day - 1);
  assert.equal(await opens(made.token), true);
  assert.equal((await shown(made.id)).status, 'active');
  after(90 * day);
  assert.equal(await opens(made.token), false);
  assert.equal((await shown(made.id)).status, 'expired');
  const hint = ({ hint: said }: { hint: string }) => assert.match(said, /expired: it was not used for 90 days/);
  await assert.rejects(fixture().admit(made.token, origin), refused('unauthenticated', hint));
  await assert.rejects(world.call('rotate_mcp_token', { id: made.id }, as), refused('invalid_state_transition'));
  const later = new Date(begun + 400 * day).toISOString();
  assert.equal((await world.call('update_mcp_token', { id: made.id, expires_at: later }, as)).status, 'expired');
  assert.equal(await opens(made.token), false, 'a later end does not bring it back');
  world.setNow(undefined);
});

test('the doctor says in the last week that a token is about to end for want of use', async () => {
  after(0);
  const made = await make();
  const notices = async () => {
    const { findings } = await world.call('connector_doctor', { token_id: made.id }, as);
    return findings.filter(({ code }: { code: string }) => code === 'lapses_soon');
  };
  after(82 * day);
  assert.deepEqual(await notices(), []);
  after(85 * day);
  const [{ message, values }] = await notices();
  assert.deepEqual([message, values], ['Unused, it ends in 5 days.', { days: '5' }]);
  world.setNow(undefined);
});

test('each use and each new secret begins the 90 days anew', async () => {
  after(0);
  const made = await make();
  after(60 * day);
  await use(made.token);
  after(149 * day);
  assert.equal(await opens(made.token), true);
  const { token } = await world.call('rotate_mcp_token', { id: made.id }, as);
  after(238 * day);
  assert.equal(await opens(token), true);
  assert.equal((await shown(made.id)).lapses_at, new Date(begun + 239 * day).toISOString());
  after(239 * day);
  assert.equal(await opens(token), false);
  assert.equal((await shown(made.id)).status, 'expired');
  world.setNow(undefined);
});

test('an end that was set comes first where it is earlier, and says so', async () => {
  after(0);
  const made = await make({ expires_at: new Date(begun + 10 * day).toISOString() });
  after(100 * day);
  const hint = ({ hint: said }: { hint: string }) => assert.match(said, /^The token has expired\. /);
  await assert.rejects(fixture().admit(made.token, origin), refused('unauthenticated', hint));
  world.setNow(undefined);
});
