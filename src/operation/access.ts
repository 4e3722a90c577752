/** What an access token says: whose it is, in which organisation, and the session that it lives and dies with. */
export type AccessClaims = { readonly user: string; readonly organization: string; readonly session: string };

/** How operations hand out access, and take it back. */
export type Access = {
  /** Makes an access token. */
  sign(claims: AccessClaims): Promise<string>;
  /** Drops what this node remembers of every session with this id, user, member or organisation. */
  forget(id: string): void;
};
