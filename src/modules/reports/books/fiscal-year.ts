import type { Day } from '../../../core/calendar.ts';
import { type Period, periodOf } from '../../../core/period.ts';
import type { Context } from '../../../operation/operation.ts';
import { settingsOf } from '../../organization/index.ts';

/** From the first day of the fiscal year that a day is in to that day. */
export async function fiscalYearTo(context: Context, day: Day): Promise<Period> {
  const { fiscalYearStart } = await settingsOf(context);
  return { from: periodOf('fiscal_year', day, fiscalYearStart).from, to: day };
}
