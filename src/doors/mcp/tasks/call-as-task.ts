import type { CallToolResult, Result, ServerContext } from '@modelcontextprotocol/server';
import { requestApproval } from '../../../modules/connector/index.ts';
import { opensPages, waitingIn } from '../approval-dialogue.ts';
import type { Arguments } from '../arguments.ts';
import type { Caller, McpContext } from '../mcp-context.ts';
import { serviceTasks } from './service-tasks.ts';
import { created } from './task.ts';
import { taskIdOf } from './task-id.ts';
import type { TaskRecord } from './task-record.ts';

type Calling = {
  readonly mcpContext: McpContext;
  readonly caller: Caller;
  readonly context: ServerContext;
  readonly given: Arguments;
};

/**
 * Answers a call by a task where its work goes on after the answer, or waits for a person whom the client can lead to
 * the page of the approval. Any other call is answered as ever.
 */
export async function callAsTask(calling: Calling, call: (by: Caller) => Promise<CallToolResult>): Promise<Result> {
  const { mcpContext, caller } = calling;
  let begun: TaskRecord | undefined;
  const result = await call({ ...caller, hearBegun: (work) => void (begun = work) });
  const record = begun ?? waitingFor(calling, result);
  if (record === undefined) return result;
  const task = await serviceTasks(mcpContext, caller)
    .get(taskIdOf(calling, record))
    // The write is done: whoever may not read what becomes of it has its answer.
    .catch(() => undefined);
  return task === undefined ? result : created(task);
}

/** A client that can open no page has to tell its user the address, which stands in the answer of the call alone. */
function waitingFor({ context, given }: Calling, result: CallToolResult): TaskRecord | undefined {
  const waiting = opensPages(context) ? waitingIn(result) : undefined;
  if (waiting === undefined) return undefined;
  return { action: requestApproval.name, id: waiting.approval_id, full: given['full'] === true };
}
