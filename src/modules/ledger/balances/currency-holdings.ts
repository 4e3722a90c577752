import type { Day } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { AccountType } from '../accounts/chart.ts';

/** Balance in another currency of a money or loan account; debts are negative. */
export type CurrencyHolding = {
  readonly account_id: string;
  readonly type: AccountType;
  readonly currency: string;
  readonly amount: bigint;
  readonly base: bigint;
};

/**
 * Foreign money at the end of a day, as the books carry it without revaluations. Counts back from what is held today,
 * so that it reads what was posted since alone.
 */
export function currencyHoldings({ db, organization }: Context, day: Day): Promise<CurrencyHolding[]> {
  return db.many<CurrencyHolding>(sql`
    select held.account_id, a.type, held.currency, (held.amount - coalesce(later.amount, 0))::bigint as amount,
      (held.base_amount - coalesce(later.base, 0))::bigint as base
    from account_currencies as held
    join accounts as a on a.organization_id = held.organization_id and a.id = held.account_id
      and (a.type in ('cash', 'bank', 'credit_card', 'long_term_liability')
        or a.system_role in ('undeposited', 'payment_clearing'))
    left join lateral (
      select sum(line.currency_amount) as amount, sum(line.amount) as base from journal_lines as line
      join journal_entries as entry on entry.organization_id = line.organization_id and entry.id = line.entry_id
        and entry.source_type <> 'revaluation'
      where line.organization_id = held.organization_id and line.account_id = held.account_id
        and line.entry_date > ${day} and line.currency = held.currency
    ) as later on true
    where held.organization_id = ${organization}
      and (held.amount - coalesce(later.amount, 0) <> 0 or held.base_amount - coalesce(later.base, 0) <> 0)
    order by a.code, held.currency`);
}
