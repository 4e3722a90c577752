import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { uuidFrom } from '../../../src/wire/type-id.ts';
import { askedFor, practisedBy, writtenBy } from '../asked.ts';
import { password, type SignedIn } from '../running-service.ts';
import type { Shop } from '../shop/fill.ts';
import { newAuthenticator } from '../authenticator.ts';
import { codeNow } from '../totp.ts';
import type { Wire } from '../world.ts';
import { type Make, of, type Samples } from './make.ts';

const country = { country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };

const newToken: Make = ({ fresh }) => ({ name: fresh('token') });

const newKey: Make = ({ fresh }) => ({ name: fresh('key'), scopes: ['clients:read', 'sales:read'] });

const newApp: Make = ({ fresh }) => ({
  name: fresh('platform'),
  redirect_uris: ['https://app.example.com/callback'],
  scopes: ['clients:read', 'sales:read'],
});

const newConnection: Make = async (shop, person) => ({
  app_id: (await shop.call('create_oauth_app', await newApp(shop, person))).id,
  scopes: ['clients:read'],
});

const newRequest: Make = async (shop) => ({ id: (await askedFor(shop)).id });

let settings = 0;

const newWrite: Make = async (shop) => ({ id: (await writtenBy(shop)).id });

const newPractice: Make = async (shop) => ({ id: (await practisedBy(shop)).id });

const signIn = async (shop: Shop): Promise<Wire> => {
  const { email } = await shop.service.register(shop.fresh('guest'));
  return (await shop.service.api('', 'POST', '/auth/login', { email, password })).body;
};

async function startedTotp({ service }: Shop, { token }: SignedIn): Promise<(ahead: number) => string> {
  const { secret } = (await service.api(token, 'POST', '/auth/totp')).body;
  return (ahead) => codeNow(secret, ahead);
}

/** Of somebody whose second factor is on. */
async function nextCode(shop: Shop, person: SignedIn): Promise<{ totp_code: string }> {
  const code = await startedTotp(shop, person);
  await shop.service.api(person.token, 'POST', '/auth/totp/confirm', { totp_code: code(0) });
  return { totp_code: code(1) };
}

const passkeysKept = 5;

/** Adds a passkey to somebody, who keeps the newest few. */
async function addedPasskey({ service, fresh }: Shop, person: SignedIn) {
  await service.owner.query(
    `delete from passkeys where user_id = $1 and id not in (
       select id from passkeys where user_id = $1 order by id desc limit ${passkeysKept})`,
    [uuidFrom('user', person.user)],
  );
  const device = newAuthenticator({ origin: new URL(service.app.runtime.settings.publicUrl).origin });
  const { body: started } = await service.api(person.token, 'POST', '/auth/passkeys/start', {
    current_password: password,
  });
  const addition = { name: fresh('phone'), credential: device.create(started.public_key) };
  return { device, addition };
}

export async function passkeyOf(shop: Shop, person: SignedIn) {
  const { device, addition } = await addedPasskey(shop, person);
  const { body } = await shop.service.api(person.token, 'POST', '/auth/passkeys', addition);
  return { device, id: body.id as string };
}

const assertion =
  (path: 'login' | 'prove'): Make =>
  async (shop, person) => {
    const { device } = await passkeyOf(shop, person);
    const { body } = await shop.service.api(person.token, 'GET', `/auth/passkeys/${path}`);
    return { credential: device.get(body.public_key) };
  };

