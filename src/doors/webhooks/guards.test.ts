import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { eventually } from '../../../test/support/embedded-service.ts';
import { startService } from '../../../test/support/running-service.ts';
import { createWebhookFixture } from '../../../test/support/webhook-fixture.ts';
import { uuidFrom } from '../../wire/type-id.ts';

const service = await startService({ role: 'all', callLoopback: true });
const { count, must, opened, webhook } = createWebhookFixture(service);

test('a webhook leads nowhere inside: neither when it is made nor when it is called', longTest, async () => {
  const guarded = await startService({ role: 'all' });
  const who = await guarded.register('Outside');
  const to = await opened();
  for (const url of [
    to.url,
    'https://10.0.0.1/',
    'http://example.com/',
    'https://a:b@example.com/',
    'https://x.y:22/',
  ]) {
    const { body } = await guarded.api(who.token, 'POST', '/webhooks', { url, event_types: ['*'] });
    assert.deepEqual(
      [body.code, body.errors[0].pointer, body.errors[0].code],
      ['validation_failed', '/url', 'url_not_allowed'],
    );
  }
  const made = await guarded.api(who.token, 'POST', '/webhooks', { url: 'https://example.com/', event_types: ['*'] });
  await guarded.owner.query('update webhooks set url = $1', [to.url]);
  await guarded.api(who.token, 'POST', `/webhooks/${made.body.id}/test`, {});
  await eventually(async () => {
    const { body } = await guarded.api(who.token, 'GET', `/webhooks/${made.body.id}/deliveries`);
    assert.match(body.data[0].error, /public address/);
  });
  assert.equal(to.received.length, 0);
});

test('nobody is told by a webhook what they may not read, and types that there are not are refused', async () => {
  const ana = await service.register('Acme');
  const seller = await service.colleague(ana, 'sales');
  const url = 'https://example.com/hooks';
  const forbidden = await service.api(seller.token, 'POST', '/webhooks', { url, event_types: ['sale.*'] });
  assert.equal(forbidden.status, 403);
  const { rows } = await service.owner.query(
    `update roles set permissions = permissions || '{webhooks:manage,webhooks:read}'
     where organization_id = $1 and name = 'sales' returning id`,
    [uuidFrom('org', ana.organization)],
  );
  assert.equal(rows.length, 1);
  const clerk = await service.colleague(ana, 'sales');
  const refusal = async (event_types: string[]) => {
    const { body } = await service.api(clerk.token, 'POST', '/webhooks', { url, event_types });
    return body.errors?.[0].code;
  };
  assert.equal(await refusal(['journal_entry.posted']), 'not_readable');
  assert.equal(await refusal(['*']), 'not_readable');
  assert.equal(await refusal(['sale.flown']), 'unknown_type');
  assert.equal(await refusal(['sale.*']), undefined);
});

test('an organisation has a hundred webhooks at most, and create_webhook says limit_exceeded', longTest, async () => {
  const who = await service.register('Many');
  const url = 'https://example.com/hooks';
  for (let made = 0; made < 100; made += 1) await webhook(who, url);
  const { body } = await service.api(who.token, 'POST', '/webhooks', { url, event_types: ['*'] });
  assert.deepEqual([body.code, body.max], ['limit_exceeded', 100]);
  const { data } = await must(who, 'GET', '/webhooks');
  await must(who, 'DELETE', `/webhooks/${data[0].id}`);
  assert.equal((await service.api(who.token, 'GET', `/webhooks/${data[0].id}`)).status, 404);
  await webhook(who, url);
});

test('a secret is kept sealed and told nowhere', async () => {
  const who = await service.register('Secretive');
  const to = await opened();
  const { id, secret } = await webhook(who, to.url);
  await must(who, 'POST', `/webhooks/${id}/test`, {});
  await count(to, 1);
  const raw = Buffer.from(secret.slice('whsec_'.length), 'base64');
  for (const table of ['webhooks', 'audit_log', 'events', 'idempotency_keys', 'webhook_deliveries']) {
    const { rows } = await service.owner.query(`select row_to_json(t)::text as text from ${table} t`);
    const text = rows.map((row: { text: string }) => row.text).join('\n');
    for (const form of [secret, secret.slice(6), raw.toString('hex')]) assert.ok(!text.includes(form), table);
  }
});

