import { z } from 'zod';
import { forbidden, insufficientScope, notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { practiceEmpty, practiceNotRunning } from '../refusals.ts';
import { runSteps, StepsDone } from '../steps/run-steps.ts';
import { lockPractice, mustRun, practicePromoted } from './practice.ts';
import { stepsOf } from './steps-of.ts';

export const promotePractice = operation({
  name: 'promote_practice',
  summary: 'Promote a practice: make its writes in the real books, all of them or none.',
  guidance:
    'Preview with `dry_run`. They are steps as of run_steps: rights, limits and approval of the real books count, ' +
    'ids and numbers are new, and a step that is no longer possible is named. The practice ends.',
  http: 'POST /mcp/practices/{id}/promote',
  effect: 'destructive',
  permission: 'signed_in',
  mcp: 'action',
  keyRequired: true,
  forPeople: true,
  ofPractice: true,
  cost: 20,
  noUndo: 'practice',
  input: z.strictObject({ id: Id('practice') }),
  output: StepsDone,
  refuses: [notFound, forbidden, insufficientScope, validationFailed, practiceNotRunning, practiceEmpty],
  emits: [practicePromoted],
  async run(context, { id }) {
    const practice = await lockPractice(context, id);
    mustRun(practice);
    const steps = stepsOf(practice.kept);
    if (steps.length === 0) throw practiceEmpty();
    const { actor, origin } = context;
    const input = { steps, practice_id: z.encode(Id('practice'), id) };
    const { answer } = await context.carryOut({ operation: runSteps, request: { actor, origin, input } });
    // The answer of that very operation.
    return answer as z.output<typeof StepsDone>;
  },
});
