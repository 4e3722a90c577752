import { z } from 'zod';
import { anonymous } from '../../operation/actor.ts';
import { operation, type Outside } from '../../operation/operation.ts';
import { Email } from '../../wire/index.ts';
import { organizationOf } from '../organization/index.ts';
import { readyProvider } from './begin.ts';
import { Domain } from './domain.ts';
import { stillVerified } from './look-up.ts';
import { authorizationUrl } from './openid.ts';
import { redirectUriOf } from './provider.ts';
import { noProvider, providerUnavailable } from './refusals.ts';
import { newTicket, sealTicket } from './ticket.ts';

const Start = z.strictObject({
  domain: Domain,
  email: Email.optional().describe('Fills in the form of the provider.'),
});

/** What whoever starts a sign-in takes along. */
export const Started = z.object({
  authorization_url: z.string().describe('Where the browser goes.'),
  ticket: z.string().describe('Keep it in this browser, for POST /api/auth/provider/login. It works once.'),
});

type Prepared = z.output<typeof Started> & { readonly organization: string };

export const startProviderLogin = operation({
  name: 'start_provider_login',
  summary: 'Start to log in through the sign-in provider of a business.',
  guidance: 'The provider sends the browser back to `/login/sso/callback/…` with the parameters for the login.',
  http: 'POST /auth/provider/start',
  effect: 'write',
  alsoWhenFull: true,
  permission: 'public',
  mcp: 'hidden',
  previewable: false,
  secretInput: ['ticket', 'authorization_url'],
  cost: 5,
  input: Start,
  output: Started,
  refuses: [noProvider, providerUnavailable],
  prepare: start,
  async run(context, _input, { organization, ...started }) {
    context.db.scope({ organization });
    context.enter({ ...anonymous, organization: await organizationOf(context.db, organization) });
    return started;
  },
});

async function start(outside: Outside, { domain, email }: z.output<typeof Start>): Promise<Prepared> {
  const organization = (await stillVerified(outside, domain))?.organization_id;
  if (organization === undefined) throw noProvider();
  const { provider, config } = await readyProvider(outside, organization);
  const ticket = newTicket(outside.now, { organization, version: provider.version, session: null });
  const redirectUri = redirectUriOf(outside.settings, organization);
  const url = await authorizationUrl(config, { ...ticket, redirectUri, loginHint: email });
  return { authorization_url: url, ticket: sealTicket(outside, ticket), organization };
}
