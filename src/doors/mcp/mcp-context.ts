import type { Operation, Origin } from '../../operation/operation.ts';
import type { Runtime } from '../../operation/run.ts';
import type { Action } from './action.ts';
import type { Arguments } from './arguments.ts';
import type { TaskRecord } from './tasks/task-record.ts';
import type { Toolbox } from './toolbox.ts';
import type { View } from './view.ts';

/** Caller of a tool, with its credential and connection. */
export type Caller = {
  readonly view: View;
  readonly origin: Origin;
  /** Counts a call that weighs more than the message it came in. */
  readonly charge: (cost: number) => Promise<void>;
  /** The client takes a task as the answer of a call, as this message says. */
  readonly takesTasks?: boolean;
  /** Hears of work that a call began and that goes on after its answer, where that may be a task. */
  readonly hearBegun?: (work: TaskRecord) => void;
};

export type McpContext = {
  readonly runtime: Runtime;
  readonly toolbox: Toolbox;
  readonly onFailure: (error: unknown, requestId: string) => void;
};

/** An action as a model called it. */
export type ActionCall = { readonly action: Action; readonly given: Arguments };

/** The same as it is run: without the arguments of the door, a saved view taken in, names turned into ids. */
export type OperationCall = { readonly operation: Operation; readonly input: Arguments };

/** With its answer, in wire form. */
export type AnsweredCall = OperationCall & { readonly output: unknown };
