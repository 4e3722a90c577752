/** Claims of an access token: user, organisation, and the session that it ends with. */
export type AccessClaims = { readonly user: string; readonly organization: string; readonly session: string };

export type Access = {
  /** Makes an access token. */
  sign(claims: AccessClaims): Promise<string>;
  /** Drops what this node remembers of the session with this id, or of every session of this user or organisation. */
  forget(id: string): void;
};
