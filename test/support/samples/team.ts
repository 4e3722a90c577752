import { randomUUID } from 'node:crypto';
import { inviteLink, systemRole } from '../invite-link.ts';
import { password } from '../running-service.ts';
import type { Shop } from '../shop/fill.ts';
import { passkeyOf } from './identity.ts';
import { type Input, type Make, of, type Samples } from './make.ts';

const newRole: Make = ({ fresh }) => ({ name: fresh('role'), permissions: ['clients:read'] });

const newInvite: Make = async (shop) => ({
  email: `${randomUUID()}@example.com`,
  role_ids: [await systemRole(shop.service, shop.who, 'viewer')],
});

/** The id of somebody new, who only looks on. */
async function onlooker({ service, who }: Shop): Promise<string> {
  const { token } = await service.colleague(who, 'viewer');
  return (await service.api(token, 'GET', '/auth/me')).body.member.id;
}

const byLink =
  (more: Input = {}): Make =>
  async ({ service, who }) => ({
    token: await inviteLink(service, who, { email: `${randomUUID()}@example.com` }),
    ...more,
  });

export const teamSamples: Samples = {
  create_role: newRole,
  update_role: of('create_role', newRole, { permissions: ['clients:read', 'clients:write'] }),
  duplicate_role: async (shop, person) => ({
    ...(await of('create_role', newRole)(shop, person)),
    name: shop.fresh('copy'),
  }),
  delete_role: of('create_role', newRole),
  create_invite: newInvite,
  resend_invite: of('create_invite', newInvite),
  revoke_invite: of('create_invite', newInvite),
  read_invite: byLink(),
  decline_invite: byLink(),
  accept_invite: byLink({ name: 'Bookkeeper', password }),
  accept_invite_with_passkey: async (shop) => {
    const { service, who, fresh } = shop;
    const guest = await service.register(fresh('guest'));
    const { device } = await passkeyOf(shop, guest);
    const { body } = await service.api('', 'GET', '/auth/passkeys/login');
    return { token: await inviteLink(service, who, { email: guest.email }), credential: device.get(body.public_key) };
  },
  join_organization: async ({ service, fresh }, { email }) => ({
    token: await inviteLink(service, await service.register(fresh('host')), { email }),
  }),
  update_member: async (shop) => ({ id: await onlooker(shop), title: shop.fresh('title') }),
  transfer_ownership: async (shop) => ({ id: await onlooker(shop) }),
  suspend_member: async (shop) => ({ id: await onlooker(shop) }),
  reactivate_member: async (shop) => {
    const id = await onlooker(shop);
    await shop.call('suspend_member', { id });
    return { id };
  },
  remove_member: async (shop) => ({ id: await onlooker(shop) }),
  leave_organization: () => ({}),
};
