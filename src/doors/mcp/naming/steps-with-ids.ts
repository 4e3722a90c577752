import { atStep, Steps } from '../../../modules/connector/index.ts';
import { BusinessError } from '../../../operation/errors.ts';
import type { Action } from '../action.ts';
import type { Arguments } from '../arguments.ts';
import type { Caller, McpContext } from '../mcp-context.ts';
import { refusalFor } from '../view.ts';
import { withIds } from './natural-keys.ts';

/** The same of every step, by the places that its own action has for ids. Whoever may not take one is told so first. */
export async function stepsWithIds(
  mcpContext: McpContext,
  caller: Caller,
  _: Action,
  input: Arguments,
): Promise<Arguments> {
  const { data } = Steps.safeParse(input);
  if (data === undefined) return input;
  const actions = data.steps.map(({ action }) => mcpContext.toolbox.actions.get(action));
  for (const [index, action] of actions.entries()) {
    const refused = action === undefined ? undefined : refusalFor(caller.view, action.operation);
    if (refused !== undefined) throw atStep(index, action?.name ?? '', refused);
  }
  const steps = [];
  for (const [index, step] of data.steps.entries()) {
    const action = actions[index];
    const { arguments: given } = step;
    const named = action === undefined ? given : await inPlace(index, () => withIds(mcpContext, caller, action, given));
    steps.push({ ...step, arguments: named });
  }
  return { ...input, steps };

  function inPlace(index: number, look: () => Promise<Arguments>): Promise<Arguments> {
    return look().catch((error: unknown) => {
      throw atStep(index, data?.steps[index]?.action ?? '', index === 0 ? error : orReferred(error));
    });
  }
}

/** A record that a step before it makes has no name yet. */
function orReferred(error: unknown): unknown {
  if (!(error instanceof BusinessError) || error.kind.code !== 'not_found') return error;
  const { hint = error.kind.hint } = error.details;
  const reference = 'For what an earlier step makes, write {"$step": 1, "field": "id"}.';
  return new BusinessError(error.kind, { ...error.details, hint: `${hint} ${reference}` });
}
