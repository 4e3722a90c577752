import { refusal } from '../../operation/errors.ts';

export const noProvider = refusal(
  'no_sign_in_provider',
  404,
  'No business signs in through a provider with addresses of that domain.',
  'Log in with your password or a passkey.',
);

export const providerUnavailable = refusal(
  'sign_in_provider_unavailable',
  409,
  'The sign-in provider of the business cannot be used now.',
  'Try again later. An owner of the business checks its settings at GET /api/sso.',
);

/** Why somebody whom the provider signed in does not get in. */
export type Reason = keyof typeof hints;

const hints = {
  expired: 'This sign-in was started elsewhere, was used already, or took too long. Start again.',
  not_accepted: 'The answer of the provider was not accepted. Start again.',
  address: 'The provider does not say that the address is yours. Its administrator has it send `email_verified`.',
  domain: 'The address is of a domain that the business has not verified.',
  not_member: 'You are not a member of the business. Ask an owner or admin for an invite.',
  ended: 'Your access to the business was suspended or removed. Ask an owner or admin.',
  no_role: 'None of your groups at the provider has a role here. Ask who looks after them.',
  other_person: 'The address belongs to somebody else at the provider. An owner removes that member first.',
  other_session: 'You signed in as somebody else than the person of this session.',
  not_again: 'The provider does not say that you signed in again just now.',
} as const;

const providerRefused = refusal(
  'provider_refused',
  401,
  'The sign-in through the provider was not accepted.',
  'Start again at POST /api/auth/provider/start; `reason` says more.',
);

export { providerRefused };

export function refusedFor(reason: Reason) {
  return providerRefused({ reason, hint: hints[reason] });
}

export const domainTaken = refusal(
  'domain_taken',
  409,
  'Another organisation has verified this domain.',
  'Remove it there first, or delete the DNS record by which it was verified there.',
);

export const domainNotVerified = refusal(
  'domain_not_verified',
  409,
  'The DNS record is not there, or no name server answered.',
  'Create the record as `dns` says, wait until name servers have it, and verify again.',
);

export const domainAdded = refusal(
  'domain_added',
  409,
  'The organisation has this domain in its list already.',
  'Verify it at POST /api/sso/domains/{id}/verify.',
  ['sso_domain_claims_key'],
);
