import { addDays, type Day, laterOf } from '../../../core/calendar.ts';
import type { EntrySource } from '../../../core/entry.ts';
import { firstOpenDay, type Lock } from '../../../core/lock.ts';
import type { Period } from '../../../core/period.ts';
import { sql } from '../../../db/sql.ts';
import { validationFailed } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { Day as DayInput } from '../../../wire/index.ts';

/** Input of whatever takes a record back. */
export const reversalDate = DayInput.optional().describe(
  'Date of the reversal. Default: today, or the first open day.',
);

/** Posting day of an entry: the one wanted, or the first after it that is open to this actor. */
export async function openDay(context: Context, source: EntrySource, wanted: Day): Promise<Day> {
  const locks = await context.db.many<Lock & { readonly windows: readonly Period[] }>(sql`
    select lock.name, lock.through, (
        select coalesce(jsonb_agg(jsonb_build_object('from', opens_from, 'to', coalesce(opens_to, lock.through))), '[]')
        from standing_exceptions(${context.organization}, ${context.now}) as exception where exception.lock = lock.name
      ) as windows
    from locks_closing(${context.organization}, ${source.type}, ${source.event ?? null}) as lock
    where lock.through >= ${wanted}`);
  const day = firstOpenDay(wanted, locks);
  if (day === undefined) throw new RangeError('the books are closed until the end of time');
  return day;
}

/** The same for many days, each asked once. */
export async function openDays(
  context: Context,
  source: EntrySource,
  wanted: readonly Day[],
): Promise<ReadonlyMap<Day, Day>> {
  const days = [...new Set(wanted)];
  return new Map(await Promise.all(days.map(async (day) => [day, await openDay(context, source, day)] as const)));
}

type Reversal = {
  readonly asked: Day | undefined;
  /** The first open day from today on. */
  readonly open: Day;
  /** The day of what is taken back, which never was before it was made. */
  readonly recorded: Day;
  /** Tomorrow unless said, as records have it. */
  readonly latest?: Day;
};

/** The day on which a record is taken back. Whether one that was asked for is open is known when it is posted. */
export function reversalDay(
  { today }: Context,
  { asked, open, recorded, latest: limit = addDays(today, 1) }: Reversal,
): Day {
  if (asked === undefined) return laterOf(open, recorded);
  const latest = laterOf(limit, recorded);
  if (asked >= recorded && asked <= latest) return asked;
  const message = `Write a date from ${recorded} to ${latest}.`;
  throw validationFailed({ errors: [{ pointer: '/date', code: 'wrong_day', message }], hint: message });
}
