import { type Day, laterOf } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { refuseFuture } from '../movements/movement-input.ts';

/** The day on which goods leave on a transfer: as asked, else today. */
export function movedOn(context: Context, asked: Day | undefined): Day {
  const date = asked ?? context.today;
  refuseFuture(context, date);
  return date;
}

/** The day on which goods arrive or come back: not before they left. */
export async function arrivedOn(context: Context, transferId: string, asked: Day | undefined): Promise<Day> {
  const date = movedOn(context, asked);
  const { db, organization } = context;
  const { day } = await db.one<{ day: Day | null }>(sql`
    select min(effective_date) as day from stock_movements
    where organization_id = ${organization} and source_id = ${transferId} and type = 'transfer_out'`);
  const left = day ?? date;
  if (asked === undefined || date >= left) return laterOf(date, left);
  throw fault('/effective_date', 'before_sent', `The goods left on ${left}: send that day or a later one.`);
}
