import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const schedulesMoved: Check = {
  name: 'schedules_moved',
  invariant: 'The parts of each schedule sum to its amount, and its account holds what is not moved yet.',
  query: (organization) => sql`
    select 'schedule:' || schedule.id as name,
      schedule.voided_at is null and coalesce(parts.amount, 0) <> schedule.amount
        or coalesce(books.amount, 0) <> case when schedule.voided_at is not null then 0
          else (schedule.amount - coalesce(parts.moved, 0))
            * case schedule.kind when 'prepaid_expense' then 1 else -1 end end as wrong
    from schedules as schedule
    left join (
      select schedule_id, sum(amount) as amount, coalesce(sum(amount) filter (where posted_on is not null), 0) as moved
      from schedule_parts where organization_id = ${organization} group by schedule_id
    ) as parts on parts.schedule_id = schedule.id
    left join (
      select entry.source_id, line.account_id, sum(line.amount) as amount
      from report_entries as entry
      join report_lines as line on line.organization_id = entry.organization_id and line.entry_id = entry.id
      where entry.organization_id = ${organization} and entry.source_type = 'schedule'
      group by entry.source_id, line.account_id
    ) as books on books.source_id = schedule.id and books.account_id = schedule.balance_account_id
    where schedule.organization_id = ${organization}`,
};
