import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { practiceNotRunning } from '../refusals.ts';
import { isHeld, mustRun, readPractice } from './practice.ts';
import { stepsOf } from './steps-of.ts';

/**
 * The steps that promoting a practice takes, or took, since those decide whether a person has to approve and by them a
 * promotion that is sent again is known. It is in no catalogue, as nobody but the door has the question.
 */
export const planPractice = operation({
  name: 'plan_practice',
  summary: 'Plan the steps that promoting a practice takes.',
  http: 'GET /mcp/practices/{id}/plan',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'hidden',
  ofPractice: true,
  input: z.strictObject({ id: Id('practice') }),
  output: z.object({
    steps: z.array(z.object({ action: z.string(), arguments: z.record(z.string(), z.unknown()) })),
    needs_person: z.boolean(),
  }),
  refuses: [notFound, practiceNotRunning],
  async run(context, { id }) {
    const practice = await readPractice(context, id);
    if (practice.status !== 'promoted') mustRun(practice);
    return { steps: stepsOf(practice.kept), needs_person: isHeld(practice, context.actor) };
  },
});