export const identitySamples: Samples = {
  login: ({ who }) => ({ email: who.email, password, organization_id: who.organization }),
  refresh: async (shop) => ({ refresh_token: (await signIn(shop)).refresh_token }),
  get_registration: () => ({}),
  logout: () => ({}),
  logout_all: () => ({}),
  switch_organization: (_, person) => ({ organization_id: person.organization }),
  change_password: () => ({ current_password: password, new_password: 'another horse battery' }),
  get_preferences: () => ({}),
  update_preferences: ({ fresh }) => ({ preferences: { theme: fresh('dark'), columns: { sales: ['number'] } } }),
  update_me: ({ fresh }) => ({ name: fresh('Ana'), locale: 'pt-BR' }),
  forgot_password: ({ who }) => ({ email: who.email }),
  reset_password: async ({ service }, _person) => {
    const [token, person] = [randomBytes(32).toString('base64url'), await service.register('Forgetful')];
    const hash = createHash('sha256').update(token).digest();
    await service.owner.query(
      `insert into password_resets (hash, user_id, created_at, expires_at)
       values ($1, $2, now(), now() + interval '1 hour')`,
      [hash, uuidFrom('user', person.user)],
    );
    return { token, new_password: 'another horse battery' };
  },
  revoke_session: async ({ service }, { token, email }) => {
    await service.api('', 'POST', '/auth/login', { email, password });
    const { body } = await service.api(token, 'GET', '/auth/sessions');
    return { id: body.data.find(({ current }: Wire) => !current).id };
  },
  start_totp: () => ({}),
  confirm_totp: async (shop, person) => ({ totp_code: (await startedTotp(shop, person))(0) }),
  disable_totp: nextCode,
  prove_second_factor: nextCode,
  get_passkey_login: () => ({}),
  login_with_passkey: assertion('login'),
  get_passkey_proof: async (shop, person) => {
    await passkeyOf(shop, person);
    return {};
  },
  prove_with_passkey: assertion('prove'),
  start_passkey: () => ({ current_password: password }),
  create_passkey: async (shop, person) => (await addedPasskey(shop, person)).addition,
  update_passkey: async (shop, person) => ({ id: (await passkeyOf(shop, person)).id, name: shop.fresh('phone') }),
  remove_passkey: async (shop, person) => ({ id: (await passkeyOf(shop, person)).id }),
  register: ({ fresh }) => ({
    email: `${randomUUID()}@example.com`,
    password,
    name: fresh('person'),
    organization: { name: fresh('company'), ...country },
  }),
  create_organization: ({ fresh }) => ({ name: fresh('company'), ...country }),
  update_organization: ({ fresh }) => ({ legal_name: fresh('company') }),
  create_mcp_token: newToken,
  create_api_key: newKey,
  update_api_key: of('create_api_key', newKey, { scopes: ['clients:read'] }),
  rotate_api_key: of('create_api_key', newKey, { grace_hours: 1 }),
  revoke_api_key: of('create_api_key', newKey),
  create_oauth_app: newApp,
  update_oauth_app: of('create_oauth_app', newApp, { scopes: ['clients:read'] }),
  rotate_oauth_app_secret: of('create_oauth_app', newApp, { grace_hours: 1 }),
  delete_oauth_app: of('create_oauth_app', newApp),
  connect_app: newConnection,
  disconnect_app: of('connect_app', newConnection),
  connector_doctor: ({ ids }) => ({ token_id: ids['mcpt'] }),
  connect_mcp_client: ({ fresh }) => ({ name: fresh('app'), client: { id: fresh('dbc'), host: 'app.example.com' } }),
  update_mcp_token: of('create_mcp_token', newToken, { preset: 'read_only' }),
  revoke_mcp_token: of('create_mcp_token', newToken),
  update_mcp_settings: () => ({ ask_after: ['nothing', 'text', 'everything'][(settings += 1) % 3] }),
  run_steps: ({ fresh }) => ({
    steps: [
      { action: 'create_client', arguments: { type: 'business', display_name: fresh('client') } },
      { action: 'update_client', arguments: { id: { $step: 1, field: 'id' }, phone: '+49 30 1' } },
    ],
  }),
  undo_mcp_write: newWrite,
  undo_mcp_conversation: newWrite,
  approve_write: newRequest,
  reject_write: newRequest,
  start_practice: async ({ call, fresh }) => ({
    token_id: (await call('create_mcp_token', { name: fresh('learner') })).id,
  }),
  rewind_practice: async (shop, person) => ({ ...(await newPractice(shop, person)), keep: 0 }),
  end_practice: newPractice,
  promote_practice: newPractice,
  rotate_mcp_token: of('create_mcp_token', newToken, { grace_hours: 1 }),
};
