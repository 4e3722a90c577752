import { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import { monthEnd } from '../../../core/spread.ts';
import { validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, type Operation, operation } from '../../../operation/operation.ts';
import { Day as WireDay } from '../../../wire/index.ts';

type DueParts = Pick<Operation, 'name' | 'summary' | 'http' | 'emits'> & {
  /** Posts parts that are due by then, as many as one call may. */
  readonly postDue: (context: Context, through: Day) => Promise<{ readonly posted: number; readonly hasMore: boolean }>;
};

/** Posts what is due of records whose amount is spread over months, such as schedules and fixed assets. */
export function postDueParts({ postDue, ...declared }: DueParts): Operation {
  return operation({
    ...declared,
    guidance:
      'A job does it every night; call it before closing a month. Each part is posted once, however often it runs.',
    effect: 'write',
    permission: 'ledger:write',
    mcp: 'action',
    idempotent: true,
    posts: true,
    noUndo: 'due',
    input: z.strictObject({
      through: WireDay.optional().describe('Default: today. At most the last day of this month.'),
    }),
    output: z.object({
      through: WireDay,
      posted: z.int().describe('Parts posted by this call.'),
      has_more: z.boolean().describe('Call it again for the rest.'),
    }),
    refuses: [validationFailed],
    async run(context, { through = context.today }) {
      const latest = monthEnd(context.today);
      if (through > latest) throw fault('/through', 'in_future', `Write ${latest} or an earlier date.`);
      const { posted, hasMore } = await postDue(context, through);
      return { through, posted, has_more: hasMore };
    },
  });
}
