import { type Fill, firstOf } from './fill.ts';

export const fillIdentity: Fill = async (hands) => {
  const { call, fresh, who } = hands;
  const token = await call('create_mcp_token', { name: fresh('assistant'), preset: 'full' });
  const brought = await call('create_import', { kind: 'clients', content: `name\n${fresh('imported')}\n` });
  const [member, role, session] = await Promise.all([
    firstOf(hands, 'list_members'),
    firstOf(hands, 'list_roles'),
    firstOf(hands, 'list_sessions'),
  ]);
  return { token, brought, member, role, session, organization: { id: who.organization }, user: { id: who.user } };
};
