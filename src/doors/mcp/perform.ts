import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { dayIn } from '../../core/calendar.ts';
import {
  asPreviewed,
  isOverLimit,
  noteWrite,
  type Previewed,
  previewOf,
  type UndoOffer,
  withinLimits,
} from '../../modules/connector/index.ts';
import { BusinessError, idempotencyKeyRequired, validationFailed } from '../../operation/errors.ts';
import type { BeforeCommit } from '../../operation/operation.ts';
import { type Answer, run } from '../../operation/run.ts';
import { withView } from '../view-of.ts';
import type { Action } from './action.ts';
import { noteForeign, noteWords, waitsForReading } from './foreign-reading.ts';
import { leanly } from './lean-fields.ts';
import { held } from './held.ts';
import { meantCalls } from './meant-calls.ts';
import { withIds } from './natural-keys.ts';
import { withCandidates, withSimilar } from './near-names.ts';
import { linked, pagesAddress } from './pages.ts';
import { refused, type RetryWith } from './refused.ts';
import { resultCharactersMax, resultTooLarge, shortened, sizeOf, succeeded, type ResultNotes } from './result.ts';
import { repaired } from './retry-with.ts';
import { needsPerson, refusalToCall } from './view.ts';
import type { Arguments } from './arguments.ts';
import type { ActionCall, Caller, McpContext } from './mcp-context.ts';

/** How an answer becomes a result. */
type Show = (answer: Answer, told: ResultNotes) => CallToolResult;

/**
 * Runs an action for a caller: the one place where the MCP door calls `run`, so that no way of calling passes by the
 * token's limits. A refusal is a result that the model reads and can act on.
 */
export async function perform(
  mcpContext: McpContext,
  caller: Caller,
  action: Action,
  given: Arguments,
  show: Show = succeeded,
): Promise<CallToolResult> {
  try {
    return await performed(mcpContext, caller, { action, given, show });
  } catch (caught) {
    const error = await withCandidates(mcpContext, caller, given, caught);
    if (error instanceof BusinessError) {
      await noteWords(mcpContext, caller, { operation: action.operation, input: given, words: error.details });
    } else mcpContext.onFailure(error, caller.origin.requestId);
    return refused(error, caller.origin.requestId, retryWith(mcpContext, caller, { action, given, error }));
  }
}

type Performance = ActionCall & { readonly show: Show };

async function performed(
  mcpContext: McpContext,
  caller: Caller,
  { action, given, show }: Performance,
): Promise<CallToolResult> {
  const { operation } = action;
  const { input: written, ...extra } = takeWriteArguments(action, given);
  const refusal = refusalToCall(caller.view, operation);
  if (refusal !== undefined) throw refusal;
  const { idempotencyKey, dryRun, plan } = checkedWriteArguments(extra);
  const { actor } = caller.view.credential;
  const viewed = await withView(mcpContext.runtime, operation, { actor, origin: caller.origin, input: written });
  const input = await withIds(mcpContext, caller, action, leanly(action, viewed));
  const holding = { operation, input, idempotencyKey };
  const meant = await meantCalls(mcpContext, caller, { operation, input });
  const asked = meant.filter(({ takesBackOwn }) => takesBackOwn !== true);
  if (!dryRun && asked.some((call) => needsPerson(caller.view, call.operation, call.input))) {
    return held(mcpContext, caller, { ...holding, reason: 'preset' });
  }
  if (!dryRun && (await waitsForReading(mcpContext, caller, meant))) {
    return held(mcpContext, caller, { ...holding, reason: 'untrusted_text' });
  }
  if (operation.keyRequired === true && idempotencyKey === undefined && !dryRun) throw idempotencyKeyRequired();
  if (operation.cost !== undefined && operation.cost > 1) await caller.charge(operation.cost - 1);
  let previewed: Previewed | undefined;
  let undo: UndoOffer | undefined;
  const preview: BeforeCommit = async (context, outcome) => void (previewed = await previewOf(context, outcome));
  const beforeCommit = dryRun ? preview : standing(plan, (offer) => void (undo = offer));
  const runOnce = (page: Arguments) =>
    run(mcpContext.runtime, operation, {
      actor,
      input: page,
      idempotencyKey,
      dryRun,
      origin: caller.origin,
      beforeCommit,
    });
  try {
    const answer = await fitting(action, input, runOnce);
    await noteForeign(mcpContext, caller, { operation, input, output: answer.output });
    await noteWords(mcpContext, caller, { operation, input, words: previewed?.preview });
    const address = pagesAddress(operation, input);
    if (address !== undefined && show === succeeded) return linked(answer.output, address);
    const output = await withSimilar(mcpContext, caller, { operation, input, output: answer.output });
    return show({ ...answer, output }, { dryRun, previewed, undo, permissions: actor.permissions });
  } catch (error) {
    if (!isOverLimit(error)) throw error;
    return held(mcpContext, caller, { ...holding, reason: 'limit', limit: error.details });
  }
}

