import type { Day } from '../../../core/calendar.ts';
import { targetDayFrom } from '../../../core/target-day.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';

/** The day on which a file asks the bank to make a payment; undefined where none does. */
export async function sentDay({ db, organization }: Context, planId: string): Promise<Day | undefined> {
  const item = await db.maybe<{ day: Day }>(sql`
    select day from payment_file_items
    where organization_id = ${organization} and scheduled_payment_id = ${planId} and not is_cancelled`);
  return item?.day;
}

type Days = { readonly asked: Day | undefined; readonly sent: Day };

/**
 * No bank makes a payment before the day that its file asks for, whatever day somebody says. While banks rest, a day
 * that is said may stand for the next one on which they do not.
 */
export function isBeforeItsDay({ today }: Pick<Context, 'today'>, { asked, sent }: Days): boolean {
  return sent > (asked === undefined ? today : targetDayFrom(today));
}
