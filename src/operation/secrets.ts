/** Keys that handlers sign with; each purpose has its own. */
export type Secrets = {
  readonly cursors: Uint8Array;
  readonly sealing: Uint8Array;
  /** Seals the audit log. Write access to the database alone does not give it away. */
  readonly audit: Uint8Array;
};
