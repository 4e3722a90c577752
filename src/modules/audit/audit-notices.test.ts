/** The end of an audit log is announced where the database cannot reach, so that its keeper can hold us to it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { sealedBooks, type SealedBusiness } from '../../../test/support/sealed-books.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { catalogue } from '../../catalogue.ts';
import { sql } from '../../db/sql.ts';
import { checksRunner } from '../../doors/jobs/checks-job.ts';
import { payloadOf } from '../../operation/jobs.ts';
import type { Runtime } from '../../operation/run.ts';

const world = await createWorld();
const { call, runtime } = world;
const { business, sealAll, superuser, verify } = sealedBooks(world);

/** Events and mails of one night, with their recipients. */
async function night({ id }: SealedBusiness, more: Partial<Runtime> = {}): Promise<{ events: Wire[]; mails: Wire[] }> {
  const waiting = () =>
    world.db.transaction({}, (tx) =>
      tx.many<{ id: string; payload: object }>(sql`
        select id, payload from jobs where kind = 'send_mail' and organization_id = ${id} order by id`),
    );
  const before = new Set((await waiting()).map((job) => job.id));
  world.emitted();
  const runner = checksRunner({ catalogue, runtime: () => ({ ...runtime, ...more }) });
  const job = { id: runtime.newId(), organizationId: id, kind: 'check_books', payload: {}, attempts: 1, error: null };
  await runner(job, async () => undefined);
  const mails = (await waiting()).filter((one) => !before.has(one.id));
  return {
    events: world
      .emitted()
      .filter(({ type }) => type === 'audit_log.sealed')
      .map(({ data }) => data as Wire),
    mails: mails.map((one) => payloadOf(runtime.secrets, one) as Wire),
  };
}

const bookedLater = ({ who }: SealedBusiness) =>
  call('create_client', { type: 'individual', display_name: 'Later' }, { as: who });

async function emptied({ id }: SealedBusiness): Promise<void> {
  await superuser(async (client) => {
    for (const table of ['audit_log', 'audit_seals', 'audit_heads', 'audit_unsealed']) {
      await client.query(`delete from ${table} where organization_id = $1`, [id]);
    }
  });
}

const knownBy = ({ sequence, hash }: Wire) => ({ known_sequence: sequence, known_hash: hash });

test('webhooks are told once a night where a log ends, while it grows by more than that', async () => {
  const shop = await business(3);
  const { head } = await verify(shop.who);
  const { events, mails } = await night(shop);
  assert.deepEqual(events, [head]);
  assert.deepEqual(mails, [], 'nobody asked for mails');
  const { last_told: told } = await call('get_audit_notices', {}, { as: shop.who });
  assert.deepEqual([told.sequence, told.hash], [head.sequence, head.hash]);
  await sealAll(shop.id);
  assert.deepEqual((await night(shop)).events, [], 'its own nightly entries are no news');
  await bookedLater(shop);
  await sealAll(shop.id);
  const [later] = (await night(shop)).events;
  assert.ok(later?.sequence > head.sequence);
});

test('the address of the organisation is mailed, and that of the operator, each once', async () => {
  const shop = await business(2);
  const [mine, theirs] = ['books@accountant.example', 'ops@host.example'];
  await call('set_audit_notices', { email: mine }, { as: shop.who });
  await sealAll(shop.id);
  const settings = { ...runtime.settings, auditMail: theirs };
  const { events, mails } = await night(shop, { settings });
  // Of one millisecond, in any order.
  assert.deepEqual(new Set(mails.map(({ to }) => to)), new Set([mine, theirs]));
  assert.equal(mails.length, 2);
  for (const { subject, text } of mails) {
    assert.match(subject, /Sealed Goods/);
    assert.ok(text.includes(`known_sequence=${events[0]?.sequence}&known_hash=${events[0]?.hash}`), text);
  }
  await call('set_audit_notices', { email: theirs }, { as: shop.who });
  await sealAll(shop.id);
  assert.deepEqual(
    (await night(shop, { settings })).mails.map(({ to }) => to),
    [theirs],
  );
  await call('set_audit_notices', { email: null }, { as: shop.who });
  await sealAll(shop.id);
  const quiet = await night(shop);
  assert.deepEqual([quiet.events.length, quiet.mails], [1, []]);
});

