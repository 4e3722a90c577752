import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound, providerRequired, unauthenticated } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { type Membership, membershipOf } from '../team/index.ts';
import { notMember } from './choose-membership.ts';
import { accessSeconds, secretFields, Tokens } from './session.ts';
import { actorOf, signFor } from './start-session.ts';

export const switchOrganization = operation({
  name: 'switch_organization',
  summary: 'Switch to another organisation that you are a member of, with a new access token.',
  guidance: 'The session moves there: its refresh token stays valid and refers to that organisation from now on.',
  http: 'POST /auth/switch',
  effect: 'write',
  alsoWhenFull: true,
  permission: 'signed_in',
  mcp: 'hidden',
  beyondOrganization: true,
  previewable: false,
  secretInput: secretFields,
  input: z.strictObject({ organization_id: Id('organization') }),
  output: Tokens.omit({ refresh_token: true, refresh_expires_in: true }),
  refuses: [notFound, providerRequired],
  async run(context, { organization_id: organization }) {
    const { userId, credentialId } = context.actor;
    const membership = await membershipIn(context, organization);
    const moved = await context.db.run(sql`
      update sessions set organization_id = ${organization}, last_used_at = ${context.now}
      where id = ${credentialId} and user_id = ${userId} and revoked_at is null`);
    if (moved === 0) throw unauthenticated();
    context.enter(actorOf(membership, credentialId));
    context.about(z.encode(Id('session'), credentialId));
    return {
      access_token: await signFor(context, credentialId),
      token_type: 'Bearer' as const,
      expires_in: accessSeconds,
      organization_id: organization,
    };
  },
});

/** Looks at the other organisation as the user who may be its member. */
async function membershipIn(context: Context, organization: string): Promise<Membership> {
  const { userId } = context.actor;
  context.db.scope({ organization, user: userId });
  const membership = await membershipOf(context.db, { user: userId, organization, now: context.now });
  if (membership === undefined) throw notMember();
  if (membership.providerOnly === true) throw providerRequired();
  return membership;
}
