import type { CallToolResult } from '@modelcontextprotocol/server';
import { approvalRequired } from '../../modules/connector/index.ts';
import { BusinessError, idempotencyKeyRequired, validationFailed } from '../../operation/errors.ts';
import type { Origin } from '../../operation/operation.ts';
import { type Answer, run, type Runtime } from '../../operation/run.ts';
import type { Action } from './action.ts';
import { linked, pagesAddress } from './pages.ts';
import { refused, type RetryWith } from './refused.ts';
import { resultCharactersMax, resultTooLarge, shortened, sizeOf, succeeded } from './result.ts';
import { repaired } from './retry-with.ts';
import { needsPerson, refusalFor, type View } from './view.ts';

/** Who calls, and with what they came. */
export type Caller = {
  readonly view: View;
  readonly origin: Origin;
  /** Counts a call that weighs more than the message it came in. */
  readonly charge: (cost: number) => Promise<void>;
};

export type Desk = { readonly runtime: Runtime; readonly onFailure: (error: unknown, requestId: string) => void };

export type Arguments = Readonly<Record<string, unknown>>;

/** How an answer becomes a result. */
type Show = (answer: Answer, dryRun: boolean) => CallToolResult;

/**
 * Runs an action for a caller: the one place where the MCP door calls `run`, so that no way of calling passes by the
 * token's limits. A refusal is a result that the model reads and can act on.
 */
export async function perform(
  desk: Desk,
  caller: Caller,
  action: Action,
  given: Arguments,
  show: Show = succeeded,
): Promise<CallToolResult> {
  const { operation, name } = action;
  const { input, idempotencyKey, dryRun } = takeWriteArguments(action, given);
  try {
    const refusal = refusalFor(caller.view, operation);
    if (refusal !== undefined) throw refusal;
    checkWriteArguments(idempotencyKey, dryRun);
    if (needsPerson(caller.view, operation, input) && dryRun !== true) {
      throw approvalRequired({ action: name, preset: caller.view.credential.token.preset });
    }
    if (operation.keyRequired === true && idempotencyKey === undefined && dryRun !== true)
      throw idempotencyKeyRequired();
    if (operation.cost !== undefined && operation.cost > 1) await caller.charge(operation.cost - 1);
    const runOnce = (asked: Arguments) =>
      run(desk.runtime, operation, {
        actor: caller.view.credential.actor,
        input: asked,
        // Both were checked above: a string or nothing, a boolean or nothing.
        idempotencyKey: idempotencyKey as string | undefined,
        dryRun: dryRun === true,
        origin: caller.origin,
      });
    const answer = await fitting(action, input, runOnce);
    const address = pagesAddress(operation, input);
    return address === undefined || show !== succeeded ? show(answer, dryRun === true) : linked(answer.output, address);
  } catch (error) {
    if (!(error instanceof BusinessError)) desk.onFailure(error, caller.origin.requestId);
    return refused(error, caller.origin.requestId, retryWith(desk, action, given, error));
  }
}

type Taken = { readonly input: Arguments; readonly idempotencyKey: unknown; readonly dryRun: unknown };

/** A read has no such arguments, and its schema refuses them by name. */
function takeWriteArguments({ operation }: Action, given: Arguments): Taken {
  if (operation.effect === 'read') return { input: given, idempotencyKey: undefined, dryRun: undefined };
  const { idempotency_key: idempotencyKey, dry_run: dryRun, ...input } = given;
  return { input, idempotencyKey, dryRun };
}

function checkWriteArguments(idempotencyKey: unknown, dryRun: unknown): void {
  const errors = [
    ...(idempotencyKey === undefined || typeof idempotencyKey === 'string'
      ? []
      : [{ pointer: '/idempotency_key', code: 'invalid_type', message: 'Write a string.' }]),
    ...(dryRun === undefined || typeof dryRun === 'boolean'
      ? []
      : [{ pointer: '/dry_run', code: 'invalid_type', message: 'Write true or false.' }]),
  ];
  if (errors.length > 0) throw validationFailed({ errors });
}

const attemptsMax = 4;

/** The answer, no longer than a result may be: a page gives fewer rows and a cursor that goes on from there. */
async function fitting(
  action: Action,
  input: Arguments,
  runOnce: (asked: Arguments) => Promise<Answer>,
): Promise<Answer> {
  let answer = await runOnce(input);
  if (pagesAddress(action.operation, input) !== undefined) return answer;
  for (let attempt = 1; attempt < attemptsMax; attempt += 1) {
    const size = sizeOf(answer.output);
    if (size <= resultCharactersMax) return answer;
    if (action.operation.effect !== 'read') return { ...answer, output: shortened(answer.output) };
    const rows = rowsOf(answer.output);
    if (rows === undefined || rows < 2) break;
    // A little under the proportion, as rows differ in length.
    const limit = Math.max(1, Math.floor((rows * resultCharactersMax * 0.9) / size));
    answer = await runOnce({ ...input, limit });
  }
  if (sizeOf(answer.output) <= resultCharactersMax) return answer;
  throw resultTooLarge({ max_characters: resultCharactersMax, characters: sizeOf(answer.output) });
}

function rowsOf(output: unknown): number | undefined {
  if (typeof output !== 'object' || output === null || !('next_cursor' in output) || !('data' in output))
    return undefined;
  return Array.isArray(output.data) ? output.data.length : undefined;
}

function retryWith(
  { runtime }: Desk,
  { name, operation }: Action,
  given: Arguments,
  error: unknown,
): RetryWith | undefined {
  if (!(error instanceof BusinessError)) return undefined;
  if (error.kind.code === 'idempotency_key_required') {
    return { name, arguments: { ...given, idempotency_key: runtime.newId() } };
  }
  const { idempotency_key: key, dry_run: dryRun, ...input } = given;
  const fixed = repaired(operation, operation.effect === 'read' ? given : input, error);
  if (fixed === undefined) return undefined;
  const added = {
    ...(key === undefined ? {} : { idempotency_key: key }),
    ...(dryRun === undefined ? {} : { dry_run: dryRun }),
  };
  return { name, arguments: operation.effect === 'read' ? fixed : { ...fixed, ...added } };
}
