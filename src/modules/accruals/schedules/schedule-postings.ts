import type { Day } from '../../../core/calendar.ts';
import { laterOf } from '../../../core/calendar.ts';
import { type Entry, entry } from '../../../core/entry.ts';
import type { Context } from '../../../operation/operation.ts';
import { openDays, type Posting } from '../../ledger/index.ts';
import { type PartRow, scheduleCreated, type ScheduleKind, schedulePosted, type ScheduleRow } from './schedule.ts';

type Moving = Pick<
  ScheduleRow,
  'id' | 'kind' | 'description' | 'account_id' | 'balance_account_id' | 'dimension_value_ids'
>;

const called: Readonly<Record<ScheduleKind, string>> = {
  prepaid_expense: 'Prepaid expense',
  deferred_income: 'Deferred income',
};

/** The amount leaves the account of income or expense, to come back to it part by part. */
export function deferralOf(schedule: Moving & Pick<ScheduleRow, 'amount' | 'booked_on'>): Entry {
  const { amount, booked_on: date, kind, description } = schedule;
  const memo = `${called[kind]}: ${description}`;
  return entryOf(schedule, { date, memo, event: scheduleCreated.type, amount: -amount });
}

type Due = { readonly schedule: Moving & Pick<ScheduleRow, 'booked_on'>; readonly part: PartRow };
export type PostedPart = PartRow & { readonly scheduleId: string };

/** Entries of parts that are due, each on its day, or on the first open day after it, which its memo then says. */
export async function partPostings(
  context: Context,
  due: readonly Due[],
): Promise<{ readonly postings: Posting[]; readonly parts: PostedPart[] }> {
  const wanted = due.map(({ schedule, part }) => laterOf(part.due_date, schedule.booked_on));
  const open = await openDays(context, { type: 'schedule', id: '', event: schedulePosted.type }, wanted);
  const made = due.map(({ schedule, part }, index) => {
    const asked = wanted[index] ?? part.due_date;
    const date = open.get(asked) ?? asked;
    const memo = memoOf(schedule, part, date === asked);
    const posting = {
      id: context.newId(),
      entry: entryOf(schedule, { date, memo, event: schedulePosted.type, amount: part.amount }),
    };
    return { posting, part: { ...part, posted_on: date, entry_id: posting.id, scheduleId: schedule.id } };
  });
  return { postings: made.map(({ posting }) => posting), parts: made.map(({ part }) => part) };
}

function memoOf({ kind, description }: Moving, { due_date: due }: PartRow, isOpen: boolean): string {
  const month = due.slice(0, 7);
  return isOpen
    ? `${called[kind]}, ${month}: ${description}`
    : `${called[kind]}, ${month}, whose period is closed: ${description}`;
}

/** `amount` is what the account of the result gets of a cost; of income it is credited. */
function entryOf(
  { id, kind, account_id: account, balance_account_id: balance, dimension_value_ids: dimensionIds }: Moving,
  {
    date,
    memo,
    event,
    amount,
  }: { readonly date: Day; readonly memo: string; readonly event: string; readonly amount: bigint },
): Entry {
  const sided = kind === 'prepaid_expense' ? amount : -amount;
  return entry({ kind: 'system', date, memo, source: { type: 'schedule', id, event } }, [
    { account, amount: sided, dimensionIds },
    { account: balance, amount: -sided },
  ]);
}
