import type { IDToken } from 'openid-client';
import { Email } from '../../wire/index.ts';
import { domainOf } from './domain.ts';
import type { Reason } from './refusals.ts';

const google = 'https://accounts.google.com';

/**
 * The address that a provider vouches for, in a domain that its business has verified: the provider decides about no
 * other. Microsoft Entra ID says by `xms_edov` what others say by `email_verified`.
 */
export function vouchedAddress(claims: IDToken, domains: readonly string[]): { email: string } | { reason: Reason } {
  const { email: said, email_verified: verified, xms_edov: edov } = claims;
  const email = Email.safeParse(said);
  const isVerified = verified === true || (verified === undefined && (edov === true || edov === 1 || edov === '1'));
  if (!email.success || !isVerified) return { reason: 'address' };
  if (!domains.includes(domainOf(email.data))) return { reason: 'domain' };
  return isOfBusiness(claims, domains) ? { email: email.data } : { reason: 'domain' };
}

/**
 * Google signs in everybody. Of its accounts only those of the business's own Workspace count (`hd`), since whoever
 * once had an address there may keep an account of their own by it.
 */
export function isOfBusiness({ iss, hd }: IDToken, domains: readonly string[]): boolean {
  return iss !== google || (typeof hd === 'string' && domains.includes(hd.toLowerCase()));
}
