import { z } from 'zod';
import { clientIdMax } from '../../modules/connector/index.ts';
import { applicationType, isOwnAddress, redirectFault } from '../../net/redirect-uri.ts';
import { isKnownCallback, isPrivateUse } from './known-callbacks.ts';

const urisMax = 10;
export const clientNameMax = 100;

/** Registration of a client, as far as it is used. The rest of what it sends is not kept, and not looked at. */
const Given = z.object({
  redirect_uris: z.array(z.string().max(clientIdMax)).min(1).max(urisMax),
  client_name: z.string().trim().min(1).max(clientNameMax).optional(),
  grant_types: z.array(z.string().max(100)).max(20).optional(),
  response_types: z.array(z.string().max(100)).max(20).optional(),
});

export type ClientMetadata = {
  readonly redirect_uris: readonly string[];
  readonly client_name: string;
  readonly grant_types: readonly string[];
  readonly response_types: readonly ['code'];
  readonly response_modes: readonly ['query'];
  readonly token_endpoint_auth_method: 'none';
  readonly application_type: 'native' | 'web';
};

/** As RFC 7591 names what is wrong. */
export class BadClient extends Error {
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata';

  constructor(code: BadClient['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Metadata of a registered client: a public client that returns to addresses which only it can have, by the one
 * supported flow. What it need not ask for is replaced, as RFC 7591 allows; what would be unsafe is refused.
 */
export function clientMetadata(given: unknown): ClientMetadata {
  const parsed = Given.safeParse(given);
  if (!parsed.success) throw badMetadata(parsed.error);
  const { redirect_uris: uris, client_name: name, grant_types: grants, response_types: types } = parsed.data;
  const kept = usable(uris);
  const places = kept.map(redirectPlace);
  if (grants?.includes('implicit') === true || types?.some((type) => type !== 'code') === true) {
    throw new BadClient('invalid_client_metadata', 'Only the authorization code flow is offered.');
  }
  const refreshes = grants === undefined || grants.includes('refresh_token');
  return {
    redirect_uris: kept,
    client_name: name ?? places[0]?.host ?? '',
    grant_types: ['authorization_code', ...(refreshes ? ['refresh_token'] : [])],
    response_types: ['code'],
    response_modes: ['query'],
    token_endpoint_auth_method: 'none',
    application_type: applicationType(places),
  };
}

/**
 * Without schemes that any program can claim, where the client has another way back: RFC 7591 lets a server keep less
 * than it was sent, and says in its answer what it keeps. With nothing else to keep, the client is told why.
 */
function usable(uris: readonly string[]): readonly string[] {
  const others = uris.filter((uri) => isKnownCallback(uri) || !isPrivateUse(uri));
  return others.length === 0 ? uris : others;
}

function redirectPlace(uri: string): URL {
  const place = URL.parse(uri);
  const refuse = (why: string) => new BadClient('invalid_redirect_uri', `${why}: ${uri.slice(0, 200)}`);
  const fault = redirectFault(uri);
  if (fault !== undefined || place === null) throw refuse(fault ?? 'This is not an absolute URL');
  if (isOwnAddress(place) || isKnownCallback(uri)) return place;
  throw refuse('A redirect URI must use https, http on this computer, or the scheme of a known app');
}

function badMetadata({ issues }: z.ZodError): BadClient {
  const [first] = issues;
  const field = first?.path.join('.') ?? '';
  const code = field.startsWith('redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata';
  return new BadClient(code, `${field}: ${first?.message ?? 'this is not valid client metadata'}`);
}
