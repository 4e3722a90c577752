import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { newAuthenticator } from '../../../test/support/authenticator.ts';
import { longTest } from '../../../test/support/dose.ts';
import { openIdentityProvider } from '../../../test/support/identity-provider.ts';
import { asStranger, auditOf, join, password, type Person } from '../../../test/support/people.ts';
import { callAs, redirectUriOf, refused, signInThrough, verify, withSso } from '../../../test/support/sso.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { sql } from '../../db/sql.ts';
import { typeIdFrom } from '../../wire/type-id.ts';

const business = withSso(await createWorld());
const { world, names } = business;

/** Registers somebody with this address. */
async function person(email: string): Promise<Person> {
  const organization = { name: `Firm of ${email}`, country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };
  const tokens = await asStranger(world, 'register', { email, password, name: 'Ida', organization });
  return { email, password, tokens, actor: await world.access.actorOf(tokens.access_token) };
}

const idOf = ({ organization }: Person['actor']) => typeIdFrom('org', organization?.id ?? '');

type Settings = Readonly<Record<string, unknown>>;

/** A business with an owner, a provider and a verified domain. */
async function firm(settings: Settings = {}, { inToken = true } = {}) {
  const domain = `firm-${randomUUID().slice(0, 8)}.example`;
  const owner = await person(`owner@${domain}`);
  const { redirect_uri: redirectUri } = await callAs(business, owner.actor, 'get_sign_in_provider');
  const provider = await openIdentityProvider({ redirectUris: [redirectUri], inToken });
  after(() => provider.close());
  const set = (more: Settings = {}) =>
    callAs(business, owner.actor, 'set_sign_in_provider', {
      issuer: provider.issuer,
      ...provider.client,
      ...settings,
      ...more,
    });
  await set();
  const verified = await verify(business, owner.actor, domain);
  const organization = idOf(owner.actor);
  const signIn = (account: string): Promise<Wire> =>
    signInThrough(business, { domain, organization, atProvider: (url) => provider.signIn(url, account) });
  const employ = (account: string, claims: Settings = {}) => {
    const email = `${account}@${domain}`;
    provider.people.set(account, { email, email_verified: true, name: `${account} Doe`, ...claims });
    return email;
  };
  const roles: Wire = await callAs(business, owner.actor, 'list_roles', {});
  const role = (name: string): string => roles.data.find((one: Wire) => one.name === name).id;
  const member = async (email: string): Promise<Wire> =>
    (await callAs(business, owner.actor, 'list_members', { q: email })).data.find((one: Wire) => one.email === email);
  return { domain, owner, provider, set, verified, organization, signIn, employ, role, member };
}

test('a member signs in through the provider of the business, and is known by `sub` from then on', async () => {
  const { domain, owner, provider, organization, signIn, employ } = await firm();
  const email = employ('mia');
  const mia = await person(email);
  await join(world, mia, owner.actor, 'sales');
  const tokens = await signIn('mia');
  assert.equal(tokens.organization_id, organization);
  assert.ok(tokens.refresh_expires_in <= 86_400);
  const actor = await world.access.actorOf(tokens.access_token);
  assert.equal(actor.userId, mia.actor.userId);
  assert.equal(actor.confined, true);
  // Later their address is another at the provider, or not confirmed any more.
  provider.people.set('mia', { email: `mia.smith@${domain}`, email_verified: false });
  assert.equal((await world.access.actorOf((await signIn('mia')).access_token)).userId, mia.actor.userId);
  const [entry] = await auditOf(world, owner.actor, 'login_with_provider');
  assert.equal(entry.target_id, typeIdFrom('user', mia.actor.userId));
});

test('a provider that tells claims at its userinfo endpoint alone serves as well', async () => {
  const { owner, signIn, employ } = await firm({}, { inToken: false });
  const kai = await person(employ('kai'));
  await join(world, kai, owner.actor, 'sales');
  assert.equal((await world.access.actorOf((await signIn('kai')).access_token)).userId, kai.actor.userId);
});

