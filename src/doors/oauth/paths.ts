/** Path of the authorization server and its issuer. */
export const issuerPath = '/api/mcp';

export const paths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const;

/** Path of sign-in and consent. */
export function interactionPath(uid: string): string {
  return `/oauth/request/${uid}`;
}
