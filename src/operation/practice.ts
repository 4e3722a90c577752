import type { Database } from '../db/database.ts';
import type { Actor } from './actor.ts';
import type { Operation, BeforeCommit } from './operation.ts';

/** A write that an AI app made in its practice, as it asked for it. */
export type PractisedWrite = {
  readonly operation: Operation;
  /** In wire form. */
  readonly input: unknown;
  readonly idempotencyKey?: string | undefined;
  /** RFC 3339, UTC. */
  readonly at: string;
  /** The id on the wire of the record that it answered with, by which it is known again. */
  readonly record: string | null;
};

/** A practice as one call finds it. */
export type Practice = {
  /** A uuid. */
  readonly id: string;
  /** Oldest first. */
  readonly writes: readonly PractisedWrite[];
  /** Looks at the write of this call while it can be seen. */
  readonly look: BeforeCommit;
  /** Keeps the write that was looked at. False where another call of the same practice was quicker. */
  readonly keep: () => Promise<boolean>;
};

/** A call in a practice. */
export type PractisedCall = {
  readonly actor: Actor;
  readonly operation: Operation;
  readonly input: unknown;
  readonly idempotencyKey?: string | undefined;
};

/** Where practices are kept, and what time it is: RFC 3339, UTC. */
export type PracticePlace = { readonly db: Database; readonly now: () => string };

/** Store of practices. */
export type Practices = {
  /** Refuses a call that no practice takes, and a practice that is over. */
  readonly open: (place: PracticePlace, call: PractisedCall) => Promise<Practice>;
};
