/** Where the authorization server lies, under its issuer. */
export const issuerPath = '/api/mcp';

export const paths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const;

/** Where a person signs in and decides. */
export function interactionPath(uid: string): string {
  return `/oauth/request/${uid}`;
}
