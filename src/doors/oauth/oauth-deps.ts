import type { GuardedFetch } from '../../net/guarded-fetch.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Runtime } from '../../operation/run.ts';
import type { Limits } from '../limits.ts';
import type { ActorOf } from '../rest.ts';

export type OauthDeps = {
  readonly catalogue: readonly Operation[];
  readonly runtime: Runtime;
  readonly limits: Limits;
  readonly actorOf: ActorOf;
  /** For what clients publish of themselves. */
  readonly fetch: GuardedFetch;
  readonly onFailure: (error: unknown, requestId: string) => void;
};
