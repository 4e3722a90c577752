/** Head of the audit chain, kept where the database cannot reach it. */
export type WrittenHead = {
  readonly sequence: bigint;
  readonly hash: Buffer;
  /** RFC 3339. */
  readonly at: string;
  /** Why an operator let the chain begin from here again. */
  readonly note: string | null;
};

export type AuditHeads = {
  /** The last one that was written by a moment, so that whoever looks at the log as of then must find it there. */
  find(organization: string, by: string): WrittenHead | undefined;
};
