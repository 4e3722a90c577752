import type { IDToken } from 'openid-client';
import { z } from 'zod';
import type { Outside } from '../../operation/operation.ts';
import { readyProvider } from './begin.ts';
import { claimsFor, ProviderFault } from './openid.ts';
import { type ProviderRow, redirectUriOf } from './provider.ts';
import type { Reason } from './refusals.ts';
import { spendTicket, type Ticket, ticketMax } from './ticket.ts';

const parametersMax = 8_000;
const addressMax = 2_000;

/** What a browser brings back from a provider. */
export const Answer = z.strictObject({
  ticket: z.string().min(1).max(ticketMax),
  parameters: z.string().max(parametersMax).describe('The query with which the provider sent the browser back.'),
  redirect_uri: z.string().max(addressMax).describe('The address that it was sent back to.'),
});

/** Fields of such calls that are never written down. */
export const answerSecrets = ['ticket', 'parameters', 'access_token', 'refresh_token'];

/** A sign-in that the provider vouches for; or why not, and whose provider it was. */
export type Vouched =
  | { readonly ticket: Ticket; readonly provider: ProviderRow; readonly claims: IDToken }
  | { readonly ticket: Ticket | undefined; readonly reason: Reason };

/**
 * Exchanges the code of an answer. The ticket says which provider was asked and is spent first; an answer that came
 * back to the address of another organisation is of another provider.
 */
export async function vouchedFor(outside: Outside, given: z.output<typeof Answer>): Promise<Vouched> {
  const ticket = await spendTicket(outside, given.ticket);
  if (ticket === undefined) return { ticket, reason: 'expired' };
  const redirectUri = redirectUriOf(outside.settings, ticket.organization);
  if (given.redirect_uri !== redirectUri) return { ticket, reason: 'not_accepted' };
  const { provider, config } = await readyProvider(outside, ticket.organization);
  if (provider.version !== ticket.version) return { ticket, reason: 'expired' };
  try {
    const claims = await claimsFor(config, {
      ...ticket,
      redirectUri,
      parameters: given.parameters,
      wanted: wantedOf(provider),
    });
    return { ticket, provider, claims };
  } catch (error) {
    if (error instanceof ProviderFault) return { ticket, reason: 'not_accepted' };
    throw error;
  }
}

function wantedOf({ role_claim: claim }: ProviderRow): string[] {
  return ['email', 'email_verified', ...(claim === null ? [] : [claim.split('.', 1)[0] ?? claim])];
}
