import {
  type CallToolResult,
  type InputRequests,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
} from '@modelcontextprotocol/server';

/** Tasks: a call that takes long is answered by a handle, and its client asks for the result later. */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** How a task stands, whatever it is. Times are RFC 3339. */
export type TaskFacts = {
  readonly taskId: string;
  readonly statusMessage: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** From its creation; null where it is kept for good. */
  readonly ttlMs: number | null;
  readonly pollIntervalMs: number;
};

export type TaskState =
  | { readonly status: 'working' | 'cancelled' }
  | { readonly status: 'input_required'; readonly inputRequests: InputRequests }
  /** The answer of the call, also where what it began has failed. */
  | { readonly status: 'completed'; readonly result: CallToolResult }
  /** The call itself broke. */
  | { readonly status: 'failed'; readonly error: { readonly code: number; readonly message: string } };

export type Task = TaskFacts & TaskState;

/** The tasks of one caller. Each method throws where the caller has no such task. */
export type Tasks = {
  readonly get: (taskId: string) => Promise<Task>;
  /** Asks for an end. What is over already stays as it is. */
  readonly cancel: (taskId: string) => Promise<void>;
  readonly answer: (taskId: string, responses: Readonly<Record<string, unknown>>) => Promise<void>;
};

/** The answer of a call that became a task, which says how it stands and never what came of it. */
export function created({
  taskId,
  status,
  statusMessage,
  createdAt,
  lastUpdatedAt,
  ttlMs,
  pollIntervalMs,
}: Task): Result {
  return { resultType: 'task', taskId, status, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs };
}

/** A result within a task says of itself what the SDK says of one that it sends. */
export function complete(result: CallToolResult): CallToolResult {
  return { ...result, resultType: 'complete' };
}

/** The same for a task that never was and for one of another caller. */
export function noSuchTask(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, 'Task not found');
}

/** Tells a client that did not negotiate tasks to do so. */
export function tasksRequired(): MissingRequiredClientCapabilityError {
  return new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } });
}
