import type { CallToolResult } from '@modelcontextprotocol/server';
import {
  asPreviewed,
  costOfSteps,
  isOverLimit,
  noteWrite,
  type Previewed,
  previewOf,
  type UndoOffer,
  withinLimits,
} from '../../modules/connector/index.ts';
import { BusinessError, idempotencyKeyRequired } from '../../operation/errors.ts';
import type { BeforeCommit } from '../../operation/operation.ts';
import { type Answer, run } from '../../operation/run.ts';
import type { Action } from './action.ts';
import type { Arguments } from './arguments.ts';
import { fittingAnswer } from './fitting-answer.ts';
import { noteForeign, noteWords, waitsForReading } from './foreign-reading.ts';
import { held, type HoldReason } from './held.ts';
import type { Caller, McpContext } from './mcp-context.ts';
import { withCandidates } from './naming/near-names.ts';
import { withSimilar } from './naming/similar.ts';
import { linked, pagesAddress } from './pages.ts';
import { inPractice, type Meant, meantBy, practiceOf } from './practice.ts';
import { prepareCall, type PreparedCall } from './prepare-call.ts';
import { refused } from './refused.ts';
import { succeeded, written } from './result.ts';
import { type RefusedCall, retryWith } from './retry-call.ts';
import { tellBegun } from './tasks/begun-work.ts';
import { needsPerson } from './view.ts';
import { mainOf, showsRecord } from './writing/main-of.ts';

/** What a call in a practice counts as beside itself: the writes before it are made again. */
const practiceCost = 4;

/** Turns what was read into a tool result. */
type Show = (answer: Answer) => CallToolResult;

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
    const { by, ...asked } = await meantBy(mcpContext, caller, { action, given });
    return inPractice(by, await performBy(mcpContext, by, { ...asked, show }));
  } catch (error) {
    return inPractice(caller, await refuse(mcpContext, caller, { action, given, error }));
  }
}

type Asked = Omit<Meant, 'by'> & { readonly show: Show };

async function performBy(mcpContext: McpContext, caller: Caller, asked: Asked): Promise<CallToolResult> {
  const { call: given, needsPerson: isHeld, show } = asked;
  try {
    const call = await prepareCall(mcpContext, caller, given);
    const reason = await reasonToHold(mcpContext, caller, { call, isHeld });
    if (reason !== undefined) return await held(mcpContext, caller, { ...call, reason });
    await admit(caller, call);
    if (practiceOf(caller.view) !== undefined) await caller.charge(practiceCost);
    return await carryOut(mcpContext, caller, { call, show });
  } catch (error) {
    return refuse(mcpContext, caller, { ...given, error });
  }
}

/** Why a person has to approve the call first, if so. What is only tried writes nothing and waits for nobody. */
async function reasonToHold(
  mcpContext: McpContext,
  caller: Caller,
  { call: { meant, dryRun }, isHeld }: { readonly call: PreparedCall; readonly isHeld: boolean },
): Promise<HoldReason | undefined> {
  if (dryRun || practiceOf(caller.view) !== undefined) return undefined;
  if (isHeld) return 'preset';
  const asked = meant.filter(({ takesBackOwn }) => takesBackOwn !== true);
  if (asked.some((call) => needsPerson(caller.view, call.operation, call.input))) return 'preset';
  return (await waitsForReading(mcpContext, caller, meant)) ? 'untrusted_text' : undefined;
}

async function admit(caller: Caller, { operation, input, idempotencyKey, dryRun }: PreparedCall): Promise<void> {
  if (operation.keyRequired === true && idempotencyKey === undefined && !dryRun) throw idempotencyKeyRequired();
  const cost = operation.steps === true ? costOfSteps(input) : (operation.cost ?? 1);
  if (cost > 1) await caller.charge(cost - 1);
}

type Shown = { readonly call: PreparedCall; readonly show: Show };