test('headers that a receiver asks for reach it beside our own, and nobody is shown what they say', async () => {
  const who = await service.register('Keyed');
  const to = await opened();
  const [first, second] = ['Bearer tick-tock-1', 'tick-tock-2'];
  const hook = await webhook(who, to.url, { headers: { Authorization: first } });
  assert.deepEqual(hook.header_names, ['authorization']);
  await must(who, 'POST', `/webhooks/${hook.id}/test`, {});
  await count(to, 1);
  const changed = await must(who, 'PUT', `/webhooks/${hook.id}/headers`, {
    headers: { 'x-tenant': 'a', 'x-key': second },
  });
  assert.deepEqual(changed.header_names, ['x-key', 'x-tenant']);
  await must(who, 'POST', `/webhooks/${hook.id}/test`, {});
  await count(to, 2);
  const sent = to.received.map(({ headers }) => [headers['authorization'], headers['x-key'], headers['user-agent']]);
  const agent = 'Daybook-Webhooks/1';
  assert.deepEqual(sent, [
    [first, undefined, agent],
    [undefined, second, agent],
  ]);
  const kept = await service.owner.query(`
    select (select string_agg(audit_log::text, ' ') from audit_log)
      || (select string_agg(events::text, ' ') from events)
      || (select string_agg(webhooks::text, ' ') from webhooks)
      || coalesce((select string_agg(idempotency_keys::text, ' ') from idempotency_keys), '') as text`);
  const shown = [kept.rows[0]?.text, JSON.stringify([hook, changed, await must(who, 'GET', `/webhooks/${hook.id}`)])];
  for (const text of shown) assert.doesNotMatch(text, /tick-tock/);
  assert.ok(
    shown.every((text) => text.includes(hook.id) || text.length > 1_000),
    'control: there is something to find',
  );
  await must(who, 'PUT', `/webhooks/${hook.id}/headers`, { headers: {} });
  await must(who, 'POST', `/webhooks/${hook.id}/test`, {});
  await count(to, 3);
  assert.equal(to.received[2]?.headers['x-key'], undefined);
});

test('no header is taken that says how a request travels, that it is ours, or goes on in another line', async () => {
  const who = await service.register('Smuggler');
  const hook = await webhook(who, 'http://127.0.0.1:9/');
  for (const headers of [
    ...[
      'host',
      'webhook-id',
      'content-length',
      'cookie',
      'x-forwarded-for',
      'X-Real-IP',
      '__proto__',
      'constructor',
      '',
    ].map((name) => JSON.parse(`{${JSON.stringify(name)}: "a"}`) as object),
    ...['a\r\nhost: b', 'a\0', '', ' a', 'é', 'a'.repeat(1_001)].map((value) => ({ 'x-key': value })),
    Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`x-${index}`, 'a'])),
  ]) {
    const { status, body } = await service.api(who.token, 'PUT', `/webhooks/${hook.id}/headers`, { headers });
    const expected = Object.hasOwn(headers, '__proto__') ? 'malformed_request' : 'validation_failed';
    assert.deepEqual([status < 500, body.code], [true, expected], JSON.stringify(headers));
  }
  const stranger = await service.register('Stranger');
  const foreign = await service.api(stranger.token, 'PUT', `/webhooks/${hook.id}/headers`, { headers: {} });
  assert.equal(foreign.status, 404);
});

test('who manages webhooks is said by the permission, whatever the role is called', async () => {
  const owner = await service.register('Roles');
  const keeper = await service.colleague(owner, 'viewer');
  const attempt = () =>
    service.api(keeper.token, 'POST', '/webhooks', { url: 'http://127.0.0.1:9/', event_types: ['client.*'] });
  const refused = await attempt();
  assert.deepEqual([refused.status, refused.body.needs], [403, 'webhooks:manage']);
  const permissions = ['webhooks:read', 'webhooks:manage', 'clients:read'];
  const role = await must(owner, 'POST', '/team/roles', { name: 'Wiring', permissions });
  const { data } = await must(owner, 'GET', '/team/members?limit=100');
  const member = data.find(({ user_id: id }: { user_id: string }) => id === keeper.user);
  await must(owner, 'PATCH', `/team/members/${member.id}`, { role_ids: [role.id] });
  await eventually(async () => assert.equal((await attempt()).status, 201));
});
