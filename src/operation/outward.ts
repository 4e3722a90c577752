/** One request to a URL that somebody gave us, and its answer. Redirects are answers. */
export type OutwardFetch = (
  url: string,
  request: {
    readonly method?: 'GET' | 'POST';
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly timeoutMs?: number;
    /** Longer answers are cut off, and `isWhole` is false. */
    readonly responseMaxBytes?: number;
  },
) => Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly isWhole: boolean;
}>;

/** The ways out that a call may take before its transaction opens: to public addresses alone, with limits. */
export type Outward = {
  readonly fetch: OutwardFetch;
  /**
   * The texts that the DNS has under a name, none where there is no such name. Throws where no name server says so or
   * otherwise in time.
   */
  readonly texts: (name: string) => Promise<readonly string[]>;
};
