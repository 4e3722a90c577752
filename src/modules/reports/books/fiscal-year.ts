import type { Day } from '../../../core/calendar.ts';
import { type Period, periodOf } from '../../../core/period.ts';
import type { Context } from '../../../operation/operation.ts';
import { type OrganizationSettings, settingsOf } from '../../organization/index.ts';

/** From the first day of the fiscal year that a day is in to that day. */
export async function fiscalYearTo(context: Context, day: Day): Promise<Period> {
  return fiscalYearBy(await settingsOf(context), day);
}

/** The same by settings that were read already. */
export function fiscalYearBy({ fiscalYearStart }: Pick<OrganizationSettings, 'fiscalYearStart'>, day: Day): Period {
  return { from: periodOf('fiscal_year', day, fiscalYearStart).from, to: day };
}
