import type { Day } from '../../core/calendar.ts';
import { type Period, periodOf } from '../../core/period.ts';
import { sql } from '../../db/sql.ts';
import { validationFailed } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { Day as DayInput } from '../../wire/index.ts';
import { settingsOf } from '../organization/index.ts';
import type { Party } from './party-accounts.ts';

/** The days of an export: the fiscal year, unless others are asked for. */
export const yearInput = {
  from: DayInput.optional().describe('Default: the first day of the fiscal year that `to` is in.'),
  to: DayInput.optional().describe('Default: the last day of the fiscal year that `from` or today is in.'),
};

type Asked = { readonly from?: Day | undefined; readonly to?: Day | undefined };

/** The period asked for and the fiscal year it is in. Files of tax authorities have one fiscal year. */
export async function yearAsked(context: Context, { from, to }: Asked): Promise<Period & { readonly year: Period }> {
  const { fiscalYearStart } = await settingsOf(context);
  const year = periodOf('fiscal_year', from ?? to ?? context.today, fiscalYearStart);
  const asked = { from: from ?? year.from, to: to ?? year.to };
  if (asked.to < asked.from) throw fault('period_reversed', 'Write a last day that is not before the first.');
  if (asked.from < year.from || asked.to > year.to) {
    throw fault('several_years', `Write a date up to ${year.to}: a file has one fiscal year.`);
  }
  return { ...asked, year };
}

function fault(code: string, message: string): Error {
  return validationFailed({ errors: [{ pointer: '/to', code, message }], hint: message });
}

/** Every client and supplier in the order in which they came, which never changes. */
export function partiesOf({ db, organization }: Context): Promise<Party[]> {
  return db.many<Party>(sql`
    select id, number, name from handover_parties where organization_id = ${organization} order by id`);
}
