import { z } from 'zod';
import { Day, HouseProse } from '../../wire/index.ts';

const ReminderText = z.object({ subject: HouseProse().nullable(), message: HouseProse().nullable() });

/** A reminder so many days after the due date, or before it. */
export const ReminderStep = z.object({
  days: z.int().describe('Days after the due date; before it if negative.'),
  since: Day.nullable().describe(
    'Sent if the due date plus `days` is on or after this date; null while reminders are off.',
  ),
  texts: z
    .record(z.string(), ReminderText)
    .describe('Custom texts by language, or `*` for all others; otherwise the built-in text of the language.'),
});
export type ReminderStep = z.output<typeof ReminderStep>;
