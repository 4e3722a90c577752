import { z } from 'zod';
import { money } from '../../core/money.ts';
import { cutField, cutOf, withLimit } from '../../operation/cut.ts';
import { operation } from '../../operation/operation.ts';
import { Instant } from '../../wire/index.ts';
import { dueStep } from './due-step.ts';
import { owedAround } from './owed.ts';
import { readPolicy } from './policy.ts';
import { nextRunOf } from './policy-record.ts';
import { UpcomingReminder } from './upcoming.ts';

const shownMax = 100;
const lookedAtMax = 2_000;

export const listDueReminders = operation({
  name: 'list_due_reminders',
  summary: 'List the payment reminders that would be sent next, as of now.',
  guidance:
    'If the policy is off, `enabled` is false, and the list shows what would be sent if it were switched on now.',
  http: 'GET /reminders/due',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  cost: 5,
  input: z.strictObject({ limit: z.int().min(1).max(shownMax).default(shownMax) }),
  output: z.object({
    enabled: z.boolean(),
    sends_at: Instant,
    count: z.int(),
    count_capped: z.boolean().describe('There may be more than were counted.'),
    data: z.array(UpcomingReminder),
    cut: cutField,
  }),
  async run(context, { limit }) {
    const stored = await readPolicy(context);
    // A step that is not on would count from the day that it is switched on.
    const steps = stored.steps.map((step) => ({ ...step, since: step.since ?? context.today }));
    const { day, at } = nextRunOf(context, stored);
    const owed = await owedAround(context, { days: steps.map(({ days }) => days), today: day, limit: lookedAtMax });
    const due = owed.flatMap((invoice) => {
      const step = dueStep(invoice, steps, day);
      return step === undefined ? [] : [{ invoice, step }];
    });
    const data = due.slice(0, limit).map(({ invoice, step: { days } }) => {
      const { id, number, client_id, client_name, due_date, amount_due, currency } = invoice;
      const told = { document_id: id, number, client_id, client_name, due_date, days, currency };
      return { ...told, amount_due: money(amount_due, currency), sends_at: at };
    });
    return {
      enabled: stored.enabled,
      sends_at: at,
      count: due.length,
      count_capped: owed.length === lookedAtMax,
      data,
      cut: cutOf({
        list: 'data',
        shown: data.length,
        left: due.length - data.length,
        how: limit < shownMax ? withLimit(shownMax) : 'list_sales with `is_overdue` lists all overdue sales.',
      }),
    };
  },
});
