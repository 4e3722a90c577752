import { nearestOf } from '../../core/nearest.ts';
import { sql } from '../../db/sql.ts';
import { validationFailed } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { currencyOf } from './report.ts';

const candidatesMax = 5;

/**
 * Refuses a currency that nothing is in. Asked where a report found nothing by it alone: debts that are paid leave
 * none, and are no reason to refuse.
 */
export async function refuseUnknownCurrency(context: Context, currency: string | undefined): Promise<void> {
  if (currency === undefined || currency === currencyOf(context)) return;
  const { db, organization } = context;
  const own = sql`organization_id = ${organization}`;
  const used = await db.many<{ currency: string }>(sql`
    select currency::text as currency from report_client_flows where ${own}
    union select currency::text from report_expenses where ${own}
    union select currency::text from report_supplier_payments where ${own} order by 1`);
  const known = [currencyOf(context), ...used.map((one) => one.currency)];
  if (!known.includes(currency)) throw unknown('currency', currency, known);
}

/** The same of a channel that nothing was sold by. */
export async function refuseUnknownChannel(context: Context, channel: string | undefined): Promise<void> {
  if (channel === undefined) return;
  const known = await context.db.many<{ channel: string }>(sql`
    select distinct channel from report_sales
    where organization_id = ${context.organization} and channel is not null order by channel`);
  const names = known.map((one) => one.channel);
  if (!names.includes(channel)) throw unknown('channel', channel, names);
}

function unknown(field: string, word: string, known: readonly string[]): Error {
  const candidates = nearestOf(word, [...new Set(known)], candidatesMax);
  const message = `There is no such ${field} here.`;
  const hint = candidates.length === 0 ? message : `Write an existing one, such as ${candidates.join(', ')}.`;
  return validationFailed({
    errors: [{ pointer: `/${field}`, code: 'not_found', message }],
    hint,
    ...(candidates.length === 0 ? {} : { candidates }),
  });
}