/** Lets a write stand that does what was planned and stays within the limits of its token, and writes down whose. */
function standing(plan: string | undefined, offer: (undo: UndoOffer | undefined) => void): BeforeCommit {
  return async (context, outcome) => {
    if (plan !== undefined) await asPreviewed(Buffer.from(plan, 'base64url'))(context, outcome);
    await withinLimits(context, outcome);
    offer(noteWrite(context, outcome));
  };
}

/** As they were written; the values may be of any type. */
type GivenWriteArguments = { readonly idempotencyKey?: unknown; readonly dryRun?: unknown; readonly plan?: unknown };

/** A read has no such arguments, and its schema refuses them by name. */
function takeWriteArguments(
  { operation }: Action,
  given: Arguments,
): GivenWriteArguments & { readonly input: Arguments } {
  if (operation.effect === 'read') return { input: given };
  const { idempotency_key: idempotencyKey, dry_run: dryRun, plan, ...input } = given;
  return { input, idempotencyKey, dryRun, plan };
}

type WriteArguments = {
  readonly idempotencyKey: string | undefined;
  readonly dryRun: boolean;
  readonly plan: string | undefined;
};

const isPlan = /^[\w-]{43}$/;

function checkedWriteArguments({ idempotencyKey, dryRun, plan }: GivenWriteArguments): WriteArguments {
  const isText = idempotencyKey === undefined || typeof idempotencyKey === 'string';
  const isFlag = dryRun === undefined || typeof dryRun === 'boolean';
  const isDigest = plan === undefined || (typeof plan === 'string' && isPlan.test(plan));
  if (isText && isFlag && isDigest) return { idempotencyKey, dryRun: dryRun === true, plan };
  const errors = [
    ...(isText ? [] : [{ pointer: '/idempotency_key', code: 'invalid_type', message: 'Write a string.' }]),
    ...(isFlag ? [] : [{ pointer: '/dry_run', code: 'invalid_type', message: 'Write true or false.' }]),
    ...(isDigest ? [] : [{ pointer: '/plan', code: 'invalid_plan', message: 'Write the plan of a preview.' }]),
  ];
  throw validationFailed({ errors });
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

/** How many rows a page has, where it goes on with a cursor. A report is a page of its own kind. */
function rowsOf(output: unknown): number | undefined {
  const { data: page } = Page.safeParse(output);
  const { next_cursor: cursor, data, rows } = page?.report ?? page ?? {};
  return cursor === undefined ? undefined : (data ?? rows)?.length;
}

const rowsOfPage = {
  next_cursor: z.string().nullish(),
  data: z.array(z.unknown()).optional(),
  rows: z.array(z.unknown()).optional(),
};
const Page = z.object({ ...rowsOfPage, report: z.object(rowsOfPage).optional() });

type Refused = ActionCall & { readonly error: unknown };

function retryWith(
  { runtime }: McpContext,
  { view }: Caller,
  { action, given, error }: Refused,
): RetryWith | undefined {
  if (!(error instanceof BusinessError)) return undefined;
  const { operation, places } = action;
  const { idempotency_key: key, dry_run: dryRun, plan: _, ...rest } = given;
  const input = operation.effect === 'read' ? given : rest;
  if (error.kind.code === 'idempotency_key_required') return callOf(action, input, { key: runtime.newId(), dryRun });
  const { timezone = 'UTC', baseCurrency } = view.credential.actor.organization ?? {};
  const around = { today: dayIn(runtime.now(), timezone), currency: baseCurrency, places };
  const fixed = repaired(operation, input, { error, ...around });
  return fixed === undefined ? undefined : callOf(action, fixed, { key, dryRun });
}

/** The call by a tool that every list shows: a client calls no other. */
function callOf(
  { operation }: Action,
  input: Arguments,
  { key, dryRun }: Record<'key' | 'dryRun', unknown>,
): RetryWith {
  const { name, effect, mcp } = operation;
  const isRead = effect === 'read';
  const added = {
    ...(isRead || key === undefined ? {} : { idempotency_key: key }),
    ...(isRead || dryRun === undefined ? {} : { dry_run: dryRun }),
  };
  if (mcp === 'tool') return { name, arguments: { ...input, ...added } };
  return { name: `run_${effect}_action`, arguments: { name, arguments: input, ...added } };
}
