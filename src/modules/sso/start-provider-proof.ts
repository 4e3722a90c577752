import { z } from 'zod';
import { operation, type Outside } from '../../operation/operation.ts';
import { aboutUser } from '../identity/index.ts';
import { readyProvider } from './begin.ts';
import { authorizationUrl } from './openid.ts';
import { redirectUriOf } from './provider.ts';
import { noProvider, providerUnavailable } from './refusals.ts';
import { Started } from './start-provider-login.ts';
import { newTicket, sealTicket } from './ticket.ts';

export const startProviderProof = operation({
  name: 'start_provider_proof',
  summary: 'Start to confirm, by signing in at the provider again, before an action that cannot be undone.',
  guidance: 'For sessions that the provider opened. POST /api/auth/provider/prove takes what it sends back.',
  http: 'POST /auth/provider/prove/start',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  previewable: false,
  secretInput: ['ticket', 'authorization_url'],
  cost: 5,
  input: z.strictObject({}),
  output: Started,
  refuses: [noProvider, providerUnavailable],
  prepare: start,
  async run(context, _input, started) {
    aboutUser(context, context.actor.userId);
    return started;
  },
});

async function start(outside: Outside): Promise<z.output<typeof Started>> {
  const { confined, organization, credentialId: session } = outside.actor;
  if (confined !== true || organization === undefined) throw noProvider();
  const { provider, config } = await readyProvider(outside, organization.id);
  const ticket = newTicket(outside.now, { organization: organization.id, version: provider.version, session });
  const redirectUri = redirectUriOf(outside.settings, organization.id);
  const url = await authorizationUrl(config, { ...ticket, redirectUri, again: true });
  return { authorization_url: url, ticket: sealTicket(outside, ticket) };
}