test('a head that was told verifies later, and not of a log that was emptied, begun anew or altered', async () => {
  const [whole, gone, anew, altered] = [await business(3), await business(3), await business(3), await business(3)];
  const told = new Map<SealedBusiness, Wire>();
  for (const shop of [whole, gone, anew, altered]) {
    const [head] = (await night(shop)).events;
    assert.ok(head);
    told.set(shop, head);
    await bookedLater(shop);
    await sealAll(shop.id);
    assert.equal((await verify(shop.who, knownBy(head))).ok, true, 'control: more entries do not matter');
  }
  await emptied(gone);
  await emptied(anew);
  for (let made = 0; made < 6; made += 1) await bookedLater(anew);
  await sealAll(anew.id);
  await superuser((client) => client.query(`update audit_log set door = 'mcp' where id = $1`, [altered.rows[1]]));
  for (const shop of [gone, anew, altered]) {
    const verdict = await verify(shop.who, knownBy(told.get(shop) ?? {}));
    assert.equal(verdict.ok, false);
    assert.ok(verdict.found.length > 0);
  }
});

test('a log that became shorter, or ends by another hash, is told of again', async () => {
  const shop = await business(4);
  const [first] = (await night(shop)).events;
  await emptied(shop);
  await bookedLater(shop);
  await sealAll(shop.id);
  const [shorter] = (await night(shop)).events;
  assert.ok(shorter?.sequence < first?.sequence, `${shorter?.sequence} after ${first?.sequence}`);
});

test('an end of the chain that somebody else wrote is vouched for to nobody', async () => {
  const shop = await business(3);
  await superuser((client) =>
    client.query(`update audit_heads set sequence = 9, hash = sha256('mine') where organization_id = $1`, [shop.id]),
  );
  assert.deepEqual((await night(shop)).events, []);
});

test('the checks of the books tell of an audit log that is not as it was sealed, by day and by night', async () => {
  const shop = await business(3);
  const checked = async (name: string) => {
    const { ok, checks } = await call(name, {}, { as: shop.who });
    const log = checks.find((check: Wire) => check.name === 'audit_log');
    return [ok, log?.ok, log?.found];
  };
  assert.deepEqual(await checked('check_books'), [true, true, []]);
  await superuser((client) => client.query(`update audit_log set door = 'mcp' where id = $1`, [shop.rows[1]]));
  const { found } = await verify(shop.who);
  for (const name of ['check_books', 'keep_checks']) {
    const [ok, isWhole, said] = await checked(name);
    assert.deepEqual([ok, isWhole, said.length], [false, false, 1]);
    assert.ok(said[0].includes(found[0].entry_id), said[0]);
  }
});

test('the checks miss a log that was begun anew, by the head that was kept outside of the database', async () => {
  const shop = await business(4);
  const head = { ...(await verify(shop.who)).head };
  const kept = { sequence: BigInt(head.sequence), hash: Buffer.from(head.hash, 'hex'), at: head.sealed_at, note: null };
  const auditHeads = { find: (id: string) => (id === shop.id ? kept : undefined) };
  const outcome = async () => {
    await night(shop, { auditHeads });
    return (await call('get_last_checks', {}, { as: shop.who })).outcome.ok;
  };
  assert.equal(await outcome(), true, 'control');
  await emptied(shop);
  await bookedLater(shop);
  await sealAll(shop.id);
  assert.equal((await call('check_books', {}, { as: shop.who })).ok, true, 'the database alone cannot know');
  assert.equal(await outcome(), false);
});

test('a change of the address keeps to the version that was read', async () => {
  const { who } = await business(1);
  assert.deepEqual((await call('get_audit_notices', {}, { as: who })).version, 0);
  await call('set_audit_notices', { email: 'a@example.com', version: 0 }, { as: who });
  await assert.rejects(
    call('set_audit_notices', { email: 'b@example.com', version: 0 }, { as: who }),
    refused('version_conflict', ({ current_version: version }) => assert.equal(version, 1)),
  );
  assert.equal((await call('get_audit_notices', {}, { as: who })).email, 'a@example.com');
});
