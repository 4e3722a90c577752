import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { planPractice } from '../../modules/connector/index.ts';
import type { Actor } from '../../operation/actor.ts';
import { run } from '../../operation/run.ts';
import { Id } from '../../wire/index.ts';
import type { ActionCall, Caller, McpContext } from './mcp-context.ts';
import { refusalToCall, type View } from './view.ts';

/** The id of the practice that a caller is in. */
export function practiceOf({ credential: { actor } }: View): string | undefined {
  return actor.practice === undefined ? undefined : z.encode(Id('practice'), actor.practice);
}

/** One sentence for a model, so that it never takes what it practises for the books. */
export function practiceNote(practice: string): string {
  return `PRACTICE ${practice}: tried on the books, and nothing of it is written.`;
}

/** Says of an answer that it comes from a practice, where it does. */
export function inPractice(caller: Caller, result: CallToolResult): CallToolResult {
  const practice = practiceOf(caller.view);
  if (practice === undefined) return result;
  return {
    ...result,
    content: [...result.content, { type: 'text', text: practiceNote(practice) }],
    structuredContent: { practice, ...Object(result.structuredContent) },
  };
}

/** The caller on the real books, for calls about its practice. */
function outOfPractice(caller: Caller): Caller {
  const { practice: _, ...actor } = caller.view.credential.actor;
  return {
    ...caller,
    view: { ...caller.view, credential: { ...caller.view.credential, actor: actor satisfies Actor } },
  };
}

const Plan = z.object({
  steps: z.array(z.object({ action: z.string(), arguments: z.record(z.string(), z.unknown()) })),
  needs_person: z.boolean(),
});

const promotion = 'promote_practice';
const steps = 'run_steps';

export type Meant = { readonly by: Caller; readonly call: ActionCall; readonly needsPerson: boolean };

/**
 * The call that a caller means. To promote a practice is to take its writes as steps on the real books, which are
 * previewed, approved and held to limits as any steps are.
 */
export async function meantBy(mcpContext: McpContext, caller: Caller, call: ActionCall): Promise<Meant> {
  const { operation } = call.action;
  if (operation.ofPractice !== true) return { by: caller, call, needsPerson: false };
  const by = outOfPractice(caller);
  const { id, ...writing } = call.given;
  const action = mcpContext.toolbox.actions.get(steps);
  if (operation.name !== promotion || action === undefined) return { by, call, needsPerson: false };
  const refusal = refusalToCall(by.view, operation);
  if (refusal !== undefined) throw refusal;
  const { actor } = by.view.credential;
  const { output } = await run(mcpContext.runtime, planPractice, { actor, input: { id }, origin: caller.origin });
  const plan = Plan.parse(output);
  const given = { ...writing, steps: plan.steps, practice_id: id };
  return { by, call: { action, given }, needsPerson: plan.needs_person };
}
