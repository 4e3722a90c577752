import { permissions } from '../modules/team/index.ts';
import { issuerPath, paths } from './oauth/paths.ts';

/** Security scheme of apps that people connect; scopes are the permissions that operations ask for. */
export function oauthScheme(publicUrl: string): object {
  const server = `${publicUrl}${issuerPath}`;
  const tokenUrl = `${server}${paths.token}`;
  const scopes = Object.fromEntries(permissions.map(({ name, sentence }) => [name, sentence]));
  const authorizationUrl = `${server}${paths.authorization}`;
  return {
    type: 'oauth2',
    description:
      'Token of an app from POST /api/oauth-apps, by OAuth 2.1 with PKCE; opaque, so that no attack on JWTs of ' +
      'RFC8725 applies, and valid for an hour.',
    flows: {
      authorizationCode: { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, scopes },
      clientCredentials: { tokenUrl, scopes },
    },
  };
}
