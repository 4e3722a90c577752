import { z } from 'zod';
import { encoderOf } from '../../../operation/encode.ts';
import { forbidden, invalidStateTransition, notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { practiceHeld } from '../refusals.ts';
import { endAs } from './end.ts';
import { isHeld, lockPractice, Practice, practiceEnded, recordFrom } from './practice.ts';

export const endPractice = operation({
  name: 'end_practice',
  summary: 'End a practice and drop its writes. The AI app works on the real books again.',
  guidance: 'Call promote_practice instead to do the writes for real.',
  http: 'POST /mcp/practices/{id}/end',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'action',
  forPeople: true,
  ofPractice: true,
  noUndo: 'practice',
  input: z.strictObject({ id: Id('practice') }),
  output: Practice,
  refuses: [notFound, forbidden, practiceHeld, invalidStateTransition],
  emits: [practiceEnded],
  async run(context, { id }) {
    const practice = recordFrom(await lockPractice(context, id));
    if (isHeld(practice, context.actor)) throw practiceHeld();
    const { status } = practice;
    if (status !== 'running' && status !== 'expired') throw invalidStateTransition({ status, allowed: [] });
    context.before(encoderOf(Practice)(practice));
    const ended = await endAs(context, practice, 'ended');
    context.emit(practiceEnded(ended));
    return ended;
  },
});
