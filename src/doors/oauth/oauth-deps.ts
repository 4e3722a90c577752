import type { GuardedFetch } from '../../net/guarded-fetch.ts';
import type { PageDeps } from '../signed-in/page-context.ts';

export type OauthDeps = PageDeps & {
  /** For what clients publish of themselves. */
  readonly fetch: GuardedFetch;
};
