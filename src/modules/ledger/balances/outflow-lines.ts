import { type Sql, sql } from '../../../db/sql.ts';

/** Accounts called `a` that hold money, or money on its way: what they hold of a currency is worth its last rate. */
export const holdsMoney = sql`(a.type in ('cash', 'bank', 'credit_card')
  or coalesce(a.system_role in ('undeposited', 'payment_clearing'), false))`;

/**
 * Lines that put right what an account holds of a currency after the entries `given`, as an exchange difference of the
 * last of them. Their foreign amount is zero, which tells them from the movement itself.
 *
 * Where the policy of the account is `average`, money leaves at what the account has it on the books for on average,
 * though its entry values it at the rate of the day; beyond what it held it keeps that rate. Where nothing is left,
 * whatever the policy, nothing is worth nothing. `averaged` are the entries that count as such: a reversal takes back
 * what it reverses, and a manual entry says itself what moves.
 *
 * The caller holds the lock of the entry counter, so that the balance cannot change meanwhile.
 */
export function outflowLines(organization: string, averaged: readonly string[]): Sql {
  return sql`
    union all
    select rest.entry_id, (rest.above + side.place)::int, coalesce(side.account_id, (select id from accounts
        where organization_id = ${organization}
          and system_role = case when rest.amount > 0 then 'fx_gain' else 'fx_loss' end)),
      rest.entry_date, side.sign * rest.amount, side.currency, side.currency_amount,
      null, null, null, null, null, null, null, null
    from (
      select off.*, (select max(position) from given where given.entry_id = off.entry_id)
        + 2 * row_number() over (partition by entry_id order by account_id, currency) - 2 as above
      from (
        select account_id, currency, entry_id, entry_date, (case
            when held + moved = 0 then -(held_base + moved_base)
            when policy = 'day' or sign(held) = sign(moved) or held = 0 or moved = 0 then 0
            -- What is left is on the books for its share.
            when abs(moved) < abs(held) then round(held_base::numeric * moved / held) - moved_base
            -- All that was held is gone, and what is owed instead has the rate of the day.
            else round(moved_base::numeric * (held + moved) / moved) - held_base - moved_base
          end)::bigint as amount
        from (
          select moved.account_id, moved.currency, moved.entry_id, moved.entry_date, a.currency_outflow as policy,
            coalesce(kept.amount, 0) + moved.other as held,
            coalesce(kept.base_amount, 0) + moved.other_base as held_base,
            moved.amount as moved, moved.base as moved_base
          from (
            select account_id, currency, coalesce(sum(currency_amount) filter (where is_averaged), 0) as amount,
              coalesce(sum(amount) filter (where is_averaged), 0) as base,
              coalesce(sum(currency_amount) filter (where not is_averaged), 0) as other,
              coalesce(sum(amount) filter (where not is_averaged), 0) as other_base,
              (array_agg(entry_id order by entry_date desc, entry_id desc))[1] as entry_id,
              max(entry_date) as entry_date
            from (select given.*, entry_id = any(${averaged}::uuid[]) as is_averaged from given) as line
            where currency is not null group by 1, 2
          ) as moved
          join accounts as a on a.organization_id = ${organization} and a.id = moved.account_id and ${holdsMoney}
          left join account_currencies as kept on kept.organization_id = ${organization}
            and kept.account_id = moved.account_id and kept.currency = moved.currency
        ) as moving
      ) as off where off.amount <> 0
    ) as rest
    cross join lateral (values (1, rest.account_id, 1, rest.currency, 0::bigint), (2, null, -1, null, null))
      as side (place, account_id, sign, currency, currency_amount)`;
}
