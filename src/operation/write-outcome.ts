import type { Emitted } from './events.ts';
import type { Context, Operation } from './operation.ts';
import type { Request } from './request.ts';

/** Result of a write before it commits, so that it can still be rolled back. */
export type WriteOutcome = {
  /** The id of its line in the audit log. */
  readonly line: string;
  readonly operation: Operation;
  readonly request: Request;
  /** The handler's answer, and the same in wire form with every field. */
  readonly answer: unknown;
  readonly output: unknown;
  /** The record before, in wire form; undefined where the handler told of none. */
  readonly before: unknown;
  readonly events: readonly Emitted[];
  /** Uuids that were given out, in that order: what the write made bears one of them. */
  readonly ids: readonly string[];
  /** Kinds of work that wait for the commit, one for each. */
  readonly jobs: readonly string[];
  /** The key had been used for it before, so that nothing was done now. */
  readonly replayed: boolean;
};

/** Sees what a write did before it stands. What it throws takes the write back. */
export type BeforeCommit = (context: Context, written: WriteOutcome) => Promise<void>;

/** Another operation to carry out within the transaction of the one that runs. */
export type NestedCall = {
  readonly operation: Operation;
  /** As whom, and with what. `dryRun` rolls it back once its `beforeCommit` has seen it. */
  readonly request: Request;
  /** Result of the operation's own `prepare`, where it has one. */
  readonly prepared?: unknown;
};
