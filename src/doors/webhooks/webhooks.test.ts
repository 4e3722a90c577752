import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { eventually } from '../../../test/support/embedded-service.ts';
import { type Receiver, verified } from '../../../test/support/receiver.ts';
import { startService } from '../../../test/support/running-service.ts';
import { createWebhookFixture } from '../../../test/support/webhook-fixture.ts';
import type { Wire } from '../../../test/support/world.ts';
import { uuidFrom } from '../../wire/type-id.ts';

const service = await startService({ role: 'all', callLoopback: true });
const { count, deliveries, hurry, must, newClient, opened, webhook } = createWebhookFixture(service);
const ana = await service.register('Acme');

test('what happens arrives, signed as Standard Webhooks says, as the event that the list shows', async () => {
  const who = await service.register('First');
  const to = await opened();
  const hook = await webhook(who, to.url);
  assert.match(hook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const client = await newClient(who);
  await count(to, 1);
  const [got] = to.received;
  assert.ok(got);
  const told = verified(hook.secret, got);
  const [event] = (await must(who, 'GET', `/events?object_id=${client.id}`)).data;
  const { occurred_at: timestamp, object_id: _, ...shown } = event;
  assert.deepEqual(told, { ...shown, timestamp, organization_id: who.organization });
  assert.deepEqual([got.headers['webhook-id'], got.headers['content-type']], [event.id, 'application/json']);
  assert.ok(got.body.length < 2_000);
  assert.throws(() => verified(`whsec_${Buffer.alloc(32).toString('base64')}`, got), 'control: another secret');
  assert.throws(() => verified(hook.secret, { ...got, body: got.body.replace('created', 'deleted') }), 'control');
  const [delivery] = await eventually(async () => {
    const all = await deliveries(who, hook);
    assert.equal(all[0].status, 'succeeded');
    return all;
  });
  assert.deepEqual([delivery.attempts, delivery.response_status, delivery.event_id], [1, 204, event.id]);
  const { attempt_log: log } = await must(who, 'GET', `/webhooks/${hook.id}/deliveries/${delivery.id}`);
  assert.deepEqual([log.length, log[0].number, log[0].response_status], [1, 1, 204]);
});

test('a webhook is told of the types that it asks for, and of no other organisation', async () => {
  const [one, all, other] = [await opened(), await opened(), await opened()];
  const rival = await service.register('Rival');
  await webhook(ana, one.url, { event_types: ['client.archived'] });
  await webhook(ana, all.url);
  await webhook(rival, other.url, { event_types: ['*'] });
  const sofar = all.received.length;
  const { id } = await newClient(ana);
  await must(ana, 'POST', `/clients/${id}/archive`, {});
  await must(ana, 'POST', `/clients/${id}/restore`, {});
  await count(one, 1);
  await count(all, sofar + 3);
  const types = (from: Receiver) => from.received.map(({ body }) => JSON.parse(body).type);
  assert.deepEqual(types(one), ['client.archived']);
  assert.deepEqual(new Set(types(all).slice(-3)), new Set(['client.archived', 'client.created', 'client.restored']));
  assert.ok(other.received.every(({ body }) => !body.includes(id)));
});

test('what fails is tried again by the schedule, or later where the receiver asks for it', longTest, async () => {
  const who = await service.register('Failing');
  const to = await opened();
  to.answer = (_, response) => void response.writeHead(500).end('no\0 thanks');
  const hook = await webhook(who, to.url);
  await newClient(who);
  const attempted = (attempts: number) =>
    eventually(async () => {
      const [delivery] = await deliveries(who, hook);
      assert.equal(delivery.attempts, attempts);
      return delivery;
    });
  const waits = ({ next_attempt_at: next }: Wire) => (Date.parse(next) - Date.now()) / 1_000;
  const first = await attempted(1);
  assert.deepEqual([first.status, first.response_status, first.response_excerpt], ['pending', 500, 'no thanks']);
  assert.ok(waits(first) > 0 && waits(first) <= 5.5, `${waits(first)} s`);
  await hurry(who);
  const second = await attempted(2);
  assert.ok(waits(second) > 280 && waits(second) <= 330, `${waits(second)} s`);
  to.answer = (_, response) => void response.writeHead(429, { 'retry-after': '4000' }).end();
  await hurry(who);
  const asked = await attempted(3);
  assert.ok(waits(asked) > 3_900 && waits(asked) <= 4_000, `${waits(asked)} s`);
  to.answer = (_, response) => void response.writeHead(503, { 'retry-after': '999999999' }).end();
  await hurry(who);
  const bounded = await attempted(4);
  assert.ok(waits(bounded) > 86_000 && waits(bounded) <= 86_400, `${waits(bounded)} s`);
  to.answer = (_, response) => void response.writeHead(302, { location: ana.email }).end();
  await hurry(who);
  assert.equal((await attempted(5)).response_status, 302);
  to.answer = (_, response) => void response.destroy();
  for (let made = 6; made <= 10; made += 1) {
    await hurry(who);
    const delivery = await attempted(made);
    assert.equal(delivery.status, made === 10 ? 'exhausted' : 'pending');
    assert.deepEqual([delivery.response_status, delivery.error], [null, 'socket hang up']);
  }
  const ids = new Set(to.received.map(({ headers }) => headers['webhook-id']));
  assert.equal(ids.size, 1, 'the id is the same at every attempt');
  to.answer = (_, response) => void response.writeHead(200).end('at last');
  const [delivery] = await deliveries(who, hook);
  const again = await must(who, 'POST', `/webhooks/${hook.id}/deliveries/${delivery.id}/replay`, {});
  assert.equal(again.replay_of_id, delivery.id);
  await eventually(async () => assert.equal((await deliveries(who, hook))[0].status, 'succeeded'));
  assert.equal(to.received.at(-1)?.headers['webhook-id'], delivery.event_id);
});

test('a receiver that says 410 is told nothing more, and the owner gets a mail', longTest, async () => {
  const who = await service.register('Gone');
  const to = await opened();
  to.answer = (_, response) => void response.writeHead(410).end();
  const hook = await webhook(who, to.url);
  await newClient(who);
  const disabled = await eventually(async () => {
    const found = await must(who, 'GET', `/webhooks/${hook.id}`);
    assert.equal(found.status, 'auto_disabled');
    return found;
  });
  assert.match(disabled.disabled_reason, /410/);
  const { rows } = await service.owner.query(
    `select organization_id from jobs where kind = 'send_mail' and organization_id = $1`,
    [uuidFrom('org', who.organization)],
  );
  assert.equal(rows.length, 1);
  await newClient(who);
  await sleep(1_500);
  assert.equal(to.received.length, 1);
  const { data } = await must(who, 'GET', '/events?type=webhook.disabled');
  assert.equal(data[0].data.id, hook.id);
});

test('a webhook at which nothing arrives for five days is disabled, and one that fails for four is not', async () => {
  for (const [days, status] of [
    [4, 'enabled'],
    [5.1, 'auto_disabled'],
  ] as const) {
    const who = await service.register(`Failing for ${days}`);
    const to = await opened();
    to.answer = (_, response) => void response.writeHead(500).end();
    const hook = await webhook(who, to.url);
    await newClient(who);
    await eventually(async () => assert.equal((await deliveries(who, hook))[0].attempts, 1));
    await service.owner.query(`update webhooks set failing_since = now() - $2 * interval '1 day' where id = $1`, [
      uuidFrom('wh', hook.id),
      days,
    ]);
    await newClient(who);
    await eventually(async () => {
      assert.equal((await deliveries(who, hook))[0].attempts, 1);
      assert.equal((await must(who, 'GET', `/webhooks/${hook.id}`)).status, status);
    });
  }
});

test('while a secret changes both sign, and afterwards the new one alone', async () => {
  const who = await service.register('Rotating');
  const to = await opened();
  const old = await webhook(who, to.url);
  const fresh = await must(who, 'POST', `/webhooks/${old.id}/rotate-secret`, {});
  assert.notEqual(fresh.secret, old.secret);
  await newClient(who);
  await count(to, 1);
  const both = to.received[0];
  assert.ok(both);
  assert.deepEqual(verified(old.secret, both), verified(fresh.secret, both));
  await service.owner.query(`update webhooks set previous_secret_expires_at = now() where id = $1`, [
    uuidFrom('wh', old.id),
  ]);
  await newClient(who);
  await count(to, 2);
  const later = to.received[1];
  assert.ok(later);
  assert.equal(verified(fresh.secret, later).type, 'client.created');
  assert.throws(() => verified(old.secret, later));
  const last = await must(who, 'POST', `/webhooks/${old.id}/rotate-secret`, { overlap_hours: 0 });
  await must(who, 'POST', `/webhooks/${old.id}/test`, {});
  await count(to, 3);
  const tested = to.received[2];
  assert.ok(tested);
  assert.equal(verified(last.secret, tested).type, 'webhook.test');
  assert.throws(() => verified(fresh.secret, tested));
});

test(
  'a receiver that never answers delays no other webhook, and is not asked more at once than it says',
  longTest,
  async () => {
    const [who, other] = [await service.register('Slow'), await service.register('Swift')];
    const [silent, quick, elsewhere] = [await opened(), await opened(), await opened()];
    silent.answer = () => undefined;
    await webhook(who, silent.url, { max_concurrency: 3 });
    await webhook(who, quick.url);
    await webhook(other, elsewhere.url);
    for (let made = 0; made < 8; made += 1) await newClient(who);
    await count(silent, 3);
    const asked = performance.now();
    await Promise.all([newClient(who), newClient(other)]);
    await count(quick, 9);
    await count(elsewhere, 1);
    const tookMs = performance.now() - asked;
    assert.ok(tookMs < 10_000, `${tookMs} ms, while the silent one takes 15 s`);
    assert.equal(silent.openMax(), 3);
  },
);

test('what waited goes out when a webhook is enabled again, and what happened meanwhile is replayed once', async () => {
  const who = await service.register('Paused');
  const to = await opened();
  const since = new Date(Date.now() - 1_000).toISOString();
  const hook = await webhook(who, to.url);
  await newClient(who);
  await count(to, 1);
  await must(who, 'POST', `/webhooks/${hook.id}/disable`, {});
  const missed = await newClient(who);
  await eventually(async () => {
    assert.equal((await must(who, 'GET', `/events?object_id=${missed.id}`)).data.length, 1);
  });
  const [first] = await deliveries(who, hook);
  for (const [operation, path, body] of [
    ['replay_webhook', 'replay', { since }],
    ['test_webhook', 'test', {}],
    ['replay_webhook_delivery', `deliveries/${first.id}/replay`, {}],
  ] as const) {
    const refused = await service.api(who.token, 'POST', `/webhooks/${hook.id}/${path}`, body);
    assert.equal(refused.body.code, 'invalid_state_transition', operation);
  }
  await must(who, 'POST', `/webhooks/${hook.id}/enable`, {});
  await eventually(async () => assert.equal((await deliveries(who, hook)).length, 1));
  const replay = await must(who, 'POST', `/webhooks/${hook.id}/replay`, { since, missed_only: true });
  assert.equal(replay.queued, 1);
  await count(to, 2);
  assert.equal(JSON.parse(to.received[1]?.body ?? '').data.id, missed.id);
  const whole = await must(who, 'POST', `/webhooks/${hook.id}/replay`, { since, event_types: ['client.created'] });
  assert.equal(whole.queued, 2);
  await count(to, 4);
});
