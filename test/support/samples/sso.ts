import { uuidFrom } from '../../../src/wire/type-id.ts';
import { systemRole } from '../invite-link.ts';
import { memoryProvider, sayInDns, signedInWith } from '../memory-provider.ts';
import type { SignedIn } from '../running-service.ts';
import type { ShopActions } from '../shop/fill.ts';
import type { Wire } from '../world.ts';
import type { Make, Samples } from './make.ts';

const domainsKept = 15;

/** A domain that nobody else has. The organisation keeps the newest few. */
async function newDomain({ service, who, fresh }: ShopActions): Promise<string> {
  await service.owner.query(
    `delete from sso_domain_claims where organization_id = $1 and id not in (
       select id from sso_domain_claims where organization_id = $1 order by id limit 1)
       and id not in (select id from sso_domain_claims where organization_id = $1 order by id desc limit $2)`,
    [uuidFrom('org', who.organization), domainsKept],
  );
  return `${fresh('domain')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')}.example`;
}

export async function addedDomain(shop: ShopActions): Promise<Wire> {
  return shop.call('add_sign_in_domain', { domain: await newDomain(shop) });
}

async function verifiedDomain(shop: ShopActions): Promise<Wire> {
  const added = await addedDomain(shop);
  sayInDns(added.dns.name, [added.dns.value]);
  return shop.call('verify_sign_in_domain', { id: added.id });
}

/** Newcomers become viewers, or what the role says. */
export async function setProvider(shop: ShopActions, role = 'viewer'): Promise<Wire> {
  const default_role_id = await systemRole(shop.service, shop.who, role);
  return shop.call('set_sign_in_provider', { ...memoryProvider, just_in_time: true, default_role_id });
}

async function answered({ service }: ShopActions, path: string, input: object, person: Person) {
  const { body } = await service.api(person.token, 'POST', path, input);
  const parameters = signedInWith(body.authorization_url, {
    sub: person.email,
    email: person.email,
    email_verified: true,
  });
  const redirect_uri = new URL(body.authorization_url).searchParams.get('redirect_uri');
  return { ticket: body.ticket, parameters, redirect_uri };
}

type Person = { readonly token: string; readonly email: string };

/** Somebody new in the shop, whose session the provider opened. */
export async function throughProvider(shop: ShopActions): Promise<SignedIn> {
  await setProvider(shop, 'admin');
  const { domain } = await verifiedDomain(shop);
  const email = `somebody@${domain}`;
  const input = await answered(shop, '/auth/provider/start', { domain }, { token: '', email });
  const { body } = await shop.service.api('', 'POST', '/auth/provider/login', input);
  const me = (await shop.service.api(body.access_token, 'GET', '/auth/me')).body;
  const { access_token: token, refresh_token: refreshToken, organization_id: organization } = body;
  return { token, refreshToken, organization, user: me.user.id, email };
}

const withProvider =
  (make: Make): Make =>
  async (shop, person) => {
    await setProvider(shop);
    return make(shop, person);
  };

export const ssoSamples: Samples = {
  get_sign_in_provider: () => ({}),
  set_sign_in_provider: async ({ service, who }) => ({
    ...memoryProvider,
    just_in_time: true,
    role_claim: 'groups',
    role_map: [{ value: 'sellers', role_ids: [await systemRole(service, who, 'sales')] }],
  }),
  remove_sign_in_provider: withProvider(() => ({})),
  add_sign_in_domain: async (shop) => ({ domain: await newDomain(shop) }),
  verify_sign_in_domain: async (shop) => {
    const added = await addedDomain(shop);
    sayInDns(added.dns.name, [added.dns.value]);
    return { id: added.id };
  },
  remove_sign_in_domain: async (shop) => ({ id: (await addedDomain(shop)).id }),
  get_provider_login: withProvider(async (shop) => ({ domain: (await verifiedDomain(shop)).domain })),
  start_provider_login: withProvider(async (shop) => ({ domain: (await verifiedDomain(shop)).domain })),
  login_with_provider: withProvider(async (shop) => {
    const { domain } = await verifiedDomain(shop);
    return answered(shop, '/auth/provider/start', { domain }, { token: '', email: `newcomer@${domain}` });
  }),
  start_provider_proof: () => ({}),
  prove_with_provider: (shop, person) => answered(shop, '/auth/provider/prove/start', {}, person),
};
