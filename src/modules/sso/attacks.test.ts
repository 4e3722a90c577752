import assert from 'node:assert/strict';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { openForgedProvider } from '../../../test/support/forged-provider.ts';
import { mistyped } from '../../../test/support/mistyped.ts';
import { asStranger, join, password, type Person } from '../../../test/support/people.ts';
import { callAs, redirectUriOf, refused, signInThrough, verify, withSso } from '../../../test/support/sso.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { typeIdFrom } from '../../wire/type-id.ts';
import { vouchedAddress } from './vouched-address.ts';

const business = withSso(await createWorld());
const { world } = business;

async function person(email: string): Promise<Person> {
  const organization = { name: `Firm of ${email}`, country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };
  const tokens = await asStranger(world, 'register', { email, password, name: 'Ida', organization });
  return { email, password, tokens, actor: await world.access.actorOf(tokens.access_token) };
}

/** A business with a member, whose provider says what a test has it say. */
async function firm() {
  const domain = `firm-${randomUUID().slice(0, 8)}.example`;
  const [owner, member] = [await person(`owner@${domain}`), await person(`mia@${domain}`)];
  await join(world, member, owner.actor, 'sales');
  const provider = await openForgedProvider({ email: member.email, email_verified: true });
  after(() => provider.close());
  await verify(business, owner.actor, domain);
  const settings = { issuer: provider.issuer, ...provider.client };
  const set = (more: object = {}) => callAs(business, owner.actor, 'set_sign_in_provider', { ...settings, ...more });
  await set();
  const organization = typeIdFrom('org', owner.actor.organization?.id ?? '');
  const start = (): Promise<Wire> => asStranger(world, 'start_provider_login', { domain });
  const finish = (ticket: string, parameters: string, at = organization): Promise<Wire> =>
    asStranger(world, 'login_with_provider', { ticket, parameters, redirect_uri: redirectUriOf(at) });
  const atProvider = async (url: string) => provider.comeBack(url);
  const signIn = () => signInThrough(business, { domain, organization, atProvider });
  const reason = async (call: Promise<unknown>) => (await refused(call, 'provider_refused')).details['reason'];
  return { domain, owner, member, provider, set, organization, start, finish, signIn, reason };
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('an ID token that is not as it must be signs nobody in', longTest, async () => {
  const { provider, signIn, reason, member } = await firm();
  assert.equal((await world.access.actorOf((await signIn()).access_token)).userId, member.actor.userId, 'control');
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const forgeries: Readonly<Record<string, typeof provider.forge>> = {
    'for another client': () => ({ aud: 'another' }),
    'for several clients, and not on behalf of ours': () => ({ aud: ['daybook', 'another'], azp: 'another' }),
    'of another issuer': () => ({ iss: 'https://accounts.google.com' }),
    'that has ended': () => ({ exp: nowSeconds - 600, iat: nowSeconds - 900 }),
    'of another sign-in': () => ({ nonce: 'another' }),
    'without a nonce': () => ({ nonce: undefined }),
    'without a subject': () => ({ sub: undefined }),
    'by another key': (claims) => provider.signOtherwise(claims),
    'by no key': async (claims) => `${base64url({ alg: 'none' })}.${base64url(claims)}.`,
    'by the client secret': async (claims) => {
      const text = `${base64url({ alg: 'HS256' })}.${base64url(claims)}`;
      return `${text}.${createHmac('sha256', provider.client.client_secret).update(text).digest('base64url')}`;
    },
  };
  for (const [what, forge] of Object.entries(forgeries)) {
    provider.forge = forge;
    assert.equal(await reason(signIn()), 'not_accepted', what);
  }
});

test('an answer counts once, in time, and with the ticket of the sign-in that it belongs to', async () => {
  const { provider, start, finish, reason } = await firm();
  const first = await start();
  const parameters = provider.comeBack(first.authorization_url);
  await finish(first.ticket, parameters);
  assert.equal(await reason(finish(first.ticket, parameters)), 'expired');
  // A code that somebody else got, pressed upon a browser that began a sign-in of its own.
  const [own, other] = [await start(), await start()];
  assert.equal(await reason(finish(own.ticket, provider.comeBack(other.authorization_url))), 'not_accepted');
  assert.equal(await reason(finish('made up', parameters)), 'expired');
  assert.equal(await reason(finish(mistyped(other.ticket), parameters)), 'expired');
  const late = await start();
  world.setNow(new Date(Date.now() + 11 * 60_000).toISOString());
  try {
    assert.equal(await reason(finish(late.ticket, provider.comeBack(late.authorization_url))), 'expired');
  } finally {
    world.setNow(undefined);
  }
  const denied = await start();
  const state = new URL(denied.authorization_url).searchParams.get('state') ?? '';
  assert.equal(await reason(finish(denied.ticket, `error=access_denied&state=${state}`)), 'not_accepted');
});

test('of twenty answers at once with one ticket, one opens a session', async () => {
  const { provider, start, finish } = await firm();
  const begun = await start();
  const parameters = provider.comeBack(begun.authorization_url);
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => finish(begun.ticket, parameters)));
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.equal(provider.redeemed.length, 1);
});

