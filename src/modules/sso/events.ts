import { z } from 'zod';
import { event } from '../../operation/events.ts';
import { Id } from '../../wire/index.ts';

const Facts = z.object({ issuer: z.string(), sso_only: z.boolean(), just_in_time: z.boolean() });
const DomainFacts = z.object({ id: Id('sso_domain'), domain: z.string() });

export const providerSet = event('sign_in_provider.set', Facts);
export const providerRemoved = event('sign_in_provider.removed', Facts);
export const domainVerified = event('sign_in_domain.verified', DomainFacts);
export const domainRemoved = event('sign_in_domain.removed', DomainFacts);
