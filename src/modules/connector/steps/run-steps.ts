import { z } from 'zod';
import {
  forbidden,
  insufficientScope,
  notFound,
  unauthenticated,
  validationFailed,
} from '../../../operation/errors.ts';
import { authorize, parseInput } from '../../../operation/execute.ts';
import { type Context, operation, type WriteOutcome } from '../../../operation/operation.ts';
import type { Undo } from '../../../operation/undo.ts';
import { withoutUnseen } from '../../../operation/unseen.ts';
import { Id } from '../../../wire/index.ts';
import { credentialOfToken } from '../tokens/authenticate.ts';
import { practicePromoted } from '../practice/practice.ts';
import { promoted } from '../practice/promoted.ts';
import { practiceChanged, practiceNotRunning } from '../refusals.ts';
import { refusalOfToken } from '../tokens/token-rights.ts';
import { isUndoable, noteWrite } from '../undo/mcp-write.ts';
import { atStep } from './at-step.ts';
import { resolved } from './references.ts';
import { callsOf, type StepCall, Steps } from './step.ts';

const StepDone = z.object({
  step: z.int(),
  action: z.string(),
  id: z.string().nullable().describe('The record that it wrote.'),
  number: z.string().nullable(),
  status: z.string().nullable(),
  total: z.string().nullable(),
  currency: z.string().nullable(),
  warnings: z.array(z.unknown()).optional().describe('Absent where there are none.'),
  undoable: z.boolean().describe('False where no operation reverses such a step exactly.'),
  audit_id: Id('audit').describe('Its own line in the audit log. undo_mcp_write takes it back, for 24 hours.'),
});
type StepDone = z.output<typeof StepDone>;

export const StepsDone = z.object({ steps: z.array(StepDone) });

/** Undone as one, the last step first. Not at all where one of them has no way back. */
const undoSteps: Undo = ({ output }) => {
  const { data: done } = z.array(z.object({ undoable: z.boolean(), audit_id: z.string() })).safeParse(output['steps']);
  if (done === undefined || !done.every(({ undoable }) => undoable)) return [];
  return done.toReversed().map(({ audit_id: id }) => ({ operation: 'undo_mcp_write', input: { id } }));
};

export const runSteps = operation({
  name: 'run_steps',
  summary: 'Run several writes in order as one: all of them, or none.',
  guidance:
    'Preview with `dry_run`. A step takes what an earlier one answers by {"$step": 1, "field": "id"}. ' +
    'Each needs what it needs alone; one approval covers all. Not for reads.',
  http: 'POST /steps',
  effect: 'destructive',
  permission: 'signed_in',
  mcp: 'action',
  keyRequired: true,
  steps: true,
  undo: undoSteps,
  input: Steps,
  output: StepsDone,
  refuses: [validationFailed, notFound, forbidden, insufficientScope, practiceNotRunning, practiceChanged],
  emits: [practicePromoted],
  async run(context, { steps, practice_id: practice }) {
    const calls = callsOf(steps);
    const together = `steps ${context.newId()}`;
    if (practice !== undefined) await promoted(context, practice, steps);
    await mayAll(context, calls);
    const done: StepDone[] = [];
    const answers: unknown[] = [];
    for (const [index, call] of calls.entries()) {
      try {
        const outcome = await carriedOut(context, call, { answers, together });
        answers.push(await withoutUnseen(context, outcome.output, outcome.request.input));
        done.push(doneFrom(index, outcome));
      } catch (error) {
        throw atStep(index, call.operation.name, error);
      }
    }
    return { steps: done };
  },
});

/** Everything that is known before the first step is done: rights, and the arguments that refer to no answer. */
async function mayAll(context: Context, calls: readonly StepCall[]): Promise<void> {
  const { actor, db } = context;
  const isToken = actor.kind === 'mcp_token';
  const credential = isToken ? await credentialOfToken(db, { ...context, id: actor.credentialId }) : undefined;
  if (isToken && credential === undefined) throw unauthenticated();
  for (const [index, { operation: asked, given }] of calls.entries()) {
    try {
      authorize(asked, actor);
      const refused = credential === undefined ? undefined : refusalOfToken(credential, asked);
      if (refused !== undefined) throw refused;
      if (!JSON.stringify(given).includes('"$step"')) parseInput(asked, given);
    } catch (error) {
      throw atStep(index, asked.name, error);
    }
  }
}

type Taken = { readonly answers: readonly unknown[]; readonly together: string };

/** What a step writes is noted as if an AI app had written it alone, so that it can be found and taken back. */
function carriedOut(
  context: Context,
  { operation: asked, given }: StepCall,
  { answers, together }: Taken,
): Promise<WriteOutcome> {
  const { actor, origin } = context;
  const beforeCommit = async (within: Context, outcome: WriteOutcome) => void noteWrite(within, outcome, together);
  return context.carryOut({
    operation: asked,
    request: { actor, origin, input: resolved(given, answers), beforeCommit },
  });
}

function doneFrom(index: number, outcome: WriteOutcome): StepDone {
  const output: Readonly<Record<string, unknown>> = { ...Object(outcome.output) };
  const text = (name: string) => (typeof output[name] === 'string' ? output[name] : null);
  const { warnings } = output;
  return {
    step: index + 1,
    action: outcome.operation.name,
    id: text('id'),
    number: text('number'),
    status: text('status'),
    total: text('total') ?? text('amount'),
    currency: text('currency'),
    ...(Array.isArray(warnings) && warnings.length > 0 ? { warnings } : {}),
    undoable: isUndoable(outcome),
    audit_id: outcome.line,
  };
}
