import type { Actor } from './actor.ts';
import type { BeforeCommit } from './write-outcome.ts';
import type { Origin } from './operation.ts';

export type Request = {
  readonly actor: Actor;
  readonly input: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly dryRun?: boolean;
  readonly origin: Origin;
  readonly beforeCommit?: BeforeCommit | undefined;
  /** Aborted when the caller hangs up: what is made once the transaction is over is then not made. */
  readonly signal?: AbortSignal | undefined;
};
