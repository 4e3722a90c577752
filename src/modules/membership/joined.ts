import { z } from 'zod';
import type { ActorOrganization } from '../../operation/actor.ts';
import type { Context } from '../../operation/operation.ts';
import { Id, Instant } from '../../wire/index.ts';
import { becomeMember, type OpenInvite } from '../team/index.ts';

/** The new membership. */
export const Joined = z.object({
  id: Id('member'),
  organization: z.object({ id: Id('organization'), name: z.string() }),
  email: z.string(),
  roles: z.array(z.string()),
  expires_at: Instant.nullable().describe('When the access expires.'),
});

/** Makes a user a member, and goes on as that member. */
export async function join(context: Context, open: OpenInvite, userId: string): Promise<z.output<typeof Joined>> {
  const { invite, organization, roles } = open;
  const member = await becomeMember(context, invite, userId);
  context.enter(actorFrom(member, organization));
  return {
    id: member.id,
    organization: { id: organization.id, name: organization.name },
    email: invite.email,
    roles: roles.map(({ name }) => name),
    expires_at: member.expires_at,
  };
}

/** Actor for the audit log. Permissions are looked up at sign-in. */
function actorFrom(
  { id, user_id: userId, name }: { id: string; user_id: string; name: string },
  organization: ActorOrganization,
) {
  return {
    kind: 'user',
    userId,
    memberId: id,
    credentialId: '',
    name,
    organization,
    permissions: new Set<string>(),
  } as const;
}
