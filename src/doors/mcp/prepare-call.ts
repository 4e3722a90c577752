import { validationFailed } from '../../operation/errors.ts';
import { withView } from '../view-of.ts';
import type { Action } from './action.ts';
import type { Arguments } from './arguments.ts';
import { leanly } from './lean-fields.ts';
import type { ActionCall, Caller, McpContext, OperationCall } from './mcp-context.ts';
import { type MeantCall, meantCalls } from './meant-calls.ts';
import { withIds } from './naming/natural-keys.ts';
import { stepsWithIds } from './naming/steps-with-ids.ts';
import { refusalToCall } from './view.ts';

/** A call that every later step takes: arguments of the door checked and taken out, names resolved to ids. */
export type PreparedCall = OperationCall &
  WriteArguments & {
    readonly action: Action;
    /** The calls whose rules apply: itself, or those that undoing a write makes. */
    readonly meant: readonly MeantCall[];
  };

export async function prepareCall(
  mcpContext: McpContext,
  caller: Caller,
  { action, given }: ActionCall,
): Promise<PreparedCall> {
  const { operation } = action;
  const { input: written, ...extra } = takeWriteArguments(action, given);
  const refusal = refusalToCall(caller.view, operation);
  if (refusal !== undefined) throw refusal;
  const writeArguments = checkedWriteArguments(extra);
  const { actor } = caller.view.credential;
  const viewed = await withView(mcpContext.runtime, operation, { actor, origin: caller.origin, input: written });
  const named = operation.steps === true ? stepsWithIds : withIds;
  const input = await named(mcpContext, caller, action, leanly(action, viewed));
  const meant = await meantCalls(mcpContext, caller, { operation, input });
  return { ...writeArguments, action, operation, input, meant };
}

/** As they were written; the values may be of any type. */
type GivenWriteArguments = {
  readonly idempotencyKey?: unknown;
  readonly dryRun?: unknown;
  readonly plan?: unknown;
  readonly full?: unknown;
};

/** A read has no such arguments, and its schema refuses them by name. */
function takeWriteArguments(
  { operation }: Action,
  given: Arguments,
): GivenWriteArguments & { readonly input: Arguments } {
  if (operation.effect === 'read') return { input: given };
  const { idempotency_key: idempotencyKey, dry_run: dryRun, plan, full, ...input } = given;
  return { input, idempotencyKey, dryRun, plan, full };
}

type WriteArguments = {
  readonly idempotencyKey: string | undefined;
  readonly dryRun: boolean;
  readonly plan: string | undefined;
  /** Answers with the whole record. */
  readonly full: boolean;
};

const isPlan = /^[\w-]{43}$/;

function checkedWriteArguments({ idempotencyKey, dryRun, plan, full }: GivenWriteArguments): WriteArguments {
  const isText = idempotencyKey === undefined || typeof idempotencyKey === 'string';
  const isFlag = dryRun === undefined || typeof dryRun === 'boolean';
  const isChoice = full === undefined || typeof full === 'boolean';
  const isDigest = plan === undefined || (typeof plan === 'string' && isPlan.test(plan));
  if (isText && isFlag && isDigest && isChoice) {
    return { idempotencyKey, dryRun: dryRun === true, plan, full: full === true };
  }
  const errors = [
    ...(isText ? [] : [{ pointer: '/idempotency_key', code: 'invalid_type', message: 'Write a string.' }]),
    ...(isFlag ? [] : [{ pointer: '/dry_run', code: 'invalid_type', message: 'Write true or false.' }]),
    ...(isChoice ? [] : [{ pointer: '/full', code: 'invalid_type', message: 'Write true or false.' }]),
    ...(isDigest ? [] : [{ pointer: '/plan', code: 'invalid_plan', message: 'Write the plan of a preview.' }]),
  ];
  throw validationFailed({ errors });
}