test('a code goes to the provider with the verifier of its own sign-in', async () => {
  const { provider, start, finish } = await firm();
  const begun = await start();
  const asked = new URL(begun.authorization_url).searchParams;
  assert.equal(asked.get('code_challenge_method'), 'S256');
  await finish(begun.ticket, provider.comeBack(begun.authorization_url));
  const [sent] = provider.redeemed;
  const challenge = createHash('sha256')
    .update(sent?.get('code_verifier') ?? '')
    .digest('base64url');
  assert.equal(challenge, asked.get('code_challenge'));
  assert.equal(sent?.get('redirect_uri'), asked.get('redirect_uri'));
});

test('an answer of one provider is none of another', async () => {
  const [honest, evil] = [await firm(), await firm()];
  const begun = await honest.start();
  const parameters = honest.provider.comeBack(begun.authorization_url);
  // It came back to the address of another business.
  assert.equal(await honest.reason(honest.finish(begun.ticket, parameters, evil.organization)), 'not_accepted');
  assert.equal(honest.provider.redeemed.length, 0);
  // Or it names an issuer that was not asked.
  const second = await honest.start();
  const mixed = honest.provider.comeBack(second.authorization_url, { iss: evil.provider.issuer });
  assert.equal(await honest.reason(honest.finish(second.ticket, mixed)), 'not_accepted');
  assert.equal(honest.provider.redeemed.length, 0);
  // A provider that says it names itself in answers must do so.
  honest.provider.document = { authorization_response_iss_parameter_supported: true };
  const third = await honest.start();
  const silent = honest.provider.comeBack(third.authorization_url);
  assert.equal(await honest.reason(honest.finish(third.ticket, silent)), 'not_accepted');
});

test('a provider opens nothing for the people of another business', async () => {
  const [victim, evil] = [await firm(), await firm()];
  await join(world, victim.member, evil.owner.actor, 'sales');
  evil.provider.forge = () => ({ email: victim.member.email });
  assert.equal(await evil.reason(evil.signIn()), 'domain');
  // Not even where the business has linked that `sub` with one of its own before.
  evil.provider.forge = () => ({ email: evil.member.email, sub: 'linked' });
  const { access_token: token } = await evil.signIn();
  assert.equal((await world.access.actorOf(token)).organization?.id, evil.owner.actor.organization?.id);
  victim.provider.forge = () => ({ email: 'nobody@elsewhere.example', sub: 'linked' });
  assert.equal(await victim.reason(victim.signIn()), 'domain');
});

test('settings that change end the sign-ins that are under way', async () => {
  const { provider, start, finish, reason, set } = await firm();
  const begun = await start();
  await set({ just_in_time: false });
  assert.equal(await reason(finish(begun.ticket, provider.comeBack(begun.authorization_url))), 'expired');
});

