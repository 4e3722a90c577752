import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { cutField, cutOf } from '../../operation/cut.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
import { HouseProse, Instant } from '../../wire/index.ts';
import type { Verdict } from './run-check.ts';

const Checked = z.object({
  name: z.string(),
  promise: HouseProse('The invariant that holds if nothing was found.'),
  ok: z.boolean(),
  checked: z.int().describe('Number of records checked.'),
  wrong: z.int().describe('Number of records in error.'),
  found: z.array(z.string()).describe('The first errors, by number, id or description; amounts in minor units.'),
  cut: cutField,
  extent: z
    .string()
    .optional()
    .describe(
      'How much was checked, where the books are too large to check in full each time; otherwise everything was.',
    ),
});

export const Outcome = z.object({ ok: z.boolean(), checked_at: Instant, checks: z.array(Checked) });

/** Announces each completed check, because silence would not prove that the books are sound. */
export const checksCompleted = event('checks.completed', Outcome.omit({ checks: true }));

/** Tells which checks failed, and not what they found: whoever may see that asks for it. */
export const checksFailed = event(
  'checks.failed',
  z.object({
    checked_at: Instant,
    failed: z.array(Checked.pick({ name: true, promise: true, checked: true, wrong: true, extent: true })),
  }),
  { title: 'An integrity check of the books failed' },
);

export function outcomeOf(context: Context, checks: Verdict[]): z.output<typeof Outcome> {
  return { ok: checks.every(({ ok }) => ok), checked_at: context.now, checks: checks.map(withCut) };
}

/** The outcome that was kept last. */
export async function lastOutcome({ db, organization }: Context): Promise<z.output<typeof Outcome> | undefined> {
  const kept = await db.maybe<{ ok: boolean; checked_at: string; checks: Verdict[] }>(sql`
    select ok, checked_at, checks from book_checks
    where organization_id = ${organization} order by checked_at desc limit 1`);
  return kept && { ...kept, checks: kept.checks.map(withCut) };
}

function withCut(verdict: Verdict): z.output<typeof Checked> {
  const { found, wrong } = verdict;
  const how = 'Only the first errors are listed: correct these and check again.';
  return { ...verdict, cut: cutOf({ list: 'found', shown: found.length, left: wrong - found.length, how }) };
}