/** A write beyond the limits of its token waits for approval, like any other that the token may not do by itself. */
async function carryOut(mcpContext: McpContext, caller: Caller, { call, show }: Shown): Promise<CallToolResult> {
  try {
    const done = await execute(mcpContext, caller, call);
    return await present(mcpContext, caller, { call, show, done });
  } catch (error) {
    if (!isOverLimit(error)) throw error;
    return held(mcpContext, caller, { ...call, reason: 'limit', limit: error.details });
  }
}

type Done = {
  readonly answer: Answer;
  readonly previewed: Previewed | undefined;
  readonly undo: UndoOffer | undefined;
};

async function execute({ runtime }: McpContext, { view, origin }: Caller, call: PreparedCall): Promise<Done> {
  const { operation, idempotencyKey, dryRun, plan } = call;
  const { actor } = view.credential;
  let previewed: Previewed | undefined;
  let undo: UndoOffer | undefined;
  const preview: BeforeCommit = async (context, outcome) => void (previewed = await previewOf(context, outcome));
  const isReal = actor.practice === undefined;
  const beforeCommit = dryRun ? preview : withinPlan({ plan, isReal }, (offer) => void (undo = offer));
  const answer = await fittingAnswer(call, (input) =>
    run(runtime, operation, { actor, input, idempotencyKey, dryRun, origin, beforeCommit }),
  );
  return { answer, previewed, undo };
}

/**
 * Commits a write only if it does as previewed and stays within the limits of its token, and records it for undo. What
 * is practised counts against no limit, and has nothing to undo.
 */
function withinPlan(
  { plan, isReal }: { readonly plan: string | undefined; readonly isReal: boolean },
  offer: (undo: UndoOffer | undefined) => void,
): BeforeCommit {
  return async (context, outcome) => {
    if (plan !== undefined) await asPreviewed(Buffer.from(plan, 'base64url'))(context, outcome);
    if (!isReal) return;
    if (outcome.operation.ofPractice !== true) await withinLimits(context, outcome);
    offer(noteWrite(context, outcome));
  };
}

/** Foreign text is recorded before the model sees it: its risky writes then wait for a person. */
async function present(
  mcpContext: McpContext,
  caller: Caller,
  { call, show, done }: Shown & { readonly done: Done },
): Promise<CallToolResult> {
  const { operation, input } = call;
  if (operation.effect !== 'read') return presentWrite(mcpContext, caller, call, done);
  const { answer } = done;
  await noteForeign(mcpContext, caller, { operation, input, output: answer.output });
  const address = pagesAddress(operation, input);
  if (address !== undefined && show === succeeded) return linked(answer.output, address);
  const output = await withSimilar(mcpContext, caller, { operation, input, output: answer.output });
  return show({ ...answer, output });
}

async function presentWrite(
  mcpContext: McpContext,
  caller: Caller,
  { operation, input, dryRun, full }: PreparedCall,
  { answer: { output, replayed }, previewed, undo }: Done,
): Promise<CallToolResult> {
  const { view } = caller;
  if (!dryRun && practiceOf(view) === undefined) tellBegun(caller, { operation, output, full });
  const main = mainOf(mcpContext, view, { name: operation.name, output });
  const record = full || showsRecord(view, operation.name) ? output : undefined;
  await noteForeign(mcpContext, caller, { operation, input, output: record ?? main });
  await noteWords(mcpContext, caller, { operation, input, words: previewed?.preview });
  return written(record, {
    main,
    replayed,
    dryRun,
    previewed,
    undo,
    permissions: view.credential.actor.permissions,
  });
}

/** Answers with the refusal, the candidates for a name that fits none or several, and the corrected call. */
async function refuse(mcpContext: McpContext, caller: Caller, call: RefusedCall): Promise<CallToolResult> {
  const { action, given } = call;
  const { requestId } = caller.origin;
  const error = await withCandidates(mcpContext, caller, given, call.error);
  if (error instanceof BusinessError) {
    await noteWords(mcpContext, caller, { operation: action.operation, input: given, words: error.details });
  } else mcpContext.onFailure(error, requestId);
  return refused(error, requestId, retryWith(mcpContext, caller, { action, given, error }));
}
