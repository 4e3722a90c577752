import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { forbidden, notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { practiceNotRunning } from '../refusals.ts';
import { stepsMax } from '../steps/step.ts';
import { lockPractice, mustRun, Practice, recordFrom } from './practice.ts';

export const rewindPractice = operation({
  name: 'rewind_practice',
  summary: 'Rewind a practice: keep its first writes and drop those after them.',
  guidance: 'For a mistake, or where the books have changed so that a step can no longer be done.',
  http: 'POST /mcp/practices/{id}/rewind',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'action',
  forPeople: true,
  ofPractice: true,
  noUndo: 'practice',
  input: z.strictObject({
    id: Id('practice'),
    keep: z.int().min(0).max(stepsMax).describe('How many writes stay; 0 drops all of them.'),
  }),
  output: Practice,
  refuses: [notFound, forbidden, practiceNotRunning],
  async run(context, { id, keep }) {
    const practice = await lockPractice(context, id);
    mustRun(practice);
    context.before(encoderOf(Practice)(recordFrom(practice)));
    const writes = practice.kept.slice(0, keep);
    const { db, organization } = context;
    await db.run(sql`
      update practices set writes = ${JSON.stringify(writes)} where organization_id = ${organization} and id = ${id}`);
    return { ...recordFrom(practice), writes: writes.length };
  },
});
