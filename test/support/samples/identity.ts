import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { uuidFrom } from '../../../src/wire/type-id.ts';
import { askedFor, writtenBy } from '../asked.ts';
import { password, type SignedIn } from '../running-service.ts';
import type { Shop } from '../shop/fill.ts';
import { codeNow } from '../totp.ts';
import type { Wire } from '../world.ts';
import { type Make, of, type Samples } from './make.ts';

const country = { country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };

const newToken: Make = ({ fresh }) => ({ name: fresh('token') });

const newKey: Make = ({ fresh }) => ({ name: fresh('key'), scopes: ['clients:read', 'sales:read'] });

const newRequest: Make = async (shop) => ({ id: (await askedFor(shop)).id });

let settings = 0;

const newWrite: Make = async (shop) => ({ id: (await writtenBy(shop)).id });

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
  connector_doctor: ({ ids }) => ({ token_id: ids['mcpt'] }),
  connect_mcp_client: ({ fresh }) => ({ name: fresh('app'), client: { id: fresh('dbc'), host: 'app.example.com' } }),
  update_mcp_token: of('create_mcp_token', newToken, { preset: 'read_only' }),
  revoke_mcp_token: of('create_mcp_token', newToken),
  update_mcp_settings: () => ({ ask_after: ['nothing', 'text', 'everything'][(settings += 1) % 3] }),
  undo_mcp_write: newWrite,
  undo_mcp_conversation: newWrite,
  approve_write: newRequest,
  reject_write: newRequest,
  rotate_mcp_token: of('create_mcp_token', newToken, { grace_hours: 1 }),
};
