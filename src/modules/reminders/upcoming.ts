import { z } from 'zod';
import { addDays, type Day } from '../../core/calendar.ts';
import { Day as DayText, ForeignName, Id, Instant, Money } from '../../wire/index.ts';
import { dueStep, type Owed } from './due-step.ts';
import { isRunDay, nextRun, opensAt } from './next-run.ts';
import type { PolicyRow } from './policy.ts';
import type { ReminderStep } from './reminder-step.ts';

export const UpcomingReminder = z.object({
  document_id: Id('document'),
  number: z.string(),
  client_id: Id('client'),
  client_name: ForeignName,
  due_date: DayText,
  days: z.int().describe('The step, in days after the due date.'),
  currency: z.string(),
  amount_due: Money,
  sends_at: Instant,
});

/** Days ahead within which the next reminder of an invoice is searched. */
const aheadDaysMax = 430;

type When = Parameters<typeof nextRun>[2];

/** The next step of an invoice and when it is sent, as long as nothing becomes of the invoice. */
export function nextStep(
  owed: Owed,
  policy: PolicyRow,
  { now, today, where }: { readonly now: string; readonly today: Day; readonly where: When['where'] },
): { readonly step: ReminderStep; readonly day: Day; readonly at: string } | undefined {
  if (!policy.enabled || owed.is_held) return undefined;
  const first = nextRun(now, today, { when: policy, where });
  for (let ahead = 0; ahead <= aheadDaysMax; ahead += 1) {
    const day = addDays(first.day, ahead);
    const step = isRunDay(day, policy) ? dueStep(owed, policy.steps, day) : undefined;
    if (step !== undefined) return { step, day, at: opensAt(day, policy, where) };
  }
  return undefined;
}
