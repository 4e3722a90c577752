import type { Configuration } from 'openid-client';
import type { Outside } from '../../operation/operation.ts';
import { discovered, ProviderFault } from './openid.ts';
import { providerOf, type ProviderRow, secretOf } from './provider.ts';
import { providerUnavailable } from './refusals.ts';

/** The provider of an organisation, ready to be asked. */
export type Ready = { readonly provider: ProviderRow; readonly config: Configuration };

/** Refuses where there is none, or none that answers. */
export async function readyProvider(outside: Outside, organization: string): Promise<Ready> {
  const provider = await outside.read({ organization }, (db) => providerOf(db, organization));
  const secret = provider && secretOf(outside.secrets, organization, provider);
  if (provider === undefined || secret === undefined) throw providerUnavailable();
  try {
    const client = { issuer: provider.issuer, clientId: provider.client_id, secret };
    return { provider, config: await discovered(outside, client) };
  } catch (error) {
    if (error instanceof ProviderFault) throw providerUnavailable();
    throw error;
  }
}
