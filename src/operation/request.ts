import type { Actor } from './actor.ts';
import type { Witness } from './deed.ts';
import type { Origin } from './operation.ts';

/** What a door asks an operation to do, and on whose behalf. */
export type Request = {
  readonly actor: Actor;
  readonly input: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly dryRun?: boolean;
  readonly origin: Origin;
  readonly witness?: Witness | undefined;
  /** Aborted when the caller hangs up: what is made once the transaction is over is then not made. */
  readonly signal?: AbortSignal | undefined;
};
