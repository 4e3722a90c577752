import { dayIn } from '../../core/calendar.ts';
import { BusinessError } from '../../operation/errors.ts';
import type { Action } from './action.ts';
import type { Arguments } from './arguments.ts';
import type { ActionCall, Caller, McpContext } from './mcp-context.ts';
import type { RetryWith } from './refused.ts';
import { repaired } from './retry-with.ts';

export type RefusedCall = ActionCall & { readonly error: unknown };

/** A corrected call, for refusals that tell what to correct. */
export function retryWith(
  { runtime }: McpContext,
  { view }: Caller,
  { action, given, error }: RefusedCall,
): RetryWith | undefined {
  if (!(error instanceof BusinessError)) return undefined;
  const { operation, places } = action;
  const { idempotency_key: key, dry_run: dryRun, plan: _, full, ...rest } = given;
  const input = operation.effect === 'read' ? given : rest;
  if (error.kind.code === 'idempotency_key_required')
    return callOf(action, input, { key: runtime.newId(), dryRun, full });
  // What a field of a step takes is said by its own action, and not by the list of steps.
  if (operation.steps === true) return undefined;
  const { timezone = 'UTC', baseCurrency } = view.credential.actor.organization ?? {};
  const around = { today: dayIn(runtime.now(), timezone), currency: baseCurrency, places };
  const fixed = repaired(operation, input, { error, ...around });
  return fixed === undefined ? undefined : callOf(action, fixed, { key, dryRun, full });
}

/** The call by a tool that every list shows: a client calls no other. */
function callOf(
  { operation }: Action,
  input: Arguments,
  { key, dryRun, full }: Record<'key' | 'dryRun' | 'full', unknown>,
): RetryWith {
  const { name, effect, mcp } = operation;
  const isRead = effect === 'read';
  const added = {
    ...(isRead || key === undefined ? {} : { idempotency_key: key }),
    ...(isRead || dryRun === undefined ? {} : { dry_run: dryRun }),
    ...(isRead || full === undefined ? {} : { full }),
  };
  if (mcp === 'tool') return { name, arguments: { ...input, ...added } };
  return { name: `run_${effect}_action`, arguments: { name, arguments: input, ...added } };
}