test('a discovery that is of another issuer, leads astray, is huge or does not come is refused', async () => {
  const { provider, set, owner } = await firm();
  const faultOf = async (more: object = {}) => {
    const error = await refused(set(more), 'validation_failed');
    return error.details.errors?.[0];
  };
  const documents: readonly (typeof provider.document)[] = [
    { issuer: 'https://accounts.google.com' },
    { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' },
    { authorization_endpoint: 'javascript:alert(1)' },
    { token_endpoint: undefined },
    { jwks_uri: 'ftp://example.com/keys' },
    { filler: 'x'.repeat(300_000) },
  ];
  for (const document of documents) {
    provider.document = document;
    assert.equal((await faultOf()).code, 'discovery_failed', JSON.stringify(document).slice(0, 80));
  }
  provider.document = {};
  provider.before = (_, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    return true;
  };
  assert.equal((await faultOf()).code, 'discovery_failed');
  provider.before = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{');
    return true;
  };
  assert.equal((await faultOf()).code, 'discovery_failed');
  provider.before = () => false;
  const urls = [
    'no url',
    'http://example.com',
    'https://10.0.0.1',
    'https://169.254.169.254',
    'https://a:b@example.com',
  ];
  for (const issuer of urls) {
    const { pointer } = await faultOf({ issuer, client_secret: 'x' });
    assert.equal(pointer, '/issuer', issuer);
  }
  // Without the setting for developers, this machine is out of reach too.
  const settings = { ...world.runtime.settings, callLoopback: false };
  const plain = { ...business, world: { ...world, runtime: { ...world.runtime, settings } } };
  const input = { issuer: provider.issuer, ...provider.client };
  const error = await refused(callAs(plain, owner.actor, 'set_sign_in_provider', input), 'validation_failed');
  assert.equal(error.details.errors?.[0]?.code, 'discovery_failed');
});

test('while the provider is away nobody is sent there, and its endpoints lead to no private address', async () => {
  const { provider, start, finish } = await firm();
  provider.document = { token_endpoint: 'https://169.254.169.254/token' };
  const begun = await start();
  const answer = await refused(finish(begun.ticket, provider.comeBack(begun.authorization_url)), 'provider_refused');
  assert.equal(answer.details['reason'], 'not_accepted');
  provider.before = (_, response) => {
    response.writeHead(500).end();
    return true;
  };
  await refused(start(), 'sign_in_provider_unavailable');
});

test('of Google only accounts of the Workspace of the business count, of Microsoft only confirmed domains', () => {
  const domains = ['acme.example'];
  const said = (claims: object) => {
    const all = {
      iss: 'https://idp.example',
      sub: '1',
      aud: 'a',
      iat: 1,
      exp: 2,
      email: 'ana@acme.example',
      ...claims,
    };
    const vouched = vouchedAddress(all, domains);
    return 'reason' in vouched ? vouched.reason : vouched.email;
  };
  const iss = 'https://accounts.google.com';
  assert.equal(said({ iss, email_verified: true }), 'domain');
  assert.equal(said({ iss, email_verified: true, hd: 'other.example' }), 'domain');
  assert.equal(said({ iss, email_verified: true, hd: 'acme.example' }), 'ana@acme.example');
  assert.equal(said({ xms_edov: true }), 'ana@acme.example');
  assert.equal(said({ xms_edov: false }), 'address');
  assert.equal(said({ xms_edov: true, email_verified: false }), 'address');
  for (const email of [
    'ana@acme.example.evil.example',
    'ana@acme.example@evil.example',
    'ana@sub.acme.example',
    7,
    '',
  ]) {
    assert.notEqual(said({ email, email_verified: true }), 'ana@acme.example');
    assert.match(said({ email, email_verified: true }), /^(domain|address)$/);
  }
  assert.equal(said({ email: 'ANA@Acme.Example', email_verified: true }), 'ana@acme.example');
});
