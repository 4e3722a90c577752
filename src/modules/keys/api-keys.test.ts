/** API keys as a program and its owner meet them, over HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/support/embedded-service.ts';
import { mistyped } from '../../../test/support/mistyped.ts';
import { startService, type SignedIn } from '../../../test/support/running-service.ts';
import { codeNow } from '../../../test/support/totp.ts';
import type { Wire } from '../../../test/support/world.ts';
import { uuidFrom } from '../../wire/type-id.ts';

const service = await startService({ role: 'all' });
const owner = await service.register('Olga');
const { api } = service;

async function made(by: SignedIn, input: object = {}): Promise<Wire> {
  const whole = { name: 'Web shop', scopes: ['clients:read', 'clients:write'], ...input };
  const answer = await api(by.token, 'POST', '/api-keys', whole);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

const client = { type: 'business', display_name: 'Blue Door Books' };

test('a key is shown once, ends in a year, and opens what its scopes name and nothing else', async () => {
  const { key, ...record } = await made(owner, { name: 'Shop' });
  assert.equal(record.prefix, key.slice(0, 13));
  assert.equal(Math.round((Date.parse(record.expires_at) - Date.parse(record.created_at)) / 86_400_000), 365);
  const answers = [
    await api(owner.token, 'GET', `/api-keys/${record.id}`),
    await api(owner.token, 'GET', '/api-keys'),
    await api(owner.token, 'GET', '/audit-log'),
    await api(owner.token, 'GET', `/records/${record.id}/timeline`),
  ];
  for (const { status, text } of answers) assert.ok(status === 200 && !text.includes(key.slice(13)), text);
  assert.equal((await api(key, 'GET', '/clients')).status, 200);
  const refused = await api(key, 'GET', '/sales');
  assert.deepEqual([refused.status, refused.body.code, refused.body.needs], [403, 'insufficient_scope', 'sales:read']);
  const me = (await api(key, 'GET', '/auth/me')).body;
  assert.deepEqual(me.permissions, ['clients:read', 'clients:write']);
  assert.deepEqual([me.token.kind, me.token.expires_at], ['api_key', record.expires_at]);
});

test('what a key wrote names the key and its maker in the record and in the audit log', async () => {
  const { key, id } = await made(owner, { name: 'Importer' });
  const headers = { 'idempotency-key': 'once' };
  const first = await api(key, 'POST', '/clients', client, headers);
  assert.equal(first.status, 201, first.text);
  const again = await api(key, 'POST', '/clients', client, headers);
  assert.deepEqual([again.body.id, again.headers['idempotent-replayed']], [first.body.id, 'true']);
  assert.deepEqual([first.body.created_by.type, first.body.created_by.name], ['api_key', 'Olga through Importer']);
  assert.equal(first.body.created_by.id, owner.user);
  const { data } = (await api(owner.token, 'GET', `/audit-log?api_key_id=${id}`)).body;
  assert.deepEqual(
    data.map((line: Wire) => [
      line.action,
      line.api_key_id,
      line.token_id,
      line.session_id,
      line.actor.name,
      line.door,
    ]),
    [['create_client', id, null, null, 'Olga through Importer', 'rest']],
  );
  const other = await made(owner, { name: 'Other' });
  const twin = await api(other.key, 'POST', '/clients', { ...client, display_name: 'Another' }, headers);
  assert.equal(twin.status, 201, 'the idempotency keys of another API key are its own');
  const stale = await api(key, 'PATCH', `/clients/${first.body.id}`, { display_name: 'B' }, { 'if-match': '"9"' });
  assert.equal(stale.status, 412);
});

test('only a signed-in person makes, changes, rotates and revokes keys, and keeps their account', async () => {
  const all = (await api(owner.token, 'GET', '/auth/me')).body.permissions;
  const { key, id } = await made(owner, { scopes: all });
  const calls: readonly (readonly [string, string, object?])[] = [
    ['POST', '/api-keys', { name: 'Child', scopes: ['clients:read'] }],
    ['PATCH', `/api-keys/${id}`, { name: 'Renamed' }],
    ['POST', `/api-keys/${id}/rotate`, {}],
    ['DELETE', `/api-keys/${id}`],
    ['POST', '/mcp/tokens', { name: 'Child' }],
    ['POST', '/auth/password', { current_password: 'a', new_password: 'another horse battery' }],
    ['POST', '/auth/switch', { organization_id: owner.organization }],
    ['POST', '/auth/logout-all', {}],
    ['POST', '/exports', {}],
  ];
  for (const [method, path, body] of calls) {
    const answer = await api(key, method, path, body);
    assert.deepEqual([answer.status, answer.body.code], [403, 'person_required'], `${method} ${path}`);
  }
  assert.equal((await api(key, 'GET', '/api-keys')).status, 200);
});

test('a key reads what the AI apps of its maker wrote and asked for by its scopes alone', async () => {
  const maker = await service.register('Mia');
  const token = async (preset: string) =>
    (await api(maker.token, 'POST', '/mcp/tokens', { name: 'Planted', preset })).body;
  const rate = (name: string) => ({ name: 'create_tax_rate', arguments: { name, percentage: '7' } });
  const [writer, asker] = [await token('full'), await token('draft_only')];
  await service.tool(writer.token, 'run_write_action', rate('Planted A'));
  const asked = (await service.tool(asker.token, 'run_write_action', rate('Planted B'))).structuredContent;
  const paths: readonly (readonly [string, string])[] = [
    ['/mcp/activity', 'audit:read'],
    ['/approvals', 'approvals:read'],
    [`/approvals/${asked.approval_id}`, 'approvals:read'],
    [`/mcp/doctor?token_id=${writer.id}`, 'tokens:read'],
    ['/notifications', 'approvals:read'],
  ];
  const { key } = await made(maker, { scopes: ['products:read'] });
  const tells = ({ text }: { readonly text: string }) => /Planted|create_tax_rate/.test(text);
  for (const [path, scope] of paths) {
    await eventually(async () => assert.ok(tells(await api(maker.token, 'GET', path)), `the person reads ${path}`));
    assert.equal(tells(await api(key, 'GET', path)), false, path);
    const wide = await made(maker, { scopes: [scope] });
    const seen = await api(wide.key, 'GET', path);
    assert.ok(tells(seen), `${path} with ${scope}: ${seen.text}`);
  }
});

test('a key learns of one organisation, and nothing of how its maker signs in', async () => {
  const maker = await service.register('Mona');
  const { key } = await made(maker);
  const next = { name: 'Elsewhere', country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };
  assert.equal((await api(maker.token, 'POST', '/organizations', next)).status, 201);
  const person = (await api(maker.token, 'GET', '/auth/me')).body;
  assert.equal(person.organizations.length, 2);
  assert.equal(person.user.totp_enabled, false);
  const { body, text } = await api(key, 'GET', '/auth/me');
  assert.deepEqual(body.organizations, [body.organization]);
  assert.equal(text.includes('Elsewhere'), false);
  assert.deepEqual(Object.keys(body.user).toSorted(), ['created_at', 'email', 'id', 'locale', 'name']);
});

test('nobody gives a key what they do not hold, a past end, or an address that is none', async () => {
  const viewer = await service.colleague(owner, 'viewer');
  assert.equal((await api(viewer.token, 'GET', '/api-keys')).status, 403);
  const role = { name: 'Keeper', permissions: ['keys:manage', 'keys:read', 'clients:read'] };
  assert.equal((await api(owner.token, 'POST', '/team/roles', role)).status, 201);
  const keeper = await service.colleague(owner, 'Keeper');
  const wrong: readonly (readonly [object, string])[] = [
    [{ scopes: ['clients:read', 'clients:write'] }, '/scopes/1'],
    [{ scopes: ['everything'] }, '/scopes/0'],
    [{ scopes: [] }, '/scopes'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    [{ ip_allow: ['10.0.0.0/33'] }, '/ip_allow/0'],
    [{ limits: { max_amount_per_day: { EUR: '1.001' } } }, '/limits/max_amount_per_day/EUR'],
    [{ limits: { requests_per_minute: 5_000 } }, '/limits/requests_per_minute'],
  ];
  for (const [input, pointer] of wrong) {
    const answer = await api(keeper.token, 'POST', '/api-keys', { name: 'X', scopes: ['clients:read'], ...input });
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.pointer], [422, pointer], answer.text);
  }
  const { id } = await made(owner);
  assert.equal((await api(keeper.token, 'POST', `/api-keys/${id}/rotate`, {})).body.code, 'forbidden');
  assert.equal((await api(keeper.token, 'DELETE', `/api-keys/${id}`)).body.status, 'revoked');
});

test('a rotated key works on for as long as was chosen, and not a call longer', async () => {
  const { key, id } = await made(owner, { name: 'Rotating' });
  const second = (await api(owner.token, 'POST', `/api-keys/${id}/rotate`, { grace_hours: 24 })).body;
  for (const one of [key, second.key]) assert.equal((await api(one, 'GET', '/clients')).status, 200);
  await service.owner.query(
    `update api_keys set previous_valid_until = now() - interval '1 second' where name = 'Rotating'`,
  );
  const third = (await api(owner.token, 'POST', `/api-keys/${id}/rotate`, {})).body;
  for (const one of [key, second.key]) assert.equal((await api(one, 'GET', '/clients')).status, 401);
  assert.match((await api(second.key, 'GET', '/clients')).body.hint, /rotated/);
  assert.equal((await api(third.key, 'GET', '/clients')).status, 200);
});

test('a key that was revoked, has expired, or whose maker has left is refused at the next call', async () => {
  const revoked = await made(owner);
  assert.equal((await api(revoked.key, 'GET', '/clients')).status, 200);
  await api(owner.token, 'DELETE', `/api-keys/${revoked.id}`, undefined);
  const answer = await api(revoked.key, 'GET', '/clients');
  assert.deepEqual([answer.status, answer.body.code], [401, 'unauthenticated']);
  assert.match(answer.body.hint, /revoked/);
  const reuse = (await api(owner.token, 'GET', '/audit-log?action=use_api_key')).body.data;
  assert.ok(reuse.some(({ target_id: target }: Wire) => target === revoked.id));

  const short = await made(owner, { name: 'Short' });
  assert.equal((await api(short.key, 'GET', '/clients')).status, 200);
  await service.owner.query(`update api_keys set expires_at = now() - interval '1 second' where name = 'Short'`);
  service.app.runtime.access.forget(uuidFrom('akey', short.id) ?? '');
  assert.match((await api(short.key, 'GET', '/clients')).body.hint, /expired/);

  const admin = await service.colleague(owner, 'admin');
  const theirs = await made(admin, { scopes: ['clients:read', 'sales:read'] });
  const members = (await api(owner.token, 'GET', '/team/members')).body.data;
  const member = members.find(({ user_id: id }: Wire) => id === admin.user);
  const kept = (await api(owner.token, 'GET', '/team/roles')).body.data;
  const stock = kept.find(({ name }: Wire) => name === 'stock').id;
  const narrow = { name: 'Products', permissions: ['products:read'] };
  const products = (await api(owner.token, 'POST', '/team/roles', narrow)).body.id;
  assert.equal((await api(theirs.key, 'GET', '/clients')).status, 200);
  await api(owner.token, 'PATCH', `/team/members/${member.id}`, { role_ids: [stock] });
  assert.equal((await api(theirs.key, 'GET', '/clients')).status, 200, 'what the demoted maker still may');
  await api(owner.token, 'PATCH', `/team/members/${member.id}`, { role_ids: [products] });
  assert.equal((await api(theirs.key, 'GET', '/clients')).status, 403);
  await api(owner.token, 'POST', `/team/members/${member.id}/suspend`, {});
  assert.equal((await api(theirs.key, 'GET', '/clients')).status, 401);
  await api(owner.token, 'POST', `/team/members/${member.id}/reactivate`, {});
  assert.equal((await api(theirs.key, 'GET', '/clients')).status, 401, 'it does not come back');
});

test('a key is good from its addresses alone, and a stray is on record', async () => {
  const far = await made(owner, { ip_allow: ['203.0.113.0/24', '2001:db8::/32'] });
  const answer = await api(far.key, 'GET', '/clients');
  assert.deepEqual([answer.status, answer.body.code], [403, 'address_not_allowed']);
  const near = await made(owner, { ip_allow: ['127.0.0.0/8', '::1'] });
  assert.equal((await api(near.key, 'GET', '/clients')).status, 200);
  const strays = (await api(owner.token, 'GET', `/audit-log?action=use_api_key&target_id=${far.id}`)).body.data;
  assert.deepEqual(
    strays.map(({ refused }: Wire) => refused),
    ['address_not_allowed'],
  );
});

test('a write beyond the amounts of a key is refused and leaves nothing behind', async () => {
  const limits = {
    max_amount_per_write: { EUR: '100.00' },
    max_amount_per_day: { EUR: '150.00' },
    max_writes_per_day: 3,
  };
  const scopes = ['clients:read', 'sales:read', 'sales:write', 'sales:confirm', 'payments:read', 'payments:write'];
  const { key } = await made(owner, { name: 'Till', scopes, limits });
  const { body: payer } = await api(owner.token, 'POST', '/clients', client);
  const { data: methods } = (await api(owner.token, 'GET', '/payment-methods')).body;
  const pay = (amount: string, number: number) =>
    api(
      key,
      'POST',
      '/payments',
      { client_id: payer.id, amount, method_id: methods[0].id },
      { 'idempotency-key': `pay-${number}` },
    );
  const big = await pay('100.01', 1);
  assert.deepEqual([big.status, big.body.code, big.body.limit], [403, 'over_limit', 'max_amount_per_write']);
  assert.equal((await pay('90.00', 2)).status, 201);
  const second = await pay('90.00', 3);
  assert.deepEqual([second.status, second.body.limit, second.body.of_day], [403, 'max_amount_per_day', '180.00']);
  assert.equal((await pay('10.00', 4)).status, 201);
  const batch = {
    mode: 'atomic',
    operations: [1, 2].map(() => ({
      action: 'create',
      data: { client_id: payer.id, amount: '5.00', method_id: methods[0].id },
    })),
  };
  const third = await api(key, 'POST', '/payments/batch', batch, { 'idempotency-key': 'batch' });
  assert.deepEqual([third.status, third.body.limit], [403, 'max_writes_per_day']);
  const { data } = (await api(owner.token, 'GET', `/payments?client_id=${payer.id}`)).body;
  assert.deepEqual(data.map(({ amount }: Wire) => amount).toSorted(), ['10.00', '90.00']);
});

test('a key opens REST alone, an MCP token the connector alone, and each says which it takes', async () => {
  const { key } = await made(owner);
  const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const headers = { accept: 'application/json' };
  for (const answer of [
    await service.send({ method: 'POST', path: '/api/mcp/mcp', token: key, body: rpc, headers }),
    await service.send({ method: 'GET', path: '/api/mcp/v1/actions', token: key, headers }),
  ]) {
    assert.equal(answer.status, 401);
    assert.match(answer.body.hint, /API key.*svc_/s);
  }
  const token = await service.mcpToken(owner);
  const answer = await api(token, 'GET', '/clients');
  assert.equal(answer.status, 401);
  assert.match(answer.body.hint, /key_live_/);
  const unknown = await api(mistyped(key), 'GET', '/clients');
  assert.match(unknown.body.hint, /no such API key/);
});

test('owners are told of a new key, and events of keys go to those who may see them', async () => {
  const { id } = await made(owner, { name: 'Noticed' });
  const created = await eventually(async () => {
    const { data } = (await api(owner.token, 'GET', '/events?type=api_key.created&limit=100')).body;
    const found = data.find((event: Wire) => event.data.id === id);
    assert.ok(found);
    return found;
  });
  await eventually(async () => {
    const { data } = (await api(owner.token, 'GET', '/notifications?limit=100')).body;
    assert.ok(data.some((note: Wire) => note.type === 'api_key.created' && note.object_id === id));
  });
  assert.deepEqual(
    Object.keys(created.data).filter((name) => /hash|secret|^key$/.test(name)),
    [],
  );
});

test('a key of one organisation finds nothing of another, and another organisation nothing of it', async () => {
  const stranger = await service.register('Stranger');
  const { key, id } = await made(owner);
  const { body: theirs } = await api(stranger.token, 'POST', '/clients', client);
  assert.equal((await api(key, 'GET', `/clients/${theirs.id}`)).status, 404);
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/rotate'],
  ] as const) {
    const answer = await api(
      stranger.token,
      method,
      `/api-keys/${id}${path}`,
      method === 'PATCH' || method === 'POST' ? {} : undefined,
    );
    assert.equal(answer.status, 404, method);
  }
  assert.deepEqual((await api(stranger.token, 'GET', '/api-keys')).body.data, []);
});

test('no key is kept as it is, and a use is written down once a minute', async () => {
  const { key, id } = await made(owner, { name: 'Busy' });
  for (let call = 0; call < 20; call += 1) assert.equal((await api(key, 'GET', '/clients')).status, 200);
  const read = async () => (await api(owner.token, 'GET', `/api-keys/${id}`)).body;
  await eventually(async () => assert.equal((await read()).last_used_from, '127.0.0.1'));
  const { rows } = await service.owner.query(
    'select xmin::text, to_jsonb(api_keys) as row from api_keys where id = $1',
    [uuidFrom('akey', id)],
  );
  for (let call = 0; call < 5; call += 1) await api(key, 'GET', '/clients');
  const after = await service.owner.query('select xmin::text from api_keys where id = $1', [uuidFrom('akey', id)]);
  assert.equal(after.rows[0].xmin, rows[0].xmin, 'not written again');
  assert.ok(!JSON.stringify(rows[0].row).includes(key.slice(13)));
});

test('create_api_key answers limit_exceeded where two hundred keys are active', async () => {
  const busy = await service.register('Busy');
  const { id } = await made(busy);
  await service.owner.query(
    `insert into api_keys select organization_id, gen_random_uuid(), member_id, name, prefix, hash, null, null, null,
       scopes, null, null, limits, expires_at, null, null, null, 1, created_at, updated_at, created_by, updated_by
     from api_keys, generate_series(1, 199) where id = $1`,
    [uuidFrom('akey', id)],
  );
  const one = { name: 'One more', scopes: ['clients:read'] };
  const answer = await api(busy.token, 'POST', '/api-keys', one);
  assert.deepEqual([answer.status, answer.body.code, answer.body.max], [422, 'limit_exceeded', 200]);
  await api(busy.token, 'DELETE', `/api-keys/${id}`);
  assert.equal((await api(busy.token, 'POST', '/api-keys', one)).status, 201);
});

test('update_api_key counts from the next call on; a revoked key answers invalid_state_transition', async () => {
  const { key, id, version } = await made(owner, { limits: { requests_per_minute: 60 }, ip_allow: ['127.0.0.1'] });
  const patch = (body: object) => api(owner.token, 'PATCH', `/api-keys/${id}`, body);
  const { body } = await patch({ name: 'Renamed', scopes: ['sales:read'], version });
  assert.deepEqual(
    [body.name, body.scopes, body.limits.requests_per_minute, body.ip_allow],
    ['Renamed', ['sales:read'], 60, ['127.0.0.1']],
  );
  assert.equal((await api(key, 'GET', '/clients')).status, 403);
  assert.equal((await api(key, 'GET', '/sales')).status, 200);
  assert.equal((await patch({ version })).body.code, 'version_conflict');
  const lifted = (await patch({ limits: { requests_per_minute: null }, ip_allow: null, expires_at: null })).body;
  assert.deepEqual([lifted.limits.requests_per_minute, lifted.ip_allow, lifted.expires_at], [null, null, null]);
  await api(owner.token, 'DELETE', `/api-keys/${id}`);
  assert.equal((await patch({ name: 'Late' })).body.code, 'invalid_state_transition');
  // The same of rotate_api_key.
  const rotated = await api(owner.token, 'POST', `/api-keys/${id}/rotate`, {});
  assert.equal(rotated.body.code, 'invalid_state_transition');
});

test('an old session with a second factor is answered step_up_required', async () => {
  // By create_api_key, update_api_key and rotate_api_key; create_oauth_app, update_oauth_app, rotate_oauth_app_secret;
  // and by connect_app.
  const careful = await service.register('Careful');
  const { id } = await made(careful);
  const newApp = { name: 'Shop', scopes: ['clients:read'], redirect_uris: ['https://shop.example/back'] };
  const { body: app } = await api(careful.token, 'POST', '/oauth-apps', newApp);
  const { secret } = (await api(careful.token, 'POST', '/auth/totp', {})).body;
  await api(careful.token, 'POST', '/auth/totp/confirm', { totp_code: codeNow(secret) });
  await service.owner.query(
    `update sessions set created_at = created_at - interval '1 hour', proven_at = null where user_id = $1`,
    [uuidFrom('user', careful.user)],
  );
  service.app.runtime.access.forget(uuidFrom('user', careful.user) ?? '');
  const calls: readonly (readonly [string, string, object])[] = [
    ['POST', '/api-keys', { name: 'X', scopes: ['clients:read'] }],
    ['PATCH', `/api-keys/${id}`, { name: 'X' }],
    ['POST', `/api-keys/${id}/rotate`, {}],
    ['POST', '/oauth-apps', newApp],
    ['PATCH', `/oauth-apps/${app.id}`, { name: 'X' }],
    ['POST', `/oauth-apps/${app.id}/rotate`, {}],
    ['POST', '/connected-apps', { app_id: app.id, scopes: ['clients:read'] }],
  ];
  for (const [method, path, body] of calls) {
    assert.equal((await api(careful.token, method, path, body)).body.code, 'step_up_required', `${method} ${path}`);
  }
  assert.equal(
    (await api(careful.token, 'DELETE', `/api-keys/${id}`)).body.status,
    'revoked',
    'ending one is never held up',
  );
});

test('a key makes so many calls in a minute as it may, and its headers say how many are left', async () => {
  const counted = await startService({ rateLimit: true });
  const who = await counted.register('Counted');
  const input = { name: 'Slow', scopes: ['clients:read'], limits: { requests_per_minute: 3 } };
  const { key } = (await counted.api(who.token, 'POST', '/api-keys', input)).body;
  for (const left of [2, 1, 0]) {
    const { status, headers } = await counted.api(key, 'GET', '/clients');
    assert.equal(status, 200);
    assert.match(String(headers['ratelimit']), new RegExp(`^"credential";r=${left};`));
    assert.equal(headers['ratelimit-policy'], '"credential";q=3;w=60');
  }
  const refused = await counted.api(key, 'GET', '/clients');
  assert.deepEqual([refused.status, refused.body.code, refused.body.limit], [429, 'rate_limited', 'credential']);
  assert.equal((await counted.api(who.token, 'GET', '/clients')).status, 200, 'its maker goes on');
});