test('a session that a provider opened reaches nothing beyond its organisation', async () => {
  const { owner, signIn, employ, organization } = await firm();
  const lea = await person(employ('lea'));
  await join(world, lea, owner.actor, 'admin');
  const { access_token: token, refresh_token: refresh } = await signIn('lea');
  const actor = await world.access.actorOf(token);
  const own = idOf(lea.actor);
  const me = await callAs(business, actor, 'get_me');
  assert.deepEqual(
    me.organizations.map(({ id }: Wire) => id),
    [organization],
  );
  assert.deepEqual(
    (await callAs(business, actor, 'list_organizations')).data.map(({ id }: Wire) => id),
    [organization],
  );
  const sessions = (await callAs(business, actor, 'list_sessions')).data;
  assert.equal(sessions.length, 1);
  const { data: all } = await callAs(business, lea.actor, 'list_sessions');
  const other = all.find((one: Wire) => one.organization_id === own).id;
  await refused(callAs(business, actor, 'revoke_session', { id: other }), 'not_found');
  const forbidden: readonly (readonly [string, object])[] = [
    ['switch_organization', { organization_id: own }],
    ['logout_all', {}],
    ['change_password', { current_password: password, new_password: 'another horse battery' }],
    ['start_totp', {}],
    ['start_passkey', { current_password: password }],
    ['list_passkeys', {}],
    ['prove_second_factor', { totp_code: '123456' }],
    ['confirm_totp', {}],
    ['disable_totp', {}],
    ['create_passkey', {}],
    ['update_passkey', {}],
    ['remove_passkey', {}],
    ['get_passkey_proof', {}],
    ['prove_with_passkey', {}],
    ['join_organization', {}],
    ['update_me', { name: 'Somebody else' }],
    ['create_organization', { name: 'Mine', country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' }],
  ];
  for (const [name, input] of forbidden) await refused(callAs(business, actor, name, input), 'confined_session');
  assert.equal((await callAs(business, actor, 'update_me', { locale: 'de' })).locale, 'de');
  const renewed = await asStranger(world, 'refresh', { refresh_token: refresh });
  assert.equal((await world.access.actorOf(renewed.access_token)).confined, true);
  // A token that names another organisation of the person opens nothing, whoever signed it.
  const forged = await world.runtime.access.sign({
    user: lea.actor.userId,
    organization: lea.actor.organization?.id ?? '',
    session: actor.credentialId,
  });
  await refused(world.access.actorOf(forged), 'unauthenticated');
  // What is the person's own opens both.
  await callAs(business, lea.actor, 'switch_organization', { organization_id: organization });
});

test('a provider that claims an address of another domain signs nobody in', async () => {
  const { signIn, provider, owner, role, set } = await firm();
  await set({ just_in_time: true, default_role_id: role('viewer') });
  const ceo = await person(`ceo-${randomUUID().slice(0, 8)}@other.example`);
  provider.people.set('evil', { email: ceo.email, email_verified: true });
  const error = await refused(signIn('evil'), 'provider_refused');
  assert.equal(error.details['reason'], 'domain');
  await join(world, ceo, owner.actor, 'sales');
  assert.equal((await refused(signIn('evil'), 'provider_refused')).details['reason'], 'domain');
});

test('an address that the provider does not vouch for signs nobody in', async () => {
  const { signIn, employ, owner } = await firm();
  const eve = await person(employ('eve', { email_verified: false }));
  await join(world, eve, owner.actor, 'sales');
  const reasonOf = async () => (await refused(signIn('eve'), 'provider_refused')).details['reason'];
  assert.equal(await reasonOf(), 'address');
  employ('eve', { email_verified: undefined });
  assert.equal(await reasonOf(), 'address');
  employ('eve', { email_verified: 'true' });
  assert.equal(await reasonOf(), 'address');
});

test('who is no member gets in only where the business lets newcomers in', async () => {
  const closed = await firm();
  closed.employ('new');
  assert.equal((await refused(closed.signIn('new'), 'provider_refused')).details['reason'], 'not_member');
  const { data } = await callAs(business, closed.owner.actor, 'list_roles', {});
  const sales = data.find((one: Wire) => one.name === 'sales').id;
  await closed.set({ just_in_time: true, default_role_id: sales });
  world.emitted();
  const tokens = await closed.signIn('new');
  assert.ok(world.emitted().some(({ type }) => type === 'member.joined'));
  const member = await closed.member(`new@${closed.domain}`);
  assert.deepEqual([member.name, member.role_ids, member.status], ['new Doe', [sales], 'active']);
  assert.equal((await world.access.actorOf(tokens.access_token)).memberId.length, 36);
});

test('roles follow from groups at each sign-in, and a lost group takes them away', async () => {
  const { owner, role, set, signIn, employ, member } = await firm();
  const role_map = [
    { value: 'sellers', role_ids: [role('sales')] },
    { value: 'keepers', role_ids: [role('stock')] },
  ];
  await set({ just_in_time: true, role_claim: 'realm_access.roles', role_map });
  const groups = (...roles: string[]) => employ('ned', { realm_access: { roles } });
  const email = groups('sellers', 'keepers', 'others');
  await signIn('ned');
  assert.deepEqual((await member(email)).role_ids.toSorted(), [role('sales'), role('stock')].toSorted());
  groups('keepers');
  const tokens = await signIn('ned');
  assert.deepEqual((await member(email)).role_ids, [role('stock')]);
  groups('others');
  assert.equal((await refused(signIn('ned'), 'provider_refused')).details['reason'], 'no_role');
  assert.equal((await member(email)).status, 'suspended');
  await refused(world.access.actorOf(tokens.access_token), 'unauthenticated');
  groups('sellers');
  await signIn('ned');
  assert.deepEqual([(await member(email)).status, (await member(email)).role_ids], ['active', [role('sales')]]);
  // Whom an owner suspends stays suspended, whatever the groups.
  await callAs(business, owner.actor, 'suspend_member', { id: (await member(email)).id });
  assert.equal((await refused(signIn('ned'), 'provider_refused')).details['reason'], 'ended');
});

test('no claim makes an owner, and none unmakes one', async () => {
  const { owner, role, set, signIn, employ, member } = await firm();
  const map = (name: string) => ({ role_claim: 'groups', role_map: [{ value: 'all', role_ids: [role(name)] }] });
  const error = await refused(set(map('owner')), 'validation_failed');
  assert.equal(error.details.errors?.[0]?.code, 'owner_role');
  await set(map('viewer'));
  const email = employ('owner', { groups: ['all'] });
  assert.equal(email, owner.email);
  await signIn('owner');
  assert.deepEqual((await member(email)).role_ids, [role('owner')]);
});

test('only an owner says who signs in, and nobody is shown the secret', async () => {
  const { owner, provider, set } = await firm();
  const ben = await person(`ben-${randomUUID().slice(0, 8)}@example.com`);
  await join(world, ben, owner.actor, 'admin');
  const admin = await world.access.actorOf(
    (await asStranger(world, 'login', { email: ben.email, password, organization_id: idOf(owner.actor) })).access_token,
  );
  const input = { issuer: provider.issuer, ...provider.client };
  await refused(callAs(business, admin, 'set_sign_in_provider', input), 'forbidden');
  await refused(callAs(business, admin, 'add_sign_in_domain', { domain: 'evil.example' }), 'forbidden');
  await refused(callAs(business, admin, 'remove_sign_in_provider'), 'forbidden');
  const secret = provider.client.client_secret;
  const shown = [await set(), await callAs(business, admin, 'get_sign_in_provider')];
  assert.equal(JSON.stringify(shown).includes(secret), false);
  const rows = await world.db.transaction({ organization: owner.actor.organization?.id }, (db) =>
    db.many(sql`select to_jsonb(audit_log)::text as line from audit_log`),
  );
  assert.ok(rows.length > 5 && !JSON.stringify(rows).includes(secret));
  const stored = await world.db.transaction({ organization: owner.actor.organization?.id }, (db) =>
    db.one<{ sealed_secret: Buffer }>(sql`select sealed_secret from sso_providers`),
  );
  assert.equal(stored.sealed_secret.includes(secret), false);
});

test('the secret that is kept goes to no other issuer', async () => {
  const { set } = await firm();
  const other = await openIdentityProvider({ redirectUris: ['https://books.example/login'] });
  after(() => other.close());
  const error = await refused(set({ issuer: other.issuer, client_secret: undefined }), 'validation_failed');
  assert.equal(error.details.errors?.[0]?.pointer, '/client_secret');
  assert.equal((await set({ client_secret: undefined })).version, 2);
});

test(
  'with `sso_only` members of the domain come through the provider, and owners keep their way in',
  longTest,
  async () => {
    const { owner, set, signIn, employ, organization, domain } = await firm();
    const pia = await person(employ('pia'));
    const far = await person(`far-${randomUUID().slice(0, 8)}@example.com`);
    for (const one of [pia, far]) await join(world, one, owner.actor, 'sales');
    const login = (one: Person, more = { organization_id: organization }) =>
      asStranger(world, 'login', { email: one.email, password, ...more });
    const before = await login(pia);
    const device = newAuthenticator();
    const { public_key: wanted } = await callAs(business, pia.actor, 'start_passkey', { current_password: password });
    await callAs(business, pia.actor, 'create_passkey', { name: 'Phone', credential: device.create(wanted) });
    const byPasskey = async () => {
      const { public_key: asked } = await asStranger(world, 'get_passkey_login', {});
      return asStranger(world, 'login_with_passkey', { credential: device.get(asked) });
    };
    await set({ sso_only: true });
    await refused(login(pia), 'provider_required');
    await refused(asStranger(world, 'refresh', { refresh_token: before.refresh_token }), 'invalid_refresh_token');
    await refused(world.access.actorOf(before.access_token), 'unauthenticated');
    // Another organisation of theirs is open as before, and where none is named it is the one that opens.
    const elsewhere = await asStranger(world, 'login', { email: pia.email, password });
    assert.equal(elsewhere.organization_id, idOf(pia.actor));
    assert.equal((await byPasskey()).organization_id, idOf(pia.actor));
    await world.db.transaction({ organization: pia.actor.organization?.id }, (db) =>
      db.run(sql`update members set status = 'removed' where user_id = ${pia.actor.userId}`),
    );
    await refused(byPasskey(), 'provider_required');
    await world.db.transaction({ organization: pia.actor.organization?.id }, (db) =>
      db.run(sql`update members set status = 'active' where user_id = ${pia.actor.userId}`),
    );
    const there = await world.access.actorOf(elsewhere.access_token);
    await refused(
      callAs(business, there, 'switch_organization', { organization_id: organization }),
      'provider_required',
    );
    await login(far);
    await login(owner);
    await signIn('pia');
    assert.deepEqual(await asStranger(world, 'get_provider_login', { domain }), {
      domain,
      name: `Firm of ${owner.email}`,
    });
    await callAs(business, owner.actor, 'remove_sign_in_provider');
    await login(pia);
  },
);

test('without the provider its sessions have ended, and so have they with another client', async () => {
  const { owner, set, signIn, employ, domain } = await firm();
  const una = await person(employ('una'));
  await join(world, una, owner.actor, 'sales');
  const first = await signIn('una');
  await set({ just_in_time: false });
  await world.access.actorOf(first.access_token);
  await callAs(business, owner.actor, 'remove_sign_in_provider');
  await refused(world.access.actorOf(first.access_token), 'unauthenticated');
  await refused(asStranger(world, 'start_provider_login', { domain }), 'sign_in_provider_unavailable');
  await refused(asStranger(world, 'get_provider_login', { domain }), 'no_sign_in_provider');
  await set();
  const second = await signIn('una');
  await set({ client_id: 'another' });
  await refused(world.access.actorOf(second.access_token), 'unauthenticated');
});

test('somebody else with the same address is not taken for the member', async () => {
  const { owner, signIn, employ, provider } = await firm();
  const email = employ('old');
  await join(world, await person(email), owner.actor, 'sales');
  await signIn('old');
  provider.people.set('young', { email, email_verified: true });
  assert.equal((await refused(signIn('young'), 'provider_refused')).details['reason'], 'other_person');
});

test('who was suspended or removed does not get in, and does not come back by themselves', async () => {
  const { owner, role, set, signIn, employ, member } = await firm();
  await set({ just_in_time: true, default_role_id: role('sales') });
  const email = employ('rae');
  await signIn('rae');
  const { id } = await member(email);
  const ended = async () => (await refused(signIn('rae'), 'provider_refused')).details['reason'];
  await callAs(business, owner.actor, 'suspend_member', { id });
  assert.equal(await ended(), 'ended');
  await callAs(business, owner.actor, 'reactivate_member', { id });
  const { access_token: token } = await signIn('rae');
  await callAs(business, owner.actor, 'remove_member', { id });
  await refused(world.access.actorOf(token), 'unauthenticated');
  assert.equal(await ended(), 'ended');
  await callAs(business, owner.actor, 'create_invite', { email, role_ids: [role('stock')] });
  await signIn('rae');
  assert.deepEqual((await member(email)).role_ids, [role('stock')]);
});

test('a `sub` that was that of a removed member serves another whose address the provider vouches for', async () => {
  const { owner, signIn, employ, member, provider } = await firm();
  const [first, second] = [await person(employ('one')), await person(employ('two'))];
  for (const each of [first, second]) await join(world, each, owner.actor, 'sales');
  await signIn('one');
  await callAs(business, owner.actor, 'remove_member', { id: (await member(first.email)).id });
  provider.people.set('one', { email: second.email, email_verified: true });
  const tokens = await signIn('one');
  assert.equal((await world.access.actorOf(tokens.access_token)).userId, second.actor.userId);
});

test('an invite of the address is accepted by signing in', async () => {
  const { owner, role, signIn, employ, member } = await firm();
  const email = employ('ivy');
  await callAs(business, owner.actor, 'create_invite', { email, role_ids: [role('manager')] });
  await signIn('ivy');
  assert.deepEqual((await member(email)).role_ids, [role('manager')]);
  const { data } = await callAs(business, owner.actor, 'list_invites', {});
  assert.equal(data[0].status, 'accepted');
});

test('before what cannot be undone the person signs in at the provider again', async () => {
  const { owner, signIn, employ, provider, organization } = await firm();
  const sam = await person(employ('sam'));
  await join(world, sam, owner.actor, 'admin');
  const actor = await world.access.actorOf((await signIn('sam')).access_token);
  const deed = () => callAs(business, actor, 'remove_sign_in_provider');
  const error = await refused(deed(), 'step_up_required');
  assert.equal(error.details['through'], 'provider');
  const prove = async (account: string, as = actor) => {
    const { authorization_url: url, ticket } = await callAs(business, as, 'start_provider_proof');
    assert.match(url, /prompt=login.*max_age=0|max_age=0.*prompt=login/);
    const parameters = await provider.signIn(url, account);
    return callAs(business, as, 'prove_with_provider', {
      ticket,
      parameters,
      redirect_uri: redirectUriOf(organization),
    });
  };
  employ('tom');
  assert.equal((await refused(prove('tom'), 'provider_refused')).details['reason'], 'other_session');
  await prove('sam');
  const proven = await world.access.actorOf(
    await world.runtime.access.sign({
      user: actor.userId,
      organization: actor.organization?.id ?? '',
      session: actor.credentialId,
    }),
  );
  // Only an owner may, but they are asked no more.
  await refused(callAs(business, proven, 'remove_sign_in_provider'), 'forbidden');
  await refused(callAs(business, sam.actor, 'start_provider_proof'), 'no_sign_in_provider');
});

test('a domain is verified by its record, by the first of two, and by who has it once the other has not', async () => {
  const { domain, owner, verified } = await firm();
  assert.equal(verified.status, 'verified');
  const rival = await person(`rival-${randomUUID().slice(0, 8)}@example.com`);
  const added = await callAs(business, rival.actor, 'add_sign_in_domain', { domain });
  assert.notEqual(added.dns.value, verified.dns.value);
  const check = () => callAs(business, rival.actor, 'verify_sign_in_domain', { id: added.id });
  await refused(check(), 'domain_not_verified');
  names.set(added.dns.name, [verified.dns.value, added.dns.value]);
  await refused(check(), 'domain_taken');
  names.set(added.dns.name, new Error('no name server answers'));
  await refused(check(), 'domain_not_verified');
  await refused(callAs(business, owner.actor, 'verify_sign_in_domain', { id: verified.id }), 'domain_not_verified');
  assert.equal((await callAs(business, owner.actor, 'get_sign_in_provider')).domains[0].status, 'verified');
  names.set(added.dns.name, [added.dns.value]);
  assert.equal((await check()).status, 'verified');
  assert.equal((await callAs(business, owner.actor, 'get_sign_in_provider')).domains[0].status, 'pending');
  await refused(callAs(business, owner.actor, 'add_sign_in_domain', { domain }), 'domain_added');
  await callAs(business, rival.actor, 'remove_sign_in_domain', { id: added.id });
  await refused(asStranger(world, 'get_provider_login', { domain }), 'no_sign_in_provider');
});

test('a domain without its record counts for a week more, and silence of the DNS says nothing', async () => {
  const { domain, owner, verified, set, signIn, employ } = await firm();
  const zoe = await person(employ('zoe'));
  await join(world, zoe, owner.actor, 'sales');
  await set({ sso_only: true });
  const start = () => asStranger(world, 'start_provider_login', { domain });
  const dayMs = 86_400_000;
  const begun = Date.now();
  try {
    names.set(verified.dns.name, new Error('no name server answers'));
    world.setNow(new Date(begun + 2 * dayMs).toISOString());
    await start();
    names.set(verified.dns.name, []);
    await start();
    world.setNow(new Date(begun + 8 * dayMs).toISOString());
    names.set(verified.dns.name, [verified.dns.value]);
    await start();
    names.set(verified.dns.name, []);
    world.setNow(new Date(begun + 10 * dayMs).toISOString());
    await start();
    world.setNow(new Date(begun + 18 * dayMs).toISOString());
    await refused(start(), 'no_sign_in_provider');
    await refused(start(), 'no_sign_in_provider');
    await asStranger(world, 'login', { email: zoe.email, password, organization_id: idOf(owner.actor) });
  } finally {
    world.setNow(undefined);
  }
  await refused(signIn('zoe'), 'no_sign_in_provider');
});

test('a business has so many domains, each well-formed', async () => {
  const owner = await person(`many-${randomUUID().slice(0, 8)}@example.com`);
  const add = (domain: string) => callAs(business, owner.actor, 'add_sign_in_domain', { domain });
  for (let count = 0; count < 20; count += 1) await add(`d${count}.${owner.email.split('@', 1)[0]}.example`);
  await refused(add('one-more.example'), 'limit_exceeded');
  for (const domain of ['example', 'a b.example', '-a.example', 'a@b.example', 'https://a.example', 'é.example']) {
    await refused(add(domain), 'validation_failed');
  }
});

test('a name server that answers late does not hold up the sign-in', longTest, async () => {
  const { domain, verified } = await firm();
  const { outward } = world.runtime;
  if (outward === undefined) throw new Error('the world has a way out');
  const never = { ...outward, texts: () => new Promise<readonly string[]>(() => undefined) };
  const slow = { ...world, runtime: { ...world.runtime, outward: never } };
  world.setNow(new Date(Date.now() + 2 * 86_400_000).toISOString());
  try {
    await asStranger(slow, 'start_provider_login', { domain });
  } finally {
    world.setNow(undefined);
  }
  assert.equal(verified.status, 'verified');
});
