import { z } from 'zod';
import { planUndo, Steps } from '../../modules/connector/index.ts';
import { run } from '../../operation/run.ts';
import type { Caller, McpContext, OperationCall } from './mcp-context.ts';

/** A call as the rules for tokens look at it. */
export type MeantCall = OperationCall & {
  /** Takes back what the same token wrote a moment ago, which its preset lets it do as it let it write. */
  readonly takesBackOwn?: boolean;
};

const Plan = z.object({
  calls: z.array(
    z.object({ action: z.string(), input: z.record(z.string(), z.unknown()), takes_back_own: z.boolean() }),
  ),
});

/** The calls behind a call: itself, its steps, or those that reverse the write it undoes, whose rules apply. */
export async function meantCalls(
  mcpContext: McpContext,
  caller: Caller,
  call: MeantCall,
): Promise<readonly MeantCall[]> {
  const { undoes, steps } = call.operation;
  if (steps === true) return stepsOf(mcpContext, call);
  if (undoes === undefined) return [call];
  const { actor } = caller.view.credential;
  const input = { id: call.input['id'], whole: undoes === 'conversation' };
  const { output } = await run(mcpContext.runtime, planUndo, { actor, input, origin: caller.origin });
  return Plan.parse(output).calls.flatMap(({ action, input: given, takes_back_own: takesBackOwn }) => {
    const operation = mcpContext.toolbox.actions.get(action)?.operation;
    return operation === undefined ? [] : [{ operation, input: given, takesBackOwn }];
  });
}

/** What takes no steps as it is written is refused before any is taken, so that none of them needs to be looked at. */
function stepsOf({ toolbox }: McpContext, { input }: MeantCall): readonly MeantCall[] {
  const { data } = Steps.safeParse(input);
  return (data?.steps ?? []).flatMap(({ action, arguments: given }) => {
    const operation = toolbox.actions.get(action)?.operation;
    return operation === undefined ? [] : [{ operation, input: given }];
  });
}
