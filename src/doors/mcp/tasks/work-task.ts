import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Operation } from '../../../operation/operation.ts';
import { run } from '../../../operation/run.ts';
import { noteForeign } from '../foreign-reading.ts';
import { escapeHidden } from '../plain-text.ts';
import { recordReader } from '../record-reader.ts';
import { written } from '../result.ts';
import { mainOf, showsRecord } from '../writing/main-of.ts';
import type { Keeping, NamedTask } from './keeping.ts';
import { complete, noSuchTask, type Task } from './task.ts';
import { factsOf, workPoll } from './task-facts.ts';
import type { TaskRecord } from './task-record.ts';
import { beganAt, changedAt, progressIn, stateOf, WorkRecord } from './work-state.ts';

/** An import, an export or a job. `askedAt`: where a person approved it first, when that was asked for. */
export async function workTask(keeping: Keeping, named: NamedTask, askedAt?: string): Promise<Task> {
  const read = await readWork(keeping, named.id);
  const work = WorkRecord.parse(read.output);
  const statusMessage = escapeHidden(progressIn(work));
  const facts = factsOf(keeping, named, {
    createdAt: askedAt ?? work.created_at,
    lastUpdatedAt: changedAt(work),
    beganAt: beganAt(work),
    expiresAt: work.expires_at,
    statusMessage,
    poll: workPoll,
  });
  const state = stateOf(work);
  if (state === 'working' || state === 'cancelled') return { ...facts, status: state };
  const done = await answerOf(keeping, named, { ...read, outcome: statusMessage });
  return { ...facts, status: 'completed', result: complete(state === 'failed' ? { ...done, isError: true } : done) };
}

type Read = { readonly operation: Operation; readonly output: unknown };

/** Whoever may begin work may read what becomes of it, whichever actions the token or the address is narrowed to. */
export async function readWork({ mcpContext, caller }: Keeping, id: string): Promise<Read> {
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
