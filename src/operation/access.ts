/** What an access token says: whose it is, in which organisation, and the session that it lives and dies with. */
export type AccessClaims = { readonly user: string; readonly organization: string; readonly session: string };

/** How operations hand out access, and take it back. */
export type Access = {
  /** Makes an access token. */
  sign(claims: AccessClaims): Promise<string>;
  /** Drops what this node remembers of the session with this id, or of every session of this user or organisation. */
  forget(id: string): void;
};
