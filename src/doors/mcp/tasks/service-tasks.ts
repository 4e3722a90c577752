import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { BusinessError } from '../../../operation/errors.ts';
import type { Caller, McpContext } from '../mcp-context.ts';
import { approvalTask, isApproval } from './approval-task.ts';
import { cancelTask } from './cancel-task.ts';
import type { Keeping, NamedTask } from './keeping.ts';
import { noSuchTask, type Task, type Tasks } from './task.ts';
import { recordOf } from './task-id.ts';
import { workTask } from './work-task.ts';

/** The tasks of the service: its imports, exports and jobs, and what waits for a person. */
export function serviceTasks(mcpContext: McpContext, caller: Caller): Tasks {
  const keeping = { mcpContext, caller };
  const named = (taskId: string): NamedTask => {
    const record = recordOf(keeping, taskId);
    if (record === undefined) throw noSuchTask();
    return { ...record, taskId };
  };
  return {
    get: (taskId) => inProtocol(keeping, () => taskOf(keeping, named(taskId))),
    cancel: (taskId) => inProtocol(keeping, () => cancelTask(keeping, named(taskId))),
    // What a client answers proves nothing of a person: their decision is on the page of the approval.
    answer: (taskId) => inProtocol(keeping, async () => void (await taskOf(keeping, named(taskId)))),
  };
}

async function taskOf(keeping: Keeping, named: NamedTask): Promise<Task> {
  return isApproval(named) ? approvalTask(keeping, named) : workTask(keeping, named);
}

/** Whoever may not see the record any more has no such task. What breaks is told as any failure of ours. */
async function inProtocol<Result>({ mcpContext, caller }: Keeping, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const { requestId } = caller.origin;
    if (error instanceof BusinessError) {
      const { status, title } = error.kind;
      if (status === 403 || status === 404) throw noSuchTask();
      const { detail = title } = error.details;
      throw new ProtocolError(status < 429 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, detail);
    }
    mcpContext.onFailure(error, requestId);
    throw new ProtocolError(ProtocolErrorCode.InternalError, `Internal error, request ${requestId}`);
  }
}
