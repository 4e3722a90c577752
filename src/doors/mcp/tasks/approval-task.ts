import { type CallToolResult, inputRequired } from '@modelcontextprotocol/server';
import { messageOf } from '../approval-dialogue.ts';
import { type Approval, isWithdrawn, readApproval, told, withNote } from '../held.ts';
import { kindOfId } from '../record-reader.ts';
import { refused } from '../refused.ts';
import type { Keeping, NamedTask } from './keeping.ts';
import { complete, type Task } from './task.ts';
import { factsOf, waitPoll } from './task-facts.ts';
import type { TaskRecord } from './task-record.ts';
import { workTask } from './work-task.ts';

export function isApproval({ id }: Pick<TaskRecord, 'id'>): boolean {
  return kindOfId(id) === 'appr';
}

/** A write that waits for a person; once approved, the work that it began, or its answer. */
export async function approvalTask(keeping: Keeping, named: NamedTask): Promise<Task> {
  const approval = await readApproval(keeping.mcpContext, keeping.caller, named.id);
  const { created_at: createdAt, updated_at: lastUpdatedAt, expires_at: expiresAt, url } = approval;
  const begun = workBegunBy(keeping, approval);
  if (begun !== undefined) return noted(await workTask(keeping, { ...named, ...begun }, createdAt), approval);
  const times = { createdAt, lastUpdatedAt, beganAt: createdAt, expiresAt, poll: waitPoll };
  const standing = standingOf(approval);
  const facts = factsOf(keeping, named, { ...times, statusMessage: sentences[standing](url) });
  if (standing === 'pending') {
    const page = inputRequired.elicitUrl({ message: messageOf(approval.preview.sentences), url });
    return { ...facts, status: 'input_required', inputRequests: { approval: page } };
  }
  if (standing === 'withdrawn') return { ...facts, status: 'cancelled' };
  return { ...facts, status: 'completed', result: complete(outcomeOf(keeping, approval, named.full)) };
}

type Standing = 'pending' | 'approved' | 'withdrawn' | 'over';

function standingOf(approval: Approval): Standing {
  const { status } = approval;
  if (status === 'pending' || status === 'approved') return status;
  return isWithdrawn(approval) ? 'withdrawn' : 'over';
}

const sentences: Readonly<Record<Standing, (url: string) => string>> = {
  pending: (url) => `Waiting for a person to decide at ${url}`,
  approved: () => 'A person approved it, and it is done.',
  withdrawn: () => 'Withdrawn before anybody decided.',
  over: () => 'It was not approved, and nothing was written.',
};

/** The work that an approved write began and that a job goes on with. */
export function workBegunBy(
  { mcpContext }: Keeping,
  { status, action, result }: Approval,
): Omit<TaskRecord, 'full'> | undefined {
  const id = result?.['id'];
  const operation = mcpContext.toolbox.actions.get(action)?.operation;
  const goesOn = status === 'approved' && operation?.cancelledBy !== undefined && typeof id === 'string';
  return goesOn ? { action, id } : undefined;
}

/** The result of work has the note of whoever approved it, as that of any write has. */
function noted(task: Task, { id, note }: Approval): Task {
  return task.status === 'completed' ? { ...task, result: withNote(task.result, { id, note }) } : task;
}

function outcomeOf({ mcpContext, caller }: Keeping, approval: Approval, full: boolean): CallToolResult {
  try {
    return told(mcpContext, caller, { approval, full });
  } catch (error) {
    return refused(error, caller.origin.requestId);
  }
}
