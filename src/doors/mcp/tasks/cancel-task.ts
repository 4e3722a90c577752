import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { noteWrite, withdrawWrite } from '../../../modules/connector/index.ts';
import { BusinessError, invalidStateTransition } from '../../../operation/errors.ts';
import type { BeforeCommit, Operation } from '../../../operation/operation.ts';
import { run } from '../../../operation/run.ts';
import { readApproval } from '../held.ts';
import { refusalFor } from '../view.ts';
import { isApproval, workBegunBy } from './approval-task.ts';
import type { Keeping } from './keeping.ts';
import type { TaskRecord } from './task-record.ts';
import { stateOf, WorkRecord } from './work-state.ts';
import { readWork } from './work-task.ts';

/** Ends work before its time, or withdraws what waits for a person. What is over stays as it is. */
export async function cancelTask(keeping: Keeping, record: TaskRecord): Promise<void> {
  if (!isApproval(record)) return cancelWork(keeping, record);
  const approval = await readApproval(keeping.mcpContext, keeping.caller, record.id);
  const begun = workBegunBy(keeping, approval);
  if (begun !== undefined) return cancelWork(keeping, begun);
  if (approval.status === 'pending') await unlessOver(() => end(keeping, withdrawWrite, record.id));
}

async function cancelWork(keeping: Keeping, { action, id }: Omit<TaskRecord, 'full'>): Promise<void> {
  const { actions } = keeping.mcpContext.toolbox;
  const ending = actions.get(actions.get(action)?.operation.cancelledBy ?? '')?.operation;
  const { output } = await readWork(keeping, id);
  if (ending === undefined || stateOf(WorkRecord.parse(output)) !== 'working') return;
  const refusal = refusalFor(keeping.caller.view, ending);
  if (refusal !== undefined) {
    const message = `This connection may not call ${ending.name}`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, refusal.details);
  }
  await unlessOver(() => end(keeping, ending, id));
}

/**
 * Ends work in the name of whoever began it. That takes back their own, which their preset lets them do as it let them
 * begin, and it counts against no limit.
 */
async function end({ mcpContext, caller }: Keeping, operation: Operation, id: string): Promise<void> {
  const { view, origin } = caller;
  const { actor } = view.credential;
  const beforeCommit: BeforeCommit = async (context, outcome) => void noteWrite(context, outcome);
  await run(mcpContext.runtime, operation, { actor, input: { id }, origin, beforeCommit });
}

/** It ended by itself meanwhile, or is of a kind that is ended in another way: clients are told to expect that. */
async function unlessOver(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof BusinessError && error.kind.code === invalidStateTransition.code) return;
    throw error;
  }
}
