import { type CallToolResult, inputRequired, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { noteWrite, withdrawWrite } from '../../../modules/connector/index.ts';
import { BusinessError, invalidStateTransition } from '../../../operation/errors.ts';
import type { BeforeCommit, Operation } from '../../../operation/operation.ts';
import { run } from '../../../operation/run.ts';
import { messageOf } from '../approval-dialogue.ts';
import { noteForeign } from '../foreign-reading.ts';
import { type Approval, readApproval, told } from '../held.ts';
import type { Caller, McpContext } from '../mcp-context.ts';
import { escapeHidden } from '../plain-text.ts';
import { kindOfId, recordReader } from '../record-reader.ts';
import { refused } from '../refused.ts';
import { written } from '../result.ts';
import { refusalFor } from '../view.ts';
import { mainOf, showsRecord } from '../writing/main-of.ts';
import { noSuchTask, type Task, type TaskFacts, type Tasks } from './task.ts';
import { recordOf } from './task-id.ts';
import type { TaskRecord } from './task-record.ts';
import { changedAt, progressIn, stateOf, WorkRecord } from './work-state.ts';

type Keeping = { readonly mcpContext: McpContext; readonly caller: Caller };
type Named = TaskRecord & { readonly taskId: string };

/** The tasks of the service: its imports, exports and jobs, and what waits for a person. */
export function serviceTasks(mcpContext: McpContext, caller: Caller): Tasks {
  const keeping = { mcpContext, caller };
  const named = (taskId: string): Named => {
    const record = recordOf(keeping, taskId);
    if (record === undefined) throw noSuchTask();
    return { ...record, taskId };
  };
  return {
    get: (taskId) => inProtocol(keeping, () => taskOf(keeping, named(taskId))),
    cancel: (taskId) => inProtocol(keeping, () => cancel(keeping, named(taskId))),
    // What a client answers proves nothing of a person: their decision is on the page of the approval.
    answer: (taskId) => inProtocol(keeping, async () => void (await taskOf(keeping, named(taskId)))),
  };
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

async function taskOf(keeping: Keeping, named: Named): Promise<Task> {
  return isApproval(named) ? approvalTask(keeping, named) : workTask(keeping, named);
}

function isApproval({ id }: Pick<TaskRecord, 'id'>): boolean {
  return kindOfId(id) === 'appr';
}

/** Waits for a person; once approved, it is the work that the write began, or the answer of the write. */
async function approvalTask(keeping: Keeping, named: Named): Promise<Task> {
  const { mcpContext, caller } = keeping;
  const approval = await readApproval(mcpContext, caller, named.id);
  const { status, created_at: createdAt, updated_at: updatedAt, expires_at: expiresAt, url, preview } = approval;
  const facts = factsOf(keeping, named, { createdAt, lastUpdatedAt: updatedAt, expiresAt });
  if (status === 'pending') {
    const message = messageOf(preview.sentences);
    return {
      ...facts,
      status: 'input_required',
      statusMessage: `Waiting for a person to decide at ${url}`,
      pollIntervalMs: pollAfter(keeping, createdAt, waitPoll),
      inputRequests: { approval: inputRequired.elicitUrl({ message, url }) },
    };
  }
  if (isWithdrawn(approval))
    return { ...facts, status: 'cancelled', statusMessage: 'Withdrawn before anybody decided.' };
  const begun = workBegunBy(keeping, approval);
  if (begun !== undefined) return workTask(keeping, { ...named, ...begun }, createdAt);
  return {
    ...facts,
    status: 'completed',
    statusMessage: status === 'approved' ? 'A person approved it, and it is done.' : `The approval is ${status}.`,
    result: complete(outcomeOf(keeping, approval, named.full)),
  };
}

/** Rejected by the token that asked for it, which decides nothing else. */
function isWithdrawn({ status, decided_by: by }: Approval): boolean {
  return status === 'rejected' && by?.type === 'mcp_token';
}

function workBegunBy(
  { mcpContext }: Keeping,
  { status, action, result }: Approval,
): Omit<TaskRecord, 'full'> | undefined {
  const id = result?.['id'];
  const operation = mcpContext.toolbox.actions.get(action)?.operation;
  const goesOn = status === 'approved' && operation?.cancelledBy !== undefined && typeof id === 'string';
  return goesOn ? { action, id } : undefined;
}

function outcomeOf({ mcpContext, caller }: Keeping, approval: Approval, full: boolean): CallToolResult {
  try {
    return told(mcpContext, caller, { approval, full });
  } catch (error) {
    return refused(error, caller.origin.requestId);
  }
}

/** `since`: the creation of the task, where the work began later than that. */
async function workTask(keeping: Keeping, named: Named, since?: string): Promise<Task> {
  const { operation, output } = await readWork(keeping, named);
  const work = WorkRecord.parse(output);
  const createdAt = since ?? work.created_at;
  const facts = factsOf(keeping, named, { createdAt, lastUpdatedAt: changedAt(work), expiresAt: work.expires_at });
  const state = stateOf(work);
  const statusMessage = escapeHidden(progressIn(work));
  if (state === 'working' || state === 'cancelled') return { ...facts, statusMessage, status: state };
  const done = await answerOf(keeping, named, { operation, output, outcome: statusMessage });
  const result = complete(state === 'failed' ? { ...done, isError: true } : done);
  return { ...facts, statusMessage, status: 'completed', result };
}

type Read = { readonly operation: Operation; readonly output: unknown };

/** Whoever may begin work may read what becomes of it, whichever actions the token or the address is narrowed to. */
async function readWork({ mcpContext, caller }: Keeping, { id }: TaskRecord): Promise<Read> {
  const operation = recordReader(mcpContext.toolbox, id)?.operation;
  if (operation === undefined) throw noSuchTask();
  const { view, origin } = caller;
  const { actor } = view.credential;
  const { output } = await run(mcpContext.runtime, operation, { actor, input: { id }, origin });
  return { operation, output };
}

type Ended = Read & { readonly outcome: string };

/** As the write would have answered, had it waited for its end, with what came of it in words. */
async function answerOf(
  { mcpContext, caller }: Keeping,
  { action, id, full }: TaskRecord,
  { operation, output, outcome }: Ended,
): Promise<CallToolResult> {
  const { view } = caller;
  const main = { ...mainOf(mcpContext, view, { name: action, output }), outcome };
  const record = full || showsRecord(view, action) ? output : undefined;
  await noteForeign(mcpContext, caller, { operation, input: { id }, output: record ?? main });
  const { permissions } = view.credential.actor;
  return written(record, { main, replayed: false, dryRun: false, permissions });
}

/** A result within a task says of itself what the SDK says of one that it sends. */
function complete(result: CallToolResult): CallToolResult {
  return { ...result, resultType: 'complete' };
}

type Times = {
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** When the record or its file is gone. */
  readonly expiresAt?: string | null | undefined;
};

function factsOf(keeping: Keeping, { taskId }: Named, { createdAt, lastUpdatedAt, expiresAt }: Times): TaskFacts {
  const ttlMs = expiresAt === undefined || expiresAt === null ? null : Date.parse(expiresAt) - Date.parse(createdAt);
  return {
    taskId,
    statusMessage: '',
    createdAt,
    lastUpdatedAt,
    ttlMs,
    pollIntervalMs: pollAfter(keeping, createdAt, workPoll),
  };
}

type Poll = { readonly minMs: number; readonly maxMs: number };

/** Work that is queued is taken up within a second; a person takes longer. */
const workPoll = { minMs: 1_000, maxMs: 15_000 };
const waitPoll = { minMs: 1_000, maxMs: 60_000 };
/** A poll for each fifth of the time that has passed is never late by more than that. */
const pollShare = 5;

function pollAfter({ mcpContext }: Keeping, createdAt: string, { minMs, maxMs }: Poll): number {
  const ageMs = Date.parse(mcpContext.runtime.now()) - Date.parse(createdAt);
  return Math.round(Math.min(Math.max(ageMs / pollShare, minMs), maxMs));
}

async function cancel(keeping: Keeping, named: Named): Promise<void> {
  if (!isApproval(named)) return cancelWork(keeping, named);
  const { mcpContext, caller } = keeping;
  const approval = await readApproval(mcpContext, caller, named.id);
  const begun = workBegunBy(keeping, approval);
  if (begun !== undefined) return cancelWork(keeping, { ...named, ...begun });
  if (approval.status === 'pending') await unlessOver(() => end(keeping, withdrawWrite, named.id));
}

async function cancelWork(keeping: Keeping, { action, id, full }: TaskRecord): Promise<void> {
  const { actions } = keeping.mcpContext.toolbox;
  const ending = actions.get(actions.get(action)?.operation.cancelledBy ?? '')?.operation;
  const { output } = await readWork(keeping, { action, id, full });
  if (ending === undefined || stateOf(WorkRecord.parse(output)) !== 'working') return;
  const refusal = refusalFor(keeping.caller.view, ending);
  if (refusal !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, cannotCancel, refusal.details);
  await unlessOver(() => end(keeping, ending, id));
}

const cannotCancel = 'This connection may not cancel it';

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

/** It ended by itself meanwhile, or is of a kind that is ended in another way: the client was told to expect that. */
async function unlessOver(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof BusinessError && error.kind.code === invalidStateTransition.code) return;
    throw error;
  }
}
