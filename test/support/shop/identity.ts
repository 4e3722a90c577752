import { askedFor, practisedBy } from '../asked.ts';
import { newAuthenticator } from '../authenticator.ts';
import { password } from '../running-service.ts';
import { addedDomain, setProvider } from '../samples/sso.ts';
import { type Fill, firstOf } from './fill.ts';

export const fillIdentity: Fill = async (hands) => {
  const { call, fresh, service, who } = hands;
  const token = await call('create_mcp_token', { name: fresh('assistant'), preset: 'full' });
  const apiKey = await call('create_api_key', { name: fresh('program'), scopes: ['clients:read'] });
  const app = await call('create_oauth_app', {
    name: fresh('platform'),
    redirect_uris: ['https://app.example.com/callback'],
    scopes: ['clients:read'],
  });
  const connectedApp = await call('connect_app', { app_id: app.id, scopes: ['clients:read'] });
  const approval = await askedFor(hands);
  const practice = await practisedBy(hands);
  const brought = await call('create_import', { kind: 'clients', content: `name\n${fresh('imported')}\n` });
  const [member, role, session, logged] = await Promise.all([
    firstOf(hands, 'list_members'),
    firstOf(hands, 'list_roles'),
    firstOf(hands, 'list_sessions'),
    firstOf(hands, 'list_audit_log'),
  ]);
  const started = await call('start_passkey', { current_password: password });
  const device = newAuthenticator({ origin: new URL(service.app.runtime.settings.publicUrl).origin });
  const credential = device.create(started.public_key);
  const passkey = await call('create_passkey', { name: fresh('phone'), credential });
  const email = `${fresh('invited').replaceAll(' ', '.')}@example.com`;
  const invite = await call('create_invite', { email, role_ids: [role.id] });
  await setProvider(hands);
  const domain = await addedDomain(hands);
  const [organization, user] = [{ id: who.organization }, { id: who.user }];
  return {
    invite,
    token,
    apiKey,
    app,
    connectedApp,
    approval,
    practice,
    brought,
    member,
    role,
    session,
    passkey,
    logged,
    organization,
    user,
    domain,
  };
};
