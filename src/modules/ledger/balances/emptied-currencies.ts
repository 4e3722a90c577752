import { type Sql, sql } from '../../../db/sql.ts';

/** Accounts called `a` that hold money, or money on its way: what they hold of a currency is worth its last rate. */
export const holdsMoney = sql`(a.type in ('cash', 'bank', 'credit_card')
  or coalesce(a.system_role in ('undeposited', 'payment_clearing'), false))`;

/**
 * Lines for the last of the entries `given` that leaves an account without money of a currency: the remaining carrying
 * amount is an exchange difference then, because nothing is worth nothing. Their foreign amount is zero, which tells
 * them from the movement itself.
 *
 * The caller holds the lock of the entry counter, so that the balance cannot change meanwhile.
 */
export function linesOfEmptied(organization: string): Sql {
  return sql`
    union all
    select rest.entry_id, (rest.above + side.place)::int, coalesce(side.account_id, (select id from accounts
        where organization_id = ${organization}
          and system_role = case when rest.amount > 0 then 'fx_gain' else 'fx_loss' end)),
      rest.entry_date, side.sign * rest.amount, side.currency, side.currency_amount,
      null, null, null, null, null, null, null, null
    from (
      select emptied.*, (select max(position) from given where given.entry_id = emptied.entry_id)
        + 2 * row_number() over (partition by entry_id order by account_id, currency) - 2 as above
      from (
        select moved.account_id, moved.currency, moved.entry_id, moved.entry_date,
          (-moved.base - coalesce(held.base_amount, 0))::bigint as amount
        from (
          select account_id, currency, sum(currency_amount) as amount, sum(amount) as base,
            (array_agg(entry_id order by entry_date desc, entry_id desc))[1] as entry_id, max(entry_date) as entry_date
          from given where currency is not null group by 1, 2
        ) as moved
        join accounts as a on a.organization_id = ${organization} and a.id = moved.account_id and ${holdsMoney}
        left join account_currencies as held on held.organization_id = ${organization}
          and held.account_id = moved.account_id and held.currency = moved.currency
        where moved.amount + coalesce(held.amount, 0) = 0
      ) as emptied where emptied.amount <> 0
    ) as rest
    cross join lateral (values (1, rest.account_id, 1, rest.currency, 0::bigint), (2, null, -1, null, null))
      as side (place, account_id, sign, currency, currency_amount)`;
}
