import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { domainsOf, SignInDomain, wireDomain } from './domain.ts';
import { factsOf, providerOf, redirectUriOf, SignInProvider } from './provider.ts';

export const getSignInProvider = operation({
  name: 'get_sign_in_provider',
  summary: 'Get how members sign in through a provider of the business (OpenID Connect), and its domains.',
  guidance: 'Register `redirect_uri` at the provider. The client secret is never shown again.',
  http: 'GET /sso',
  effect: 'read',
  permission: 'team:manage',
  mcp: 'hidden',
  input: z.strictObject({}),
  output: z.object({
    provider: SignInProvider.nullable(),
    redirect_uri: z.string().describe('Where the provider sends people back.'),
    domains: z.array(SignInDomain),
  }),
  async run(context) {
    const { db, organization, settings } = context;
    const [provider, domains] = await Promise.all([providerOf(db, organization), domainsOf(db, organization)]);
    return {
      provider: provider === undefined ? null : factsOf(provider),
      redirect_uri: redirectUriOf(settings, organization),
      domains: domains.map((row) => wireDomain(context, row)),
    };
  },
});
