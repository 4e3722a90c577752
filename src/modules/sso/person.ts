import type { IDToken } from 'openid-client';
import type { Context } from '../../operation/operation.ts';
import { Name } from '../../wire/index.ts';
import { createUser, userWith } from '../identity/index.ts';
import { admitMember, becomeMember, inviteFor, type Standing, standingOf } from '../team/index.ts';
import { domainOf, ownDomains } from './domain.ts';
import { type Linked, linkedBy, tie } from './link.ts';
import type { ProviderRow } from './provider.ts';
import type { Reason } from './refusals.ts';
import { isOfBusiness, vouchedAddress } from './vouched-address.ts';

export type SigningIn = {
  readonly claims: IDToken;
  readonly provider: ProviderRow;
  /** Roles that follow from the claims; undefined where they do not. */
  readonly roles: readonly string[] | undefined;
  /** Of a password that nobody knows, for who has no account yet. */
  readonly passwordHash: string | undefined;
};

export type Found = Linked | { readonly reason: Reason };

/**
 * The member whom a provider has signed in: by its `sub` once they are known by it, before that by an address that it
 * vouches for, in a domain of its business. Under the lock of the team.
 */
export async function personOf(context: Context, signingIn: SigningIn): Promise<Found> {
  const { claims } = signingIn;
  const domains = await ownDomains(context);
  const linked = await linkedBy(context, claims.sub);
  // Who was removed or is past their time comes back by an invite alone, which names an address.
  if (linked !== undefined && (linked.standing.status === 'suspended' || hasAccess(linked.standing, context.now))) {
    const isOurs = domains.includes(domainOf(linked.standing.email)) && isOfBusiness(claims, domains);
    return isOurs ? linked : { reason: 'domain' };
  }
  const address = vouchedAddress(claims, domains);
  if ('reason' in address) return address;
  const standing = await byAddress(context, address.email, signingIn);
  if ('reason' in standing) return standing;
  return (await tie(context, claims.sub, standing)) ? { standing, suspendedVersion: null } : { reason: 'other_person' };
}

async function byAddress(context: Context, email: string, signingIn: SigningIn): Promise<Standing | Refusal> {
  const user = await userWith(context.db, email);
  const standing = user === undefined ? undefined : await standingOf(context, { user });
  if (standing !== undefined && hasAccess(standing, context.now)) return standing;
  if (standing?.status === 'suspended') return { reason: 'ended' };
  const invite = await inviteFor(context, email);
  if (invite !== undefined) {
    const member = await becomeMember(context, invite, user ?? (await newUser(context, email, signingIn)));
    return found(context, member.id);
  }
  if (standing !== undefined) return { reason: 'ended' };
  if (!signingIn.provider.just_in_time) return { reason: 'not_member' };
  const { roles = rolesOf(signingIn.provider) } = signingIn;
  if (roles.length === 0) return { reason: 'no_role' };
  const userId = user ?? (await newUser(context, email, signingIn));
  return found(context, (await admitMember(context, { userId, roleIds: roles })).id);
}

type Refusal = { readonly reason: Reason };

function rolesOf({ default_role_id: usual }: ProviderRow): string[] {
  return usual === null ? [] : [usual];
}

async function found(context: Context, member: string): Promise<Standing> {
  const standing = await standingOf(context, { member });
  if (standing === undefined) throw new Error('a member who was just made is not there');
  return standing;
}

export function hasAccess({ status, expires_at: end }: Standing, now: string): boolean {
  return status === 'active' && (end === null || Date.parse(end) > Date.parse(now));
}

async function newUser(context: Context, email: string, { claims, passwordHash }: SigningIn): Promise<string> {
  if (passwordHash === undefined) throw new Error('somebody was there a moment ago');
  const id = context.newId();
  const name = Name.safeParse(claims['name']).data ?? email.slice(0, email.lastIndexOf('@'));
  await createUser(context, { id, email, name, passwordHash, lastLoginAt: null });
  return id;
}
