import type { Payload } from 'oidc-provider';
import type { RegisteredApp } from '../../modules/keys/index.ts';
import { applicationType } from '../../net/redirect-uri.ts';

/** A registered app as the provider wants its clients. */
export function appMetadata({ clientId, name, isPublic, redirectUris, scopes }: RegisteredApp): Payload {
  const isForPeople = redirectUris.length > 0;
  return {
    client_id: clientId,
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: [
      ...(isForPeople ? ['authorization_code', 'refresh_token'] : []),
      // Whether it may now is looked up with each token.
      ...(isPublic ? [] : ['client_credentials']),
    ],
    response_types: isForPeople ? ['code'] : [],
    response_modes: ['query'],
    scope: scopes.join(' '),
    token_endpoint_auth_method: isPublic ? 'none' : 'client_secret_basic',
    // The provider wants one. Which secret fits is known by hashes alone, see `openProvider`.
    ...(isPublic ? {} : { client_secret: 'kept as a hash' }),
    application_type: applicationType(redirectUris.map((uri) => new URL(uri))),
  };
}
