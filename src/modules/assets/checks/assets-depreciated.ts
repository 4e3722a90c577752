import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const assetsDepreciated: Check = {
  name: 'assets_depreciated',
  invariant:
    'The depreciation of each asset sums to its cost less its residual value, and its accounts hold what is posted.',
  query: (organization) => sql`
    select 'asset:' || asset.id as name,
      coalesce(books.amount, 0) <> case when asset.voided_at is not null then 0
          else case when moved_from_id is null or moved_from_id = asset.account_id then 0 else asset.cost end
            - coalesce(parts.posted, 0)
            - case when asset.disposed_on is null then 0
              else asset.cost - asset.opening_depreciation - coalesce(parts.posted, 0) end end
        or asset.voided_at is null and asset.disposed_on is not null
          and asset.book_value_disposed <> asset.cost - asset.opening_depreciation - coalesce(parts.posted, 0)
        or asset.voided_at is null and asset.disposed_on is null and asset.method <> 'none'
          and coalesce(parts.planned, 0) <> greatest(0,
            asset.cost - asset.residual_value - asset.opening_depreciation - coalesce(parts.posted, 0)) as wrong
    from assets as asset
    left join (
      select asset_id, sum(amount) filter (where posted_on is not null) as posted,
        sum(amount) filter (where posted_on is null) as planned
      from asset_depreciations where organization_id = ${organization} group by asset_id
    ) as parts on parts.asset_id = asset.id
    left join (
      select entry.source_id, sum(line.amount) as amount
      from report_entries as entry
      join report_lines as line on line.organization_id = entry.organization_id and line.entry_id = entry.id
      join assets as own on own.organization_id = entry.organization_id and own.id = entry.source_id
        and line.account_id in (own.account_id, own.accumulated_account_id)
      where entry.organization_id = ${organization} and entry.source_type = 'asset'
      group by entry.source_id
    ) as books on books.source_id = asset.id
    where asset.organization_id = ${organization}`,
};
